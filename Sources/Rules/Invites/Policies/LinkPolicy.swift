public import Vocabulary

/// The form and lifetime of invite links, and the behaviour of links that are no longer valid.
public struct LinkPolicy: Hashable, Sendable {
  public enum Format: String, CaseIterable, Sendable {
    case pathCode
    case signedQuery
    case shortPathCode
  }

  public enum Signature: String, CaseIterable, Sendable {
    case hmac
  }

  public enum CodeScope: String, CaseIterable, Sendable {
    case perUser
    case perInvite
    case perSession
  }

  public enum OnExhausted: String, CaseIterable, Sendable {
    case genericOnboarding
    case personaliseWithoutCredit
  }

  public enum ExpiryCheck: String, CaseIterable, Sendable {
    case click
    case clickAndInstall
  }

  public enum Creation: String, CaseIterable, Sendable {
    case screenLoad
    case entryTap
    case messageScreen
    case pickerLoad
  }

  /// The form in which new links are written; every form is read.
  public var format = Format.pathCode
  public var signature: Signature?
  /// Whether a signed link names its own record; `nil` where links are not signed.
  public var signedQueryCarriesCode: Bool?
  public var codeScope = CodeScope.perUser
  public var refreshAllowed = false
  /// The number of invitees that one link may bring; `nil` sets no limit.
  public var maxAcceptances: Int?
  public var onExhausted: OnExhausted?
  /// The age beyond which a link is expired; `nil` sets no limit.
  public var expiry: Interval?
  public var expiryCheckedAt: ExpiryCheck?
  /// The behaviour of a link that is no longer valid.
  public var broken = BrokenLinks.rin
  public var createAt = Creation.screenLoad

  public init() {}
}

extension LinkPolicy {
  public static let rin = LinkPolicy()

  public static let product: LinkPolicy = {
    var policy = LinkPolicy()
    policy.format = .signedQuery
    policy.signature = .hmac
    policy.signedQueryCarriesCode = false
    policy.codeScope = .perInvite
    policy.maxAcceptances = 1
    policy.onExhausted = .genericOnboarding
    policy.expiry = .days(30)
    policy.expiryCheckedAt = .click
    policy.broken = .product
    policy.createAt = .entryTap
    return policy
  }()

  public static let design: LinkPolicy = {
    var policy = LinkPolicy()
    policy.codeScope = .perSession
    policy.expiry = .days(30)
    policy.expiryCheckedAt = .click
    policy.broken = .design
    policy.createAt = .messageScreen
    return policy
  }()
}
