import Attribution
package import GrowthloopFindings
import Foundation
package import Profiles
package import GrowthloopPlans
package import GrowthloopReports

/// The rehearsal of a command, with the scenario that it names.
package struct RehearsalChoice {
  let plan: RehearsalPlan
  let scenario: GrowthScenario
  package let warnings: [DiagnosticList]

  /// Reads the plan of a file with these changes, and its scenario.
  ///
  /// - Throws: `DiagnosticList` with all mistakes in one of them.
  package init(_ file: String, with changes: [ScenarioOverride]) throws(DiagnosticList) {
    let outcome = try PlanChoice.read(file, as: RehearsalPlan.self, with: changes)
    plan = outcome.value
    let folder = URL(filePath: file).deletingLastPathComponent().relativePath
    let path = plan.scenario.hasPrefix("/") ? plan.scenario : "\(folder)/\(plan.scenario)"
    let found = try ScenarioSource.read(path, with: try Self.overrides(plan.changes))
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

  /// The reason why the scenario cannot be replayed; `nil` if it can.
  package var obstacle: String? {
    if scenario.study != .loop { return "'\(plan.scenario)' is a study of matching, not of a loop" }
    if scenario.profile.deferred.falseMatchRate > 0 {
      return "'\(plan.scenario)' has false matches, which no phone can cause: set "
        + "deferred.falseMatchRate to 0"
    }
    return nil
  }

  /// Returns the service's profile: the scenario's, changed by these settings.
  package func profileOfService(changed changes: [String]) throws(UsageError) -> Profile {
    var profile = scenario.profile
    let overrides = changes.map { text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // An empty value makes `apply` throw an error that names the setting.
      // `isDeliberate` permits values that the profile excludes, which a rehearsal may test.
      return Profile.Override(
        String(parts[0]), parts.count == 2 ? String(parts[1]) : "", isDeliberate: true)
    }
    do {
      try profile.apply(overrides)
    } catch {
      throw UsageError(description: "'--service-set': \(error.mistakes[0].messageWithSuggestion)")
    }
    if let contradiction = profile.contradictions().first {
      throw UsageError(description: "'--service-set': \(contradiction.described(in: profile))")
    }
    return profile
  }
}
