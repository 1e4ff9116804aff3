public import Vocabulary

/// Why a click did not earn the credit; the first that holds, in this order.
public enum PassedOver: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The principal had an account before.
  case existingUser
  /// The click came after the moment at which the window ends.
  case afterInstall
  case unknownLink
  case expiredLink
  case tamperedLink
  /// The click is older than the window.
  case outsideWindow
  /// There is no window, and the click is older than clicks are kept.
  case notRetained
  /// The link was the principal's own.
  case ownLink = "self"
  /// The inviter's account is deleted or suspended.
  case inviterGone
  /// A newer click earned the credit.
  case olderClick
  /// An older click earned the credit.
  case newerClick
}

extension PassedOver {
  /// The rule that spoke, as the document of the policy numbers it.
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
