import Attribution
import Diagnostics
import Foundation
import GrowthModel
import Profiles
import Scenarios

/// The rehearsal that a command works on, with the scenario that it names.
struct RehearsalChoice {
  let plan: RehearsalPlan
  let scenario: GrowthScenario
  let warnings: [DiagnosticList]

  /// Reads the plan of a file with these changes, and its scenario, or throws every mistake in one.
  init(_ file: String, with changes: [ScenarioOverride]) throws(DiagnosticList) {
    let outcome = try PlanChoice.read(file, as: RehearsalPlan.self, with: changes)
    plan = outcome.value
    let folder = URL(filePath: file).deletingLastPathComponent().relativePath
    let path = plan.scenario.hasPrefix("/") ? plan.scenario : "\(folder)/\(plan.scenario)"
    let found = try ScenarioChoice.read(path, with: try Self.overrides(plan.changes))
    scenario = found.value
    warnings = [outcome.warnings, found.warnings].filter { !$0.isEmpty }
  }

  private static func overrides(
    _ changes: [String]
  ) throws(DiagnosticList) -> [ScenarioOverride] {
    var overrides: [ScenarioOverride] = []
    for change in changes {
      do throws(Diagnostic) {
        overrides.append(try ScenarioOverride(change, option: "changes"))
      } catch {
        throw DiagnosticList([error])
      }
    }
    return overrides
  }

  /// Why the scenario cannot be replayed; `nil` if it can.
  var obstacle: String? {
    if scenario.study != .loop { return "'\(plan.scenario)' is a study of matching, not of a loop" }
    if scenario.profile.deferred.falseMatchRate > 0 {
      return "'\(plan.scenario)' has false matches, which no phone can cause: set "
        + "deferred.falseMatchRate to 0"
    }
    return nil
  }

  /// The profile by which the service goes: the scenario's, but for these settings.
  func profileOfService(changed changes: [String]) throws(UsageError) -> Profile {
    var profile = scenario.profile
    let overrides = changes.map { text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // A mistake is worth a word about the setting, which `apply` has; and a rehearsal of what the
      // profile rules out is worth having.
      return Profile.Override(
        String(parts[0]), parts.count == 2 ? String(parts[1]) : "", isDeliberate: true)
    }
    do {
      try profile.apply(overrides)
    } catch {
      throw UsageError(description: "'--service-set': \(ProfileChoice.wording(error.mistakes[0]))")
    }
    if let contradiction = profile.contradictions().first {
      throw UsageError(description: "'--service-set': \(contradiction.described(in: profile))")
    }
    return profile
  }
}
