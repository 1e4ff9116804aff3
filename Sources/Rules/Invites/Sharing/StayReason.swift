public import Vocabulary

/// A reason for a flow to do nothing.
public enum StayReason: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The screen offers nothing of the kind in its present state.
  case notPossibleHere
  /// The profile does not offer this entry point.
  case notAnEntryPoint
  /// The link, or the message for it, does not exist yet.
  case linkNotReady
  /// The answer belongs to a request that was abandoned.
  case requestAbandoned
  /// The selection is empty, and the control needs at least one contact.
  case nothingSelected
  /// The selection has the most contacts that a batch allows; removing one is still possible.
  case batchFull
  /// The button of the contact reads "Invited" and has no effect.
  case alreadyInvited
  /// The moment that the flow waits for is not reached.
  case notDue
}

extension StayReason {
  /// Returns the deciding rule, as `document` numbers it.
  public func rule(in document: ProfileID) -> RuleID {
    switch (self, document) {
    case (.notPossibleHere, .rin): "SHR-15"
    case (.notPossibleHere, .product): "P-SND-01"
    case (.notPossibleHere, .design): "D-FLW-01"
    case (.notAnEntryPoint, .rin): "NAV-13"
    case (.notAnEntryPoint, .product): "P-SND-02"
    case (.notAnEntryPoint, .design): "D-ENT-05"
    case (.linkNotReady, .rin): "SHR-17"
    case (.linkNotReady, .product): "P-SND-03"
    case (.linkNotReady, .design): "D-FLW-03"
    case (.requestAbandoned, _): "ERR-12"
    case (.nothingSelected, _): "D-SEL-01"
    case (.batchFull, _): "D-SEL-02"
    case (.alreadyInvited, _): "CIV-13"
    case (.notDue, .rin): "SHR-10"
    case (.notDue, .product), (.notDue, .design): "D-SUC-04"
    }
  }
}
