import Vocabulary

/// The true result of a share that the sheet reported as completed.
///
/// An app never learns it: the simulator draws it.
public struct ShareTruth: Hashable, Sendable, BitwiseCopyable {
  /// Whether the sender sent anything.
  public var wasSent: Bool
  /// The number of selected contacts among the recipients.
  public var selectedReached: Int

  @inlinable
  init(wasSent: Bool, selectedReached: Int) {
    self.wasSent = wasSent
    self.selectedReached = selectedReached
  }
}

extension SharePolicy {
  /// Draws the true result of a completed share with `selected` contacts.
  ///
  /// The sheet proves no send, and is not addressed to the contacts ticked in the picker. The
  /// number of draws does not depend on the rates, so two policies can share their random numbers.
  @inlinable
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
