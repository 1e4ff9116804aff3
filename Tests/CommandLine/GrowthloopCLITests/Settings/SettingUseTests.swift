import JSON
import LinkSigning
import Profiles
import Terminal
import Testing
import Vocabulary

@testable import Decisions
@testable import GrowthloopCLI

@Suite("Settings · a command says which of them it ignores")
struct SettingUseTests {
  @Test(arguments: SettingEffect.all)
  func `the place where a setting shows is listed as one that uses it`(_ effect: SettingEffect) {
    let place: String? =
      switch effect.place {
      case .decide(let subject, _): "decide \(subject)"
      case .simulate: "simulate"
      case .serve: "serve"
      case .contacts: "contacts"
      case .load: "load"
      case .rollout: "rollout"
      case .experiment: "experiment"
      }
    #expect(SettingUse.uses(effect.name, in: place))
  }

  @Test func `each listed name is a setting, or the beginning of some`() {
    for (place, names) in SettingUse.all {
      for name in names {
        let isSetting = Setting.named(name) != nil
        let begins = Setting.all.contains { $0.name.hasPrefix(name) }
        #expect(name.hasSuffix(".") ? begins : isSetting, "\(name) in \(place)")
      }
    }
    let places = SettingUse.all.map(\.place)
    #expect(Set(places).count == places.count)
    for subject in CaseSubject.all { #expect(places.contains("decide \(subject.name)")) }
  }

  /// Every case of a subject, among them its example.
  private static func lines(of subject: CaseSubject) -> [String] {
    [subject.example]
      + SettingEffect.all.compactMap { effect in
        if case .decide(subject.name, let line) = effect.place { line } else { nil }
      }
  }

  @Test(arguments: CaseSubject.all.map(\.name))
  func `a setting that a subject does not use changes none of its answers`(name: String) throws {
    let subject = try #require(CaseSubject.all.first { $0.name == name })
    let lines = Set(Self.lines(of: subject)).sorted()
    for id in ProfileID.allCases {
      var base = Profile(id)
      try? base.apply(
        subject.subject.exampleSettings(under: id).map { text in
          let parts = text.split(separator: "=")
          return Profile.Override(String(parts[0]), String(parts[1]))
        })
      let usual = Self.answers(lines, subject, base)
      let unused = Setting.all.filter { !SettingUse.uses($0.name, in: "decide \(name)") }
      for round in 0..<4 {
        let turns = unused.compactMap { $0.turn(round, of: base) }
        #expect(turns.count > 60)
        // All at once; what changed an answer, if anything did, is found one by one.
        guard Self.answers(lines, subject, base.with(turns)) != usual else { continue }
        for turn in turns where Self.answers(lines, subject, base.with([turn])) != usual {
          Issue.record("\(turn.name)=\(turn.value) under \(id)")
        }
      }
    }
  }

  @Test(arguments: ProfileID.allCases)
  func `a setting that a simulation does not use changes none of its results`(
    id: ProfileID
  ) async throws {
    let unused = Setting.all.filter { !SettingUse.uses($0.name, in: "simulate") }
    for round in 0..<2 {
      var turns: [Profile.Override] = []
      for turn in unused.compactMap({ $0.turn(round, of: Profile(id)) }) {
        var sound = Profile(id).with(turns + [turn])
        sound.deliberate = []
        if sound.contradictions().isEmpty { turns.append(turn) }
      }
      #expect(turns.count > 40)
      let usual = try await LivelyScenario.results(id.shortName, [])
      let turned = try await LivelyScenario.results(
        id.shortName, turns.map { "\($0.name)=\($0.value)" })
      #expect(turned == usual)
    }
  }

  private static func answers(
    _ lines: [String], _ subject: CaseSubject, _ profile: Profile
  ) -> [String] {
    let key = try? SigningKey(Array("a key of some length".utf8))
    let rules = DecisionRules(profile: profile, key: key)
    return lines.map { line in
      do {
        let reader = try CaseReader(JSONParser.parse(Array(line.utf8)))
        return try subject.subject.decide(reader, under: rules).jsonLine()
      } catch {
        return "\(error)"
      }
    }
  }

  @Test func `the note names the commands that use the setting`() {
    let decided = growthloop("decide", "codes", "--set", "landing.nonIOS=appStore")
    #expect(
      decided.complaints
        == "growthloop: decide codes does not use landing.nonIOS; simulate, serve, load, "
        + "decide receipt, decide preview do\n")
    #expect(growthloop("decide", "codes", "--set", "link.host=a.example").complaints == "")
  }

  @Test func `a simulation, and plans, say it too`() async throws {
    let folder = try TemporaryFolder()
    let simulated = await growthloopOnThread(
      ["simulate", "--replications", "1"] + smallMarket + ["--set", "api.surface=rest"])
    #expect(simulated.code == .success)
    #expect(
      simulated.complaints.contains(
        "growthloop: simulate does not use api.surface; serve, load do\n"))
    let plan = try folder.write(
      "plan.yaml", "plan: contacts\ntitle: x\nsizes: [20]\nrounds: 1\nsearches: 1\n")
    let measured = await growthloopOnThread(["contacts", plan, "--set", "link.format=pathCode"])
    #expect(
      measured.complaints.contains(
        "growthloop: contacts does not use link.format; serve, load, decide links do\n"))
  }
}

extension Profile {
  fileprivate func with(_ overrides: [Override]) -> Profile {
    var profile = self
    try? profile.apply(overrides)
    return profile
  }
}

extension Setting {
  /// The setting with another value than in `profile`; further rounds take further values.
  fileprivate func turn(_ round: Int, of profile: Profile) -> Profile.Override? {
    let turns = shape.samples.map { Profile.Override(name, $0, isDeliberate: true) }
      .filter { value(in: profile.with([$0])) != value(in: profile) }
    return turns.isEmpty ? nil : turns[round % turns.count]
  }
}

extension SettingShape {
  /// Some values of the form; those that the setting refuses are left out by the caller.
  fileprivate var samples: [String] {
    switch self {
    case .choice(let words): words
    case .flag: ["true", "false"]
    case .whole(let range): [1, 2].filter { range.contains($0) }.map { String($0) }
    case .number, .share: ["0.5"]
    case .time: ["1", "20"]
    case .text: ["abc", "example.org"]
    case .either(let shapes): shapes.flatMap(\.samples)
    case .list(let shape): ["none"] + shape.samples.prefix(2)
    }
  }
}
