import Vocabulary

/// What really came of a share that the sheet reported as completed.
public struct ShareTruth: Hashable, Sendable, BitwiseCopyable {
  /// Whether anything was sent at all.
  public var wasSent: Bool
  /// How many of the selected contacts are among those messaged.
  public var selectedReached: Int
}

extension SharePolicy {
  /// Draws what came of a completed share with `selected` contacts.
  ///
  /// The sheet proves no send, and is not addressed to the contacts ticked in the picker. As many
  /// numbers are drawn whatever the rates are, so that two policies can share their luck.
  public func truth(
    selected: Int, using chance: inout some RandomNumberGenerator
  ) -> ShareTruth {
    let wasSent = Double.random(in: 0..<1, using: &chance) >= falseCompletionRate
    var reached = 0
    for _ in 0..<selected
    where Double.random(in: 0..<1, using: &chance) < selectedIsReachedRate ?? 1 {
      reached += 1
    }
    return ShareTruth(wasSent: wasSent, selectedReached: wasSent ? reached : 0)
  }
}

extension SharingRules {
  static let truth: [Rule] = [
    Rule("D-SHR-06", "Those selected need not be those messaged: the sheet is not addressed.")
  ]
}
