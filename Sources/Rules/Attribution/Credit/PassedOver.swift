public import Vocabulary

/// The reason why a click did not earn the credit; the first that holds, in this order.
public enum PassedOver: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The principal had an account before.
  case existingUser
  /// The click came after the moment at which the window ends.
  case afterInstall
  /// The service has no record of the link's code.
  case unknownLink
  /// The link was older than the lifetime of links.
  case expiredLink
  /// The signature did not fit the link.
  case tamperedLink
  /// The click is older than the window.
  case outsideWindow
  /// There is no window, and the click is older than the retention of clicks.
  case notRetained
  /// The link was the principal's own.
  case ownLink = "self"
  /// The inviter's account is deleted or suspended.
  case inviterGone
  /// A newer click earned the credit, or displaced this one.
  case olderClick
  /// An older click earned the credit, or displaced this one.
  case newerClick
}

extension PassedOver {
  /// Returns the deciding rule, as the document of the policy numbers it.
  public func rule(in document: ProfileID) -> RuleID {
    switch (self, document) {
    case (.existingUser, .rin): "ATT-04"
    case (.existingUser, .product): "P-EDG-01"
    case (.existingUser, .design): "D-RES-05"
    case (.afterInstall, _): "ATT-19"
    case (.unknownLink, _): "ATT-15"
    case (.expiredLink, .rin): "CNF-14"
    case (.expiredLink, .product): "P-EDG-04"
    case (.expiredLink, .design): "D-RES-03"
    case (.tamperedLink, _): "P-LNK-08"
    case (.outsideWindow, _): "ATT-02"
    case (.notRetained, _): "CNF-49"
    case (.ownLink, .rin): "ATT-05"
    case (.ownLink, .product), (.ownLink, .design): "CNF-12"
    case (.inviterGone, .rin): "ATT-08"
    case (.inviterGone, .product): "P-EDG-06"
    case (.inviterGone, .design): "CNF-13"
    case (.olderClick, .rin): "ATT-03"
    case (.olderClick, .product), (.olderClick, .design): "CNF-01"
    case (.newerClick, _): "D-RES-04"
    }
  }
}

extension AttributionPolicy {
  /// The reason against one click.
  public struct Verdict: Hashable, Sendable {
    /// The sequence number of the click.
    public let sequence: UInt64
    /// The first reason that holds against the click.
    public let because: PassedOver
    /// The rule of that reason, as the document of the policy numbers it; ATT-21 for a click that
    /// one without credit displaced.
    public let rule: RuleID
  }

  /// Returns why each click that does not decide was passed over, by sequence.
  public func passedOver(_ clicks: [Click], for arrival: Arrival) -> [Verdict] {
    let decision = decide(clicks, for: arrival)
    let lost: PassedOver = model == .lastClick ? .olderClick : .newerClick
    // Without a credit, only a displaced click has nothing against it.
    let lostBy = decision.outcome == .credited ? lost.rule(in: document) : "ATT-21"
    return clicks.filter { $0.sequence != decision.click?.sequence }
      .sorted { $0.sequence < $1.sequence }
      .map { click in
        let objection = objection(to: click, for: arrival)
        return Verdict(
          sequence: click.sequence, because: objection ?? lost,
          rule: objection?.rule(in: document) ?? lostBy)
      }
  }
}
