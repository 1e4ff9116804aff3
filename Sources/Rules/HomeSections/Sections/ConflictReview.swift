import Vocabulary

/// The sync conflicts left to the user, with the answers.
public struct ConflictReview: Hashable, Sendable {
  /// The unresolved conflicts, by the ids that the app gives them, the oldest first.
  public private(set) var unresolved: [UInt64] = []
  private var putOff: Set<UInt64> = []

  /// Creates a review without conflicts.
  public init() {}

  /// A user's action on the card of a conflict.
  public enum Action: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The user has resolved the conflict, which leaves the list.
    case resolve = "Resolve"
    /// The card is put off until the app is launched again; the conflict still counts.
    case notNow = "Not Now"
  }

  /// Adds a conflict that a sync found; one that waits already keeps its place.
  public mutating func receive(_ conflict: UInt64) {
    if !unresolved.contains(conflict) { unresolved.append(conflict) }
  }

  /// Answers a waiting conflict; `false` if it no longer waits.
  @discardableResult
  public mutating func answer(_ conflict: UInt64, _ action: Action) -> Bool {
    guard let place = unresolved.firstIndex(of: conflict) else { return false }
    switch action {
    case .notNow: putOff.insert(conflict)
    case .resolve:
      unresolved.remove(at: place)
      putOff.remove(conflict)
    }
    return true
  }

  /// Starts a new launch of the app: the deferred cards come back.
  public mutating func launch() { putOff = [] }

  /// Writes the conflicts into `matters`, the input of an evaluation.
  public func describe(in matters: inout SectionMatters) {
    matters.conflicts = unresolved.count
    matters.conflictsPutOff = Set(
      unresolved.indices.filter { putOff.contains(unresolved[$0]) })
  }
}

extension SectionRules {
  static let conflicts: [Rule] = [
    Rule(
      "NAT-11",
      "A pair is put off by Skip, a conflict by Not Now; an incomplete contact has no actions."),
    Rule("NAT-13", "A conflict that was put off still counts, and has its card next launch."),
  ]
}
