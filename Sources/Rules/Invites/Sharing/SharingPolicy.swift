public import Vocabulary

/// The settings that the sharing flows follow together.
public struct SharingPolicy: Hashable, Sendable {
  /// The document whose rule ids the decisions name and whose texts are shown.
  public var document = ProfileID.rin
  public var app = AppIdentity.rin
  public var flow = FlowPolicy.rin
  public var link = LinkPolicy.rin
  public var share = SharePolicy.rin
  public var offline = OfflinePolicy.rin
  public var permission = PermissionPolicy.rin
  public var history = HistoryPolicy.rin
  public var limits = LimitPolicy.rin
  public var copy = CopyPolicy.rin

  public init() {}
}

extension SharingPolicy {
  public static let rin = SharingPolicy()

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
