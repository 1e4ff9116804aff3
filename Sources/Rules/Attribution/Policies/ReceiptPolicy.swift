public import Vocabulary

/// The treatment of existing users, self-taps, and links of deleted or suspended senders.
public struct ReceiptPolicy: Hashable, Sendable {
  /// The surface for a signed-in user who taps another person's link.
  public enum ExistingUser: String, CaseIterable, Sendable {
    /// A toast that the user is on the app already; the value of `rin`.
    case toastAlreadyOn
    /// A screen on which the sender wants to connect; the value of `product`.
    case wantsToConnect
    /// A screen that welcomes the user back; the value of `design`.
    case welcomeBack
  }

  /// The credit for a signed-in user's tap on another person's link.
  public enum ExistingUserCredit: String, CaseIterable, Sendable {
    /// No credit; the value of `rin`.
    case none
    /// An acceptance, when the two become connected; the value of `product`.
    case acceptanceOnConnect
    /// The action of coming back, and never an acceptance; the value of `design`.
    case actionOnly
  }

  /// The treatment of a user who taps their own link.
  public enum SelfTap: String, CaseIterable, Sendable {
    /// The toast of an existing user, and no credit.
    case toastNoCredit
  }

  /// The treatment of a link whose sender's account is deleted.
  public enum DeletedSender: String, CaseIterable, Sendable {
    /// The link leads on without naming the sender.
    case omitContext
  }

  /// The treatment of a link whose sender's account is suspended.
  public enum SuspendedSender: String, CaseIterable, Sendable {
    /// The same as for a deleted sender.
    case likeDeleted
  }

  /// The treatment of a carried invite when the verified account is not new.
  public enum SignedOutExisting: String, CaseIterable, Sendable {
    /// The invite is dropped.
    case discardOnKnownPrincipal
  }

  /// The document whose rule ids the decisions name.
  public var document = ProfileID.rin
  /// The surface for a signed-in user who taps another person's link.
  public var existingUser = ExistingUser.toastAlreadyOn
  /// The credit for a signed-in user's tap on another person's valid link.
  public var existingUserCredit = ExistingUserCredit.none
  /// Whether a user connected with the sender sees a toast that says so; `true` under `product`.
  public var alreadyConnectedToast = false
  /// The treatment of a user who taps their own link; the same in every profile.
  public var selfTap = SelfTap.toastNoCredit
  /// The treatment of a deleted sender's links; the same in every profile.
  public var deletedSender = DeletedSender.omitContext
  /// The treatment of a suspended sender's links; the same in every profile.
  public var suspendedSender = SuspendedSender.likeDeleted
  /// The treatment of a carried invite when the verified account is not new.
  public var signedOutExisting = SignedOutExisting.discardOnKnownPrincipal

  /// Creates the policy of `rin`.
  public init() {}
}

extension ReceiptPolicy {
  /// The policy of `rin`: existing users see a toast, and earn the sender nothing.
  public static let rin = ReceiptPolicy()

  /// The policy of `product`: existing users may connect with the sender, which is an acceptance.
  public static let product: ReceiptPolicy = {
    var policy = ReceiptPolicy()
    policy.document = .product
    policy.existingUser = .wantsToConnect
    policy.existingUserCredit = .acceptanceOnConnect
    policy.alreadyConnectedToast = true
    return policy
  }()

  /// The policy of `design`: existing users are welcomed back, which earns the sender an action.
  public static let design: ReceiptPolicy = {
    var policy = ReceiptPolicy()
    policy.document = .design
    policy.existingUser = .welcomeBack
    policy.existingUserCredit = .actionOnly
    return policy
  }()
}
