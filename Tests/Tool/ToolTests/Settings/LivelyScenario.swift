import Foundation
import GrowthloopFindings
import Synchronization

/// A small town in which nearly everything happens, as a scenario.
enum LivelyScenario {
  private static let text = """
    title: A lively town
    targets: document
    days: 40
    market: {people: 400, communitySize: 60, suggestionsPerContact: 0.3}
    arrivals: {seeds: 80, organicPerDay: 3}
    use:
      retentionMeans: stay
      retention: {1: 80%, 14: 70%, 30: 60%}
      dedupReview: 25%
      scoreMilestone: 20%
      accountDeletionPerDay: 1%
    sharing:
      visit: 15%
      promptTap: 40%
      proceed: 90%
      offline: 15%
      linkFailure: 15%
      linkTime: {median: 800ms, sigma: 1.2}
      recipients: 6
    recipients:
      tapDelay: {median: 4d, sigma: 1.6}
      install: 50%
      installDelay: {median: 2d, sigma: 1.6}
      launchDelay: {median: 8h, sigma: 1.6}

    """

  /// The results under every profile and settings, each computed once.
  private static let known = Mutex<[[String]: String]>([:])

  /// The results of a run, with the events that it fires; what names its settings is left out.
  static func results(_ profile: String, _ settings: [String]) async throws -> String {
    let key = [profile] + settings
    if let found = known.withLock({ $0[key] }) { return found }
    let folder = try TemporaryFolder()
    let file = try folder.write("lively.yaml", "profile: \(profile)\n" + text)
    let events = "\(folder.path)/events.jsonl"
    let outcome = await growthloopOnThread(
      ["simulate", file, "--replications", "1", "--json", "--events", events]
        + settings.flatMap { ["--set", $0] })
    guard case .object(let members) = try JSONParser.parse(Array(outcome.output.utf8)) else {
      throw NoResults(said: outcome.complaints)
    }
    let results = members.filter { Self.parts.contains($0.key) }
    guard results.count == Self.parts.count else { throw NoResults(said: outcome.complaints) }
    let text = try JSONValue.object(results).json + "\n" + folder.text("events.jsonl")
    known.withLock { $0[key] = text }
    return text
  }

  private static let parts: Set = [
    "metrics", "scorecard", "rules", "breakdowns", "credit", "dashboards", "days",
  ]

  struct NoResults: Error {
    let said: String
  }
}
