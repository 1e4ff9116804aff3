public import Vocabulary

/// The form and lifetime of invite links, and the behaviour of links that are no longer valid.
public struct LinkPolicy: Hashable, Sendable {
  /// The form in which a new link is written.
  public enum Format: String, CaseIterable, Sendable {
    /// The code in the path: `https://rin.app/invite/a3Xk9m2Q`.
    case pathCode
    /// The claims in the query, with their signature: `…/invite?ref=…&ctx=…&cid=…&sig=…`.
    case signedQuery
    /// The code after a shorter path: `https://rin.app/r/a3Xk9m2Q`; for what-ifs.
    case shortPathCode
  }

  /// The algorithm that protects the claims of a link.
  public enum Signature: String, CaseIterable, Sendable {
    /// HMAC, a keyed hash; a `LinkSigner` computes it and holds the key.
    case hmac
  }

  /// The unit that has a code, and so a record and a link, of its own (CNF-04).
  public enum CodeScope: String, CaseIterable, Sendable {
    /// A user, who uses the same link for every invite.
    case perUser
    /// An invite; one not sent yet serves until the user leaves the flow.
    case perInvite
    /// A visit to the sharing flow, for all its invites.
    case perSession
  }

  /// The treatment of an invitee beyond `maxAcceptances`.
  public enum OnExhausted: String, CaseIterable, Sendable {
    /// Onboarding without anything personal, and no credit.
    case genericOnboarding
    /// The sender's name and context, and no credit.
    case personaliseWithoutCredit
  }

  /// The events at which the age of a link is compared with `expiry` (CNF-02).
  public enum ExpiryCheck: String, CaseIterable, Sendable {
    /// The tap alone: a link tapped in time stays valid.
    case click
    /// Tap and installation: the later of the two decides.
    case clickAndInstall
  }

  /// The moment of the sharing flow at which its link is created (CNF-56).
  public enum Creation: String, CaseIterable, Sendable {
    /// The share screen loads, as in `rin`.
    case screenLoad
    /// An entry point is tapped, before any screen or sheet, as in `product`.
    case entryTap
    /// The message screen opens, as in `design`.
    case messageScreen
    /// The picker loads: less waiting, but links that may never be sent; for what-ifs.
    case pickerLoad
  }

  /// The form in which new links are written; every form is read.
  public var format = Format.pathCode
  /// The algorithm of signed links; with `nil` no link can be written as `signedQuery`.
  public var signature: Signature?
  /// Whether a signed link names its own record; `nil` where links are not signed.
  public var signedQueryCarriesCode: Bool?
  /// The unit that has a code of its own (default: the user).
  public var codeScope = CodeScope.perUser
  /// Whether a user receives a new code on request; `false` in every profile (LNK-17).
  public var refreshAllowed = false
  /// The number of invitees that one link may bring; `nil` sets no limit.
  public var maxAcceptances: Int?
  /// The treatment of an invitee beyond `maxAcceptances`; `nil` acts as `genericOnboarding`.
  public var onExhausted: OnExhausted?
  /// The age beyond which a link is expired; `nil` sets no limit.
  public var expiry: Interval?
  /// The events at which the age is checked; `nil` acts as `click`.
  public var expiryCheckedAt: ExpiryCheck?
  /// The behaviour of a link that is no longer valid.
  public var broken = BrokenLinks.rin
  /// The moment at which a flow creates its link, or else the next that it reaches.
  public var createAt = Creation.screenLoad

  /// Creates the settings of `rin`.
  public init() {}
}

extension LinkPolicy {
  /// The settings of `rin`, the default: one code link per user, which never expires.
  public static let rin = LinkPolicy()

  /// The settings of `invite-friends-product`: a signed link per invite, for one invitee and 30
  /// days.
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

