public import Vocabulary

/// The settings that the sharing flows follow together.
public struct SharingPolicy: Hashable, Sendable {
  /// The document whose rule ids the decisions name and whose texts are shown.
  public var document = ProfileID.rin
  /// The app's name in the texts, and the host and scheme of its links.
  public var app = AppIdentity.rin
  /// The entry points, the screen that they open, and the use of the address book.
  public var flow = FlowPolicy.rin
  /// The form and lifetime of invite links, and the moment of their creation.
  public var link = LinkPolicy.rin
  /// The behaviour after a completed or cancelled share, and the names of the channels.
  public var share = SharePolicy.rin
  /// The behaviour without a network, with the time-out and the retries of a request.
  public var offline = OfflinePolicy.rin
  /// The moments at which the picker asks for the address book.
  public var permission = PermissionPolicy.rin
  /// The app's memory of contacts that were invited.
  public var history = HistoryPolicy.rin
  /// The limits on a sender's invites; the flows apply the batch size and the soft warning.
  public var limits = LimitPolicy.rin
  /// The precedence among several texts that the document gives for one situation.
  public var copy = CopyPolicy.rin

  /// Creates the settings of the rin profile.
  public init() {}
}

extension SharingPolicy {
  /// The settings of the rin profile, which are the defaults: a share screen, no confirmation.
  public static let rin = SharingPolicy()

  /// The settings of invite-friends-product: the sheet opens at once, and a toast confirms.
  public static let product: SharingPolicy = {
    var policy = SharingPolicy()
    policy.document = .product
    policy.app = .product
    policy.flow = .product
    policy.link = .product
    policy.share = .product
    policy.offline = .product
    policy.permission = .product
    policy.history = .product
    policy.limits = .product
    policy.copy = .product
    return policy
  }()

  /// The settings of invite-friends-design: a picker opens, and a success screen confirms.
  public static let design: SharingPolicy = {
    var policy = SharingPolicy()
    policy.document = .design
    policy.app = .design
    policy.flow = .design
    policy.link = .design
    policy.share = .design
    policy.offline = .design
    policy.permission = .design
    policy.history = .design
    policy.limits = .design
    policy.copy = .design
    return policy
  }()

  /// The texts of the screens under these settings.
  public var texts: TextCatalogue {
    TextCatalogue(document: document, copy: copy, app: app)
  }
}
