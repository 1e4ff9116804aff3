public import Vocabulary

/// The treatment of existing users, self-taps, and links of deleted or suspended senders.
public struct ReceiptPolicy: Hashable, Sendable {
  public enum ExistingUser: String, CaseIterable, Sendable {
    case toastAlreadyOn
    case wantsToConnect
    case welcomeBack
  }

  public enum ExistingUserCredit: String, CaseIterable, Sendable {
    case none
    case acceptanceOnConnect
    case actionOnly
  }

  public enum SelfTap: String, CaseIterable, Sendable {
    case toastNoCredit
  }

  public enum DeletedSender: String, CaseIterable, Sendable {
    case omitContext
  }

  public enum SuspendedSender: String, CaseIterable, Sendable {
    case likeDeleted
  }

  public enum SignedOutExisting: String, CaseIterable, Sendable {
    case discardOnKnownPrincipal
  }

  /// The document whose rule ids the decisions name.
  public var document = ProfileID.rin
  public var existingUser = ExistingUser.toastAlreadyOn
  public var existingUserCredit = ExistingUserCredit.none
  public var alreadyConnectedToast = false
  public var selfTap = SelfTap.toastNoCredit
  public var deletedSender = DeletedSender.omitContext
  public var suspendedSender = SuspendedSender.likeDeleted
  public var signedOutExisting = SignedOutExisting.discardOnKnownPrincipal

  public init() {}
}

extension ReceiptPolicy {
  public static let rin = ReceiptPolicy()

  public static let product: ReceiptPolicy = {
    var policy = ReceiptPolicy()
    policy.document = .product
    policy.existingUser = .wantsToConnect
    policy.existingUserCredit = .acceptanceOnConnect
    policy.alreadyConnectedToast = true
    return policy
  }()

  public static let design: ReceiptPolicy = {
    var policy = ReceiptPolicy()
    policy.document = .design
    policy.existingUser = .welcomeBack
    policy.existingUserCredit = .actionOnly
    return policy
  }()
}
