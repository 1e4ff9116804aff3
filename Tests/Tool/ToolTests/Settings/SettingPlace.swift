import Foundation
import GrowthloopModel
import Invites
import GrowthloopFindings
import GrowthloopLinkStore
import GrowthloopLoadGenerator
import Profiles
import GrowthloopPlans
import GrowthloopReports
import TestConsole
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopDecisions
@testable import growthloop
@testable import GrowthloopLinkService

/// A profile with changed settings, as the options of a command say it.
struct ChangedProfile: Hashable, Sendable, CustomTestStringConvertible {
  let id: ProfileID
  /// The changes, as KEY=VALUE; what is no setting is a key of scenarios.
  var changes: [String] = []

  /// The profile; `nil` if a change is refused, or contradicts another setting.
  var profile: Profile? {
    var profile = Profile(id)
    let overrides = changes.map { change in
      let parts = change.split(separator: "=", maxSplits: 1)
      return Profile.Override(String(parts[0]), String(parts[1]))
    }.filter { Setting.named($0.name) != nil }
    guard (try? profile.apply(overrides)) != nil, profile.contradictions().isEmpty else {
      return nil
    }
    return profile
  }

  /// The same with one more change, in place of a former one of that setting.
  func with(_ name: String, _ value: String) -> ChangedProfile {
    let others = changes.filter { !$0.hasPrefix(name + "=") }
    return ChangedProfile(id: id, changes: others + ["\(name)=\(value)"])
  }

  var options: [String] { changes.flatMap { ["--set", $0] } }

  var testDescription: String { "\(id.shortName) \(changes.joined(separator: " "))" }
}

/// A place of `SettingUse`, and what it prints where nearly everything happens.
enum SettingPlace {
  /// Returns what the place makes of a profile; `nil` if the place refuses it.
  static func output(of place: String, _ changed: ChangedProfile) async throws -> String? {
    guard let profile = changed.profile else { return nil }
    switch place {
    case "simulate":
      return try? await LivelyScenario.results(changed.id.shortName, changed.changes)
    case "serve":
      return try ServiceConversation.transcript(under: profile) + events(under: profile)
    case "load": return try load(changed, profile)
    case "rollout": return try await stages(changed)
    case "experiment": return try experiment(changed)
    case "contacts": return try await contacts(changed)
    default:
      let name = place.dropFirst("decide ".count)
      let subject = try #require(CaseSubject.all.first { $0.name == name }, "\(place)")
      return answers(of: subject, under: profile).joined(separator: "\n")
    }
  }

  /// The events of the cases, as a service exports them with '--events'.
  private static func events(under profile: Profile) throws -> String {
    let exports = EventExports(
      profile, HMACIdentityHasher(try SigningKey(Array("a key of some length".utf8))),
      delivery: nil)
    let subject = try #require(CaseSubject.all.first { $0.name == "events" })
    return try cases(of: subject).map { line in
      let event = InviteEvent(reading: try CaseReader(JSONParser.parse(Array(line.utf8))))
      let text = exports.text(
        of: event, by: PrincipalID(rawValue: 7), at: Instant(milliseconds: 0))
      return text ?? "none"
    }.joined(separator: "\n")
  }

  /// The answers to every case of a subject, among them its example.
  static func answers(of subject: CaseSubject, under profile: Profile) -> [String] {
    let key = try? SigningKey(Array("a key of some length".utf8))
    let rules = DecisionRules(profile: profile, key: key)
    return cases(of: subject).map { line in
      do {
        let reader = try CaseReader(JSONParser.parse(Array(line.utf8)))
        return try subject.subject.decide(reader, under: rules).jsonLine()
      } catch {
        return "\(error)"
      }
    }
  }

  private static func cases(of subject: CaseSubject) -> [String] {
    [subject.example] + SettingCase.all.filter { $0.subject == subject.name }.map(\.line)
      + SettingEffect.all.compactMap { effect in
        if case .decide(subject.name, let line) = effect.place { line } else { nil }
      }
  }