  /// The settings of `invite-friends-design`: a code link per visit to the flow, for 30 days.
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

/// The precedence of a document's texts where it gives several for one situation.
public struct CopyPolicy: Hashable, Sendable {
  /// A part of a document that texts come from.
  public enum Source: String, CaseIterable, Sendable {
    /// A requirement of 003 §8; the error table of 000 §13 ranks as one.
    case requirement
    /// An edge case: 000 §14 or 003 §5.3.
    case edgeCase
    /// A screen with its states, such as those of 000 §4 and 003 §6.
    case stateTable
    /// The worksheet of 003 §3; no text of the catalogue is from there.
    case worksheet
  }

  /// The parts in falling order of precedence; empty where a document never disagrees with itself.
  public var precedence: [Source] = [.stateTable]

  /// Creates the settings of `rin`.
  public init() {}
}

extension CopyPolicy {
  /// The settings of `rin`, the default: the state table comes before all other parts.
  public static let rin = CopyPolicy()

  /// The settings of `invite-friends-product`: no part has precedence.
  public static let product: CopyPolicy = {
    var policy = CopyPolicy()
    policy.precedence = []
    return policy
  }()

  /// The settings of `invite-friends-design`: requirement, edge case, state table, worksheet.
  public static let design: CopyPolicy = {
    var policy = CopyPolicy()
    policy.precedence = [.requirement, .edgeCase, .stateTable, .worksheet]
    return policy
  }()
}

extension CopyPolicy {
  /// Returns the text of the part with the highest precedence; the first of equals and of unranked
  /// parts.
  ///
  /// The other texts stay in the catalogue, so that a what-if can prefer them.
  ///
  /// - Precondition: `texts` is not empty.
  func choose<Text>(among texts: [Text], by part: (Text) -> Source?) -> Text {
    let weightiest = texts.enumerated().min { left, right in
      (rank(part(left.element)), left.offset) < (rank(part(right.element)), right.offset)
    }
    guard let weightiest else { preconditionFailure("there is no text to choose among") }
    return weightiest.element
  }

  private func rank(_ part: Source?) -> Int {
    part.flatMap { precedence.firstIndex(of: $0) } ?? precedence.count
  }
}

extension SharingRules {
  static let precedence: [Rule] = [
    Rule("CNF-59", "Of two texts for one situation the precedence of parts picks one.")
  ]
}

/// The choice and length of the invite texts.
public struct MessagePolicy: Hashable, Sendable {
  /// Not a `ProfileID`: 002 has two sets of texts.
  public enum TextSet: String, CaseIterable, Sendable {
    /// The texts of 000: one by first name, and one without.
    case rin
    /// The texts of 002 §5.2, in the sender's voice, by the context of the invite.
    case productByContext
    /// The texts of 002 §3.2, by the trigger that led to the invite.
    case productByTrigger
    /// The text of 003 §5.1, with and without a first name.
    case design
  }

  /// The recipient whose first name a text may contain (CNF-30).
  public enum NameRule: String, CaseIterable, Sendable {
    /// A first name only when there is exactly one recipient.
    case singleRecipientOnly
    /// The first name of the first recipient, however many there are; for what-ifs.
    case firstRecipient
  }

  /// The texts that a message is chosen from.
  public var set = TextSet.rin
  /// Whether texts differ by channel: a shorter text message, a closing line in emails.
  public var perChannel = false
  /// Whether texts name the app; otherwise it is called "this app".
  public var includeAppName = true
  /// The recipient whose first name a text may contain.
  public var nameRule = NameRule.singleRecipientOnly
  /// The most characters of a default message, link and name included; `nil` sets no limit.
  public var maxLength: Int?
  /// Whether each message reports its length in SMS segments.
  public var countSegments = true

  /// Creates the settings of `rin`.
  public init() {}
}

extension MessagePolicy {
  /// The settings of `rin`, the default: its own texts, of any length.
  public static let rin = MessagePolicy()

  /// The settings of `invite-friends-product`: texts by the context of the invite, of any length.
  public static let product: MessagePolicy = {
    var policy = MessagePolicy()
    policy.set = .productByContext
    return policy
  }()

  /// The settings of `invite-friends-design`: its own texts, of at most 159 characters.
  public static let design: MessagePolicy = {
    var policy = MessagePolicy()
    policy.set = .design
    policy.maxLength = 159
    return policy
  }()
}
