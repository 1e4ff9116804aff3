import GrowthloopFindings
import GrowthloopLinkStore
import Profiles
import GrowthloopReports
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopDecisions
@testable import growthloop

/// That a place uses a setting, as `SettingUse` claims.
struct SettingClaim: Sendable, CustomTestStringConvertible {
  let place: String
  let setting: Setting

  var testDescription: String { "\(place) · \(setting.name)" }

  static let all = SettingUse.all.flatMap { place, _ in
    Setting.all.filter { SettingUse.uses($0.name, in: place) }
      .map { SettingClaim(place: place, setting: $0) }
  }
}

@Suite("Settings · a command uses those that it claims, and says which it ignores")
struct SettingClaimTests {
  @Test(arguments: SettingClaim.all)
  func `a setting that a place claims to use changes what it prints`(_ claim: SettingClaim)
    async throws
  {
    var chance = SeededChance(seed: 47)
    // Where the documents agree there is one value, and every other is refused.
    guard !claim.setting.isSettled else { return }
    let turns = claim.setting.turns(at: claim.place, using: &chance)
    for (from, to) in turns {
      guard let usual = try await SettingPlace.output(of: claim.place, from),
        let turned = try await SettingPlace.output(of: claim.place, to)
      else { continue }
      if usual != turned { return }
    }
    Issue.record("nothing changes under \(turns.map(\.to.testDescription))")
  }

  @Test(arguments: SettingUse.all.map(\.place).filter { $0.hasPrefix("decide ") || $0 == "serve" })
  func `a setting that a place does not use changes nothing that it prints`(place: String)
    async throws
  {
    var chance = SeededChance(seed: 48)
    for id in ProfileID.allCases {
      let subject = CaseSubject.all.first { "decide \($0.name)" == place }
      let base = ChangedProfile(
        id: id, changes: subject?.exampleSettings(under: id) ?? [])
      let unused = Setting.all.filter { !SettingUse.uses($0.name, in: place) }
      for _ in 0..<4 {
        let turned = Self.turned(base, unused, using: &chance)
        #expect(turned.changes.count > 50)
        let usual = try await SettingPlace.output(of: place, base)
        // All at once; what changed an answer, if anything did, is found one by one.
        guard try await SettingPlace.output(of: place, turned) != usual else { continue }
        for change in turned.changes {
          let parts = change.split(separator: "=", maxSplits: 1).map(String.init)
          let output = try await SettingPlace.output(of: place, base.with(parts[0], parts[1]))
          if let output, output != usual { Issue.record("\(change) under \(id)") }
        }
      }
    }
  }

  @Test(arguments: ProfileID.allCases)
  func `a setting that a simulation does not use changes none of its results`(
    id: ProfileID
  ) async throws {
    var chance = SeededChance(seed: 49)
    let unused = Setting.all.filter { !SettingUse.uses($0.name, in: "simulate") }
    let base = ChangedProfile(id: id)
    for _ in 0..<2 {
      let turned = Self.turned(base, unused, using: &chance)
      #expect(turned.changes.count > 40)
      let usual = try await LivelyScenario.results(id.shortName, [])
      #expect(try await LivelyScenario.results(id.shortName, turned.changes) == usual)
    }
  }

  /// Turns as many of `settings` as do not contradict each other, each to a random value.
  private static func turned(
    _ base: ChangedProfile, _ settings: [Setting], using chance: inout SeededChance
  ) -> ChangedProfile {
    var turned = base
    for setting in settings {
      for value in setting.shape.samples(using: &chance).shuffled(using: &chance) {
        let next = turned.with(setting.name, value)
        guard let profile = next.profile, let usual = base.profile,
          setting.value(in: profile) != setting.value(in: usual)
        else { continue }
        turned = next
        break
      }
    }
    return turned
  }

  @Test func `each setting shows in a place, or has one value and every other is refused`() {
    for setting in Setting.all {
      #expect(!SettingUse.places(of: setting.name).isEmpty || setting.isSettled, "\(setting.name)")
    }
    #expect(Set(SettingEffect.all.map(\.name)) == Set(Setting.all.map(\.name)))
  }

  @Test(arguments: SettingEffect.all)
  func `a change of the table is possible, or refused with the reason`(_ effect: SettingEffect) {
    let options = ["decide", "codes", "--profile", effect.profile]
    func decided(_ settings: [String]) -> Outcome {
      run(
        options + settings.filter(Self.isSetting).flatMap { ["--set", $0] },
        Array(#"{"id": 1, "text": ""}"#.utf8),
        variables: ["GROWTHLOOP_SIGNING_KEY": "a key of some length"], chunk: 4_096)
    }
    let outcome = decided(effect.settings())
    if case .refused(let reason) = effect.place {
      #expect(outcome.code != .success)
      #expect(outcome.complaints.contains(reason), "\(outcome.complaints)")
    } else {
      #expect(outcome.code == .success, "\(outcome.complaints)")
    }
    #expect(decided(effect.settings(changed: false)).code == .success)
  }

  /// Whether a change is one of a setting, and not of a scenario's key.
  private static func isSetting(_ change: String) -> Bool {
    Setting.named(String(change.prefix { $0 != "=" })) != nil
  }

  @Test func `each listed name is a setting, or the beginning of some`() {
    for (place, names) in SettingUse.all {
      for name in names {
        let isSetting = Setting.named(String(name.drop { $0 == "-" })) != nil
        let begins = Setting.all.contains { $0.name.hasPrefix(name) }
        #expect(name.hasSuffix(".") ? begins : isSetting, "\(name) in \(place)")
      }
    }
    let places = SettingUse.all.map(\.place)
    #expect(Set(places).count == places.count)
    for subject in CaseSubject.all { #expect(places.contains("decide \(subject.name)")) }
  }

  @Test(arguments: ProfileID.allCases)
  func `a conversation with the service repeats itself to the letter`(id: ProfileID) throws {
    let first = try ServiceConversation.record(under: Profile(id)).split(separator: "\n")
    let second = try ServiceConversation.record(under: Profile(id)).split(separator: "\n")
    for (one, other) in zip(first, second) where one != other { #expect(one == other) }
    #expect(first.count == second.count && first.count > 60)
  }

  @Test func `the note names the commands that use the setting`() {
    let decided = growthloop("decide", "codes", "--set", "landing.nonIOS=appStore")
    #expect(
      decided.complaints
        == "growthloop: decide codes does not use landing.nonIOS; simulate, serve, load, "
        + "decide receipt do\n")
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
    let looked = await growthloopOnThread(
      ["simulate", "--replications", "1"] + smallMarket + ["--set", "signup.socialProofLimit=1"])
    #expect(
      looked.complaints.contains(
        "growthloop: simulate does not use signup.socialProofLimit; decide onboarding does\n"))
    let plan = try folder.write(
      "plan.yaml", "plan: contacts\ntitle: x\nsizes: [20]\nrounds: 1\nsearches: 1\n")
    let measured = await growthloopOnThread(["contacts", plan, "--set", "link.format=pathCode"])
    #expect(
      measured.complaints.contains(
        "growthloop: contacts does not use link.format; serve, load, decide links do\n"))
  }
}

extension Setting {
  /// Whether it has one value, and every other is refused.
  fileprivate var isSettled: Bool {
    SettingEffect.all.contains { effect in
      if effect.name == name, case .refused = effect.place { true } else { false }
    }
  }
}