  /// The limits of a load plan without any, with where they come from, and the conversation with the
  /// service that the plan starts for itself.
  private static func load(_ changed: ChangedProfile, _ profile: Profile) throws -> String {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "plan.yaml", "plan: load\ntitle: Small\nprofile: \(changed.id.shortName)\n")
    let outcome = try ScenarioReader(LoadScenario.self, loader: .disk()).read(
      file: file, overrides: try changed.changes.map { try ScenarioOverride($0) })
    let words = OwnService.words(for: outcome.value.profile)
    let served = try ProfileChoice.read(Arguments(["codes"] + words, of: DecideCommand.manual))
    let limits = outcome.value.gatesInForce.map { "\($0.description), \($0.origin ?? "")" }
    let plan = "\(outcome.value.parts)"
    return limits.joined(separator: "\n") + "\n" + plan + "\n"
      + (try ServiceConversation.transcript(under: served)) + (try events(under: served))
  }

  /// The first plan that a rollout without stages of its own tries.
  private static func stages(_ changed: ChangedProfile) async throws -> String? {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "rollout.yaml", "profile: \(changed.id.shortName)\n" + SmallRollout.text)
    let outcome = await growthloopOnThread(
      ["rollout", file, "--out", folder.path] + changed.options)
    guard outcome.code == .success else { return nil }
    // The command does not say that it ignores the setting.
    #expect(!outcome.complaints.contains("rollout.stages"))
    return try String(folder.text("plans.csv").split(separator: "\n")[1])
  }

  /// What decides in the experiment of a scenario without one.
  private static func experiment(_ changed: ChangedProfile) throws -> String? {
    let words =
      ["defaults", "--set", "profile=\(changed.id.shortName)"] + changed.options
    let console = MemoryConsole()
    guard
      let (_, plan) = try? ExperimentCommand.chosen(
        "defaults", Arguments(words, of: ExperimentCommand.manual), on: console)
    else { return nil }
    // The command does not say that it ignores the setting.
    #expect(!console.complaints.contains("experiments.catalogue"))
    return plan.metric.key
  }

  /// The sizes that a plan without any has measured, and its limits with where they come from.
  private static func contacts(_ changed: ChangedProfile) async throws -> String? {
    struct Run: Decodable {
      struct Gate: Decodable {
        let gate, subject: String
      }
      struct Histogram: Decodable {
        let tag: String
      }
      let gates: [Gate]
      let histograms: [Histogram]
    }
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "plan.yaml",
      "plan: contacts\ntitle: Small\nprofile: \(changed.id.shortName)\nrounds: 1\nsearches: 1\n")
    let sizes = "contacts.benchmarkSizes"
    let isSized = changed.changes.contains { $0.hasPrefix(sizes) }
    let small = isSized ? changed : changed.with(sizes, "20")
    let outcome = await growthloopOnThread(["contacts", file, "--json"] + small.options)
    guard let run = try? JSONDecoder().decode(Run.self, from: Data(outcome.output.utf8)) else {
      return nil
    }
    return (run.histograms.map(\.tag) + run.gates.map { "\($0.gate), \($0.subject)" })
      .joined(separator: "\n")
  }
}

extension Setting {
  /// Pairs of profiles that differ in this setting alone: first as the table of effects turns it,
  /// then by random values under every profile, each with what `place` needs.
  func turns(
    at place: String, using chance: inout SeededChance
  ) -> [(from: ChangedProfile, to: ChangedProfile)] {
    let needed = SettingCase.needs[place] ?? []
    let effects = SettingEffect.all.filter { $0.name == name }
    var turns = effects.map { effect in
      let base = ChangedProfile(id: effect.profileID, changes: needed + effect.given)
      return (from: base, to: base.with(name, String(effect.change.dropFirst(name.count + 1))))
    }
    let bases =
      ProfileID.allCases.map { ChangedProfile(id: $0, changes: needed) }
      + effects.filter { !$0.given.isEmpty }.flatMap { effect in
        ProfileID.allCases.map { ChangedProfile(id: $0, changes: needed + effect.given) }
      }
    for base in bases {
      for value in shape.samples(using: &chance) { turns.append((base, base.with(name, value))) }
    }
    return turns.filter { from, to in
      guard let usual = from.profile, let turned = to.profile else { return false }
      return value(in: usual) != value(in: turned)
    }
  }
}

extension TextShape {
  /// Some values of the form; those that the setting refuses are left out by the caller.
  func samples(using chance: inout SeededChance) -> [String] {
    switch self {
    case .choice(let words): words
    case .flag: ["true", "false"]
    case .integer(let range):
      ([0, 1, 2] + [Int.random(in: 3...40, using: &chance)]).filter { range.contains($0) }
        .map { String($0) }
    case .real: ["0", "0.5", "\(Double(Int.random(in: 2...9, using: &chance)))"]
    case .share: ["0", "0.\(Int.random(in: 1...9, using: &chance))", "1"]
    case .time: ["1", "20", "\(Int.random(in: 2...60, using: &chance))"]
    case .words, .text: ["abc", "example.org", "50@2"]
    case .either(let shapes): shapes.flatMap { $0.samples(using: &chance) }
    case .list(let shape): ["none"] + shape.samples(using: &chance).shuffled(using: &chance)
    }
  }
}
