import Vocabulary

/// The conflicts that syncs left to the user, and what was said of them.
public struct ConflictReview: Hashable, Sendable {
  /// Those that nobody has resolved, by the ids that the app gives them, the oldest first.
  public private(set) var unresolved: [UInt64] = []
  private var putOff: Set<UInt64> = []

  public init() {}

  /// What someone does with the card of a conflict.
  public enum Action: String, CaseIterable, Sendable, BitwiseCopyable {
    case resolve = "Resolve"
    case notNow = "Not Now"
  }

  /// Takes in a conflict that a sync found; one that waits already stays where it is.
  public mutating func receive(_ conflict: UInt64) {
    if !unresolved.contains(conflict) { unresolved.append(conflict) }
  }

  /// Answers a conflict that waits; `false` if it does not wait any more.
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

  /// Begins a new launch of the app: the cards that were put off come back.
  public mutating func launch() { putOff = [] }

  /// The conflicts as an evaluation of the sections needs them.
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
