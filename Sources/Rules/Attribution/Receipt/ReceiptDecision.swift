public import Vocabulary

/// The result of one opening of a link: the surface, the record, and the credit.
public struct ReceiptDecision: Hashable, Sendable, BitwiseCopyable {
  /// The first surface that the opener sees.
  public let surface: ReceiptSurface
  /// The reason for the surface and the credit.
  public let because: ReceiptReason
  /// The deciding rule.
  public let rule: RuleID
  /// Whether a click is recorded.
  public let isRecorded: Bool
  /// The credit that the inviter may earn.
  public let credit: ReceiptCredit
  /// Whether a line is logged for developers; users never see it.
  public let isLogged: Bool
}

/// The credit that an inviter may earn from one opening of a link.
public enum ReceiptCredit: String, CaseIterable, Sendable, BitwiseCopyable {
  /// No credit from this opening.
  case none
  /// The attribution rules decide, once there is a new account.
  case byAttribution
  /// An acceptance, when the two become connected.
  case acceptanceOnConnect
  /// The action of coming back, which is neither an acceptance nor an install.
  case action
}

extension ReceiptCredit {
  /// Whether an install may follow: never with an existing user.
  public var mayCountAsInstall: Bool { self == .byAttribution }

  /// Whether an acceptance may follow, by a new account or by a connection.
  public var mayCountAsAcceptance: Bool { self == .byAttribution || self == .acceptanceOnConnect }
}

/// The reason for the decision about an opening; reasons are checked in this order.
///
/// Where users see one surface for every link, `existingUser` comes before the faults of the link.
public enum ReceiptReason: String, CaseIterable, Sendable, BitwiseCopyable {
  /// A messaging app fetched a preview.
  case previewFetch
  /// The device is on a platform without the app.
  case notOnIOS
  /// The user tapped their own link.
  case ownLink
  /// The signature does not fit the link, and the policy treats such links apart.
  case tamperedLink
  /// The code is unknown; a tampered link counts as one where links carry no signature.
  case unknownLink
  /// The link is older than the lifetime of links.
  case expiredLink
  /// The sender's account is deleted.
  case senderDeleted
  /// The sender's account is suspended.
  case senderSuspended
  /// The user and the sender are connected already.
  case alreadyConnected
  /// A user is signed in, and the link is another person's.
  case existingUser
  /// The app is installed, and no user is signed in.
  case signedOut
  /// The link opened in a browser on iOS, so the app is not installed.
  case notInstalled
}

extension ReceiptReason {
  /// Returns the deciding rule, as `document` numbers it.
  public func rule(in document: ProfileID) -> RuleID {
    switch (self, document) {
    case (.previewFetch, _): "CNF-63"
    case (.notOnIOS, .product): "P-EDG-13"
    case (.notOnIOS, .rin), (.notOnIOS, .design): "CNF-18"
    case (.ownLink, .rin): "EDG-06"
    case (.ownLink, .product), (.ownLink, .design): "CNF-12"
    case (.tamperedLink, .product): "P-LNK-08"
    case (.tamperedLink, .rin), (.tamperedLink, .design): "CNF-14"
    case (.unknownLink, .rin): "RES-10"
    case (.unknownLink, .product), (.unknownLink, .design): "CNF-14"
    case (.expiredLink, .rin): "CNF-14"
    case (.expiredLink, .product): "P-EDG-04"
    case (.expiredLink, .design): "D-RES-03"
    case (.senderDeleted, .rin): "RES-19"
    case (.senderDeleted, .product), (.senderSuspended, .product): "P-EDG-06"
    case (.senderDeleted, .design), (.senderSuspended, .rin), (.senderSuspended, .design): "CNF-13"
    case (.alreadyConnected, _): "P-EDG-03"
    case (.existingUser, .rin): "RES-03"
    case (.existingUser, .product): "P-EDG-02"
    case (.existingUser, .design): "D-RES-05"
    case (.signedOut, .rin): "RES-02"
    case (.signedOut, .product): "P-RCV-03"
    case (.signedOut, .design), (.notInstalled, .design): "D-RES-01"
    case (.notInstalled, .rin): "RES-05"
    case (.notInstalled, .product): "P-DDL-02"
    }
  }
}
