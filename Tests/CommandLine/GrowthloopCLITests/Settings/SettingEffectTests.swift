import Foundation
import JSON
import Profiles
import Scenarios
import Terminal
import Testing

@testable import Decisions
@testable import GrowthloopCLI
@testable import LinkService
@testable import LoadTrials

@Suite("Settings · each shows in a command")
struct SettingEffectTests {
  @Test func `each setting is in the table once`() {
    let names = SettingEffect.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(names) == Set(Setting.all.map(\.name)))
  }

  @Test(arguments: SettingEffect.all + SettingEffect.elsewhere)
  func `another value changes what the command prints`(_ effect: SettingEffect) async throws {
    let options = effect.options(changed: false)
    let changed = effect.options()
    switch effect.place {
    case .decide(let subject, let line):
      let usual = decision(subject, line, options)
      let outcome = decision(subject, line, changed)
      #expect(usual.code == .success, "\(usual.output)\(usual.complaints)")
      #expect(outcome.code == .success, "\(outcome.output)\(outcome.complaints)")
      #expect(usual.output != outcome.output, "\(usual.output)")
      // The command does not say that it ignores the setting.
      #expect(usual.complaints == "" && outcome.complaints == "")
    case .simulate:
      let usual = try await LivelyScenario.results(
        effect.profile, effect.settings(changed: false))
      let outcome = try await LivelyScenario.results(effect.profile, effect.settings())
      #expect(usual != outcome)
    case .serve:
      let (usual, outcome) = (try profile(options), try profile(changed))
      #expect(
        OpenAPI.document(of: ServiceSettings(usual)).json
          != OpenAPI.document(of: ServiceSettings(outcome)).json)
    case .contacts:
      #expect(try await contactLimits(effect, changed: false) != contactLimits(effect))
    case .load:
      #expect(try loadLimits(effect, changed: false) != loadLimits(effect))
    case .rollout:
      #expect(try await stages(effect, changed: false) != stages(effect))
    case .experiment:
      #expect(try experiment(effect, changed: false) != experiment(effect))
    }
  }

  private func decision(_ subject: String, _ line: String, _ options: [String]) -> Outcome {
    run(
      ["decide", subject] + options, Array(line.utf8),
      variables: ["GROWTHLOOP_SIGNING_KEY": "a key of some length"], chunk: 4_096)
  }

  private func profile(_ options: [String]) throws -> Profile {
    try ProfileChoice.read(Arguments(["codes"] + options, of: DecideCommand.manual))
  }

  /// The sizes that a plan without any has measured, and its limits with where they come from.
  private func contactLimits(_ effect: SettingEffect, changed: Bool = true) async throws -> [String]
  {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "plan.yaml",
      "plan: contacts\ntitle: Small\nprofile: \(effect.profile)\nrounds: 1\nsearches: 1\n")
    let effect = SettingEffect(
      effect.change, effect.profile, given: ["contacts.benchmarkSizes=20"] + effect.given,
      in: effect.place)
    let outcome = await growthloopOnThread(
      ["contacts", file, "--json"] + effect.settings(changed: changed).flatMap { ["--set", $0] })
    let run = try JSONDecoder().decode(ContactRun.self, from: Data(outcome.output.utf8))
    return run.histograms.map(\.tag) + run.gates.map { "\($0.gate), \($0.subject)" }
  }

  private struct ContactRun: Decodable {
    struct Gate: Decodable {
      let gate, subject: String
    }
    struct Histogram: Decodable {
      let tag: String
    }
    let gates: [Gate]
    let histograms: [Histogram]
  }

  /// What decides in the experiment of a scenario without one.
  private func experiment(_ effect: SettingEffect, changed: Bool = true) throws -> String {
    let settings = effect.settings(changed: changed).flatMap { ["--set", $0] }
    let console = MemoryConsole()
    let (_, plan) = try ExperimentCommand.chosen(
      "defaults", Arguments(["defaults"] + settings, of: ExperimentCommand.manual), on: console)
    return plan.metric.key
  }

  /// The first plan that a rollout without stages of its own tries.
  private func stages(_ effect: SettingEffect, changed: Bool = true) async throws -> String {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "rollout.yaml", "profile: \(effect.profile)\n" + SmallRollout.text)
    let settings = effect.settings(changed: changed).flatMap { ["--set", $0] }
    let outcome = await growthloopOnThread(["rollout", file, "--out", folder.path] + settings)
    #expect(outcome.code == .success, "\(outcome.complaints)")
    // The command does not say that it ignores the setting.
    #expect(outcome.complaints == "")
    return try String(folder.text("plans.csv").split(separator: "\n")[1])
  }

  /// The limits of a load plan without any, with where they come from.
  private func loadLimits(_ effect: SettingEffect, changed: Bool = true) throws -> [String] {
    let settings = effect.settings(changed: changed)
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "plan.yaml", "plan: load\ntitle: Small\nprofile: \(effect.profile)\n")
    let outcome = try ScenarioReader(LoadScenario.self, loader: .disk()).read(
      file: file, overrides: try settings.map { try ScenarioOverride($0) })
    return outcome.value.gatesInForce.map { "\($0.description), \($0.origin ?? "")" }
  }
}
