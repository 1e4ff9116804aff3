public import Vocabulary

/// The page for devices on which the app does not run yet: it takes an email address.
public struct EmailCapturePage: Hashable, Sendable {
  /// The result of submitting an address.
  public enum Answer: Hashable, Sendable {
    /// The person will be notified when the app supports the device.
    case willNotify(EmailAddress)
    /// Nothing is kept, for all of these reasons.
    case refused([Refusal])
  }

  /// A reason for keeping nothing.
  public enum Refusal: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The input does not have the form of an address.
    case noAddress
    /// The person has not agreed that the address is kept.
    case noConsent
  }

  /// The time for which an address is kept for a notice that is not sent; ours.
  ///
  /// No row of the catalogue sets a period. Those of clicks (7 or 30 days) and of incomplete installs
  /// (7 days) would end before any launch. After a year the person no longer expects the message.
  public static let retention = Interval.days(365)

  /// The words of the page, as P-EDG-13 gives them.
  public let text: String
  /// The words that a person agrees to; ours.
  public let consent: String
  /// The answer to an address, the same whether it was known or not; ours.
  public let thanks: [String]
  /// The answer to a withdrawn address, the same whether it was known or not; ours.
  public let withdrawn = worded("If this address was on our list, it is deleted now.")

  /// Creates the page with the name of `app`.
  public init(app: AppIdentity) {
    text =
      worded(
        """
        Thanks for your interest! \(app.name) is currently available on iOS. We'll notify you when \
        Android launches.
        """)
    consent =
      worded(
        """
        Keep my email address to send me one message when \(app.name) launches on Android. It is \
        used for nothing else, and deleted after that message, or after a year without one.
        """)
    thanks = [
      worded(
        """
        Thank you. We'll send you one message when \(app.name) launches on Android, and then delete \
        your address.
        """),
      worded("You can change your mind at any time: enter the address again, and have it deleted."),
    ]
  }

  /// Accepts an address, if the person agrees that it is kept, or gives every reason against it.
  public func receive(_ input: String, hasConsented: Bool) -> Answer {
    let address = EmailAddress(input)
    guard let address, hasConsented else {
      return .refused((address == nil ? [.noAddress] : []) + (hasConsented ? [] : [.noConsent]))
    }
    return .willNotify(address)
  }

  /// Returns whether an address that was left at `start` may still be kept at `now`, the last
  /// millisecond of its time included.
  public static func isKept(since start: Instant, at now: Instant) -> Bool {
    now <= start + retention
  }
}

extension EmailCapturePage.Refusal {
  /// The words for the person; ours.
  public var text: String {
    switch self {
    case .noAddress: worded("Enter an email address, such as name@example.com.")
    case .noConsent:
      worded("Tick the box if we may keep your address: without that we keep nothing.")
    }
  }

  /// The deciding rule.
  public var rule: RuleID { "P-EDG-14" }
}

extension ReceiptRules {
  static let elsewhere: [Rule] = [
    Rule("P-EDG-13", "An invitee on Android gets the page \"Thanks for your interest! …\"."),
    Rule("P-EDG-14", "That page takes an email address, to tell the person when Android launches."),
  ]
}

/// The rule book of matching: the assignment of a launch to a click.
public enum MatchingRules {
  /// All rules about clicks, match decisions and matchers, section by section.
  public static let all: [Rule] =
    clicks + decisions + matching + contest + ownService + candidates + policies
}

/// The rules by which credit is given.
public enum CreditRules {
  /// All rules about the choice of the click and the progress of a referral.
  public static let all: [Rule] = deciding + progress
}

/// The rule book of receiving: the surfaces shown to a person who opens an invite link.
public enum ReceiptRules {
  /// All rules about the opening of a link, from the landing page to the end of onboarding.
  public static let all: [Rule] =
    decisions + surfaces + states + landing + elsewhere + previews + verification + arrival
}

/// The rule book of retention: the lifetime of clicks, installs and referrals.
public enum RetentionRules {
  /// All rules about retention periods and deleted accounts.
  public static let all: [Rule] = periods + deletion
}

/// The part of an invite that survives the app store, and waits in the app until onboarding ends.
public struct CarriedInvite: Hashable, Sendable, Codable {
  /// The code that was tapped, as an opaque integer.
  public var link: UInt64
  /// The account that sent the invite.
  public var inviter: PrincipalID
  /// The name to show; `nil` without one, or where the policy names no inviters.
  public var inviterName: String?
  /// The place in the app that opens after onboarding (default: home).
  public var destination: InviteeDestination

  /// Creates an invite to carry, by default without a name to show.
  public init(
    link: UInt64, inviter: PrincipalID, inviterName: String? = nil,
    destination: InviteeDestination = .home
  ) {
    self.link = link
    self.inviter = inviter
    self.inviterName = inviterName
    self.destination = destination
  }
}

/// The person who opened the link, once a phone number was verified.
public struct VerifiedOpener: Hashable, Sendable, BitwiseCopyable {
  /// The account of the verified number.
  public var principal: PrincipalID
  /// Whether the account existed before.
  public var isKnown: Bool
  /// Whether the device is one that the inviter uses.
  public var isOnInvitersDevice: Bool

  /// Creates an opener, by default on a device that the inviter does not use.
  public init(principal: PrincipalID, isKnown: Bool, isOnInvitersDevice: Bool = false) {
    self.principal = principal
    self.isKnown = isKnown
    self.isOnInvitersDevice = isOnInvitersDevice
  }
}

/// The reason to drop a carried invite at verification.
public enum ContextRefusal: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The verified account is not new.
  case knownPrincipal
  /// The inviter's own device, under a policy that blocks self-referral by device.
  case invitersDevice

  /// The deciding rule.
  public var rule: RuleID { "CNF-51" }
}

extension ReceiptPolicy {
  /// Returns the reason to drop the invite for `opener`; `nil` if it stays.
  ///
  /// The verified principal decides, not the person: a person whose account has another number
  /// counts as new.
  public func refusal(
    of opener: VerifiedOpener, under attribution: AttributionPolicy
  ) -> ContextRefusal? {
    switch signedOutExisting {
    case .discardOnKnownPrincipal: if opener.isKnown { return .knownPrincipal }
    }
    switch attribution.selfReferralByDevice {
    case .allow: return nil
    case .blockSameDevice: return opener.isOnInvitersDevice ? .invitersDevice : nil
    }
  }
}

extension ReceiptRules {
  static let verification: [Rule] = [
    Rule(
      "CNF-51",
      "A signed-out known principal's invite falls away; the inviter's own device may be blocked."),
    Rule("P-DDL-04", "Sender, shared content and the rest survive the install, unaltered."),
  ]
}

/// An email address in the one spelling in which it is kept, so that it is kept once.
public struct EmailAddress: Hashable, Sendable {
  /// The greatest number of bytes of an address (RFC 5321 with its erratum 1690).
  public static let longest = 254
  /// The greatest number of bytes before the @ (RFC 5321).
  static let longestName = 64

  /// The address, its host in lower case.
  public let text: String

  /// Reads an address, without the spaces around it; `nil` for what cannot be one.
  ///
  /// It has the form that browsers demand of a field for email addresses (HTML standard), and a host
  /// with a dot. So it has no character that separates addresses or lines in the head of a message.
  /// Hosts are the same in any case; what stands before the @ may not be (RFC 5321).
  public init?(_ input: String) {
    let address = input.trimmed
    guard address.utf8.count <= Self.longest else { return nil }
    let parts = address.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, (1...Self.longestName).contains(parts[0].count),
      parts[0].allSatisfy(Self.isOfName)
    else { return nil }
    let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ Self.isLabel($0) }) else { return nil }
    text = "\(Substring(parts[0]))@\(Substring(parts[1]).lowercased())"
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || ".!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
  }

  private static func isLabel(_ bytes: Substring.UTF8View) -> Bool {
    let hyphen = UInt8(ascii: "-")
    return (1...63).contains(bytes.count) && bytes.first != hyphen && bytes.last != hyphen
      && bytes.allSatisfy { isAlphanumeric($0) || $0 == hyphen }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

extension InviteArrival {
  /// An action that an arrival requests from the app.
  public enum Action: Hashable, Sendable {
    /// Send the signals of the device, whether or not there was a link, since the app cannot tell.
    case askServer
    /// Begin onboarding on one of its two surfaces.
    case begin(ReceiptSurface, because: Beginning)
    /// Keep the invite on the device, in place of an earlier one.
    case store(CarriedInvite)
    /// Report to the server the code that brought the new principal.
    case bind(link: UInt64, to: PrincipalID)
    /// Forget the carried invite, and continue onboarding without it.
    case drop(because: ContextRefusal)
    /// Remove the inviter's name from every screen, and make no connection.
    case omitInviter
    /// Open the invite's content, and keep the referral.
    case finish(at: InviteeDestination, referrer: Referrer)
    /// Do nothing.
    case stay(because: Stillness)
  }

  /// The reason for the way in which onboarding begins.
  public enum Beginning: String, CaseIterable, Sendable, BitwiseCopyable {
    /// A working link opened the app.
    case linkOpened
    /// The server matched a click to the launch.
    case clickMatched
    /// A click matched, and its inviter's account is gone.
    case inviterGone
    /// The server found no click.
    case noMatch
    /// The server gave no answer.
    case serverUnreachable
  }

  /// The reason why there is no action.
  public enum Stillness: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The event belongs to a later state, and is ignored.
    case notYet
    /// The app carries an invite, which a launch or the server's answer does not replace.
    case alreadyKnown
    /// Under first touch the earlier invite stays.
    case firstTouchHolds
    /// The event changes nothing in this state.
    case nothingNew
    /// Onboarding is over.
    case alreadyFinished
  }

  /// The referrer in the records of a new user who completed onboarding.
  public enum Referrer: Hashable, Sendable, BitwiseCopyable {
    /// No referrer is recorded.
    case none
    /// The inviter whose invite was carried through onboarding.
    case inviter(PrincipalID)
    /// Kept for analytics; the account is gone.
    case deleted(PrincipalID)
  }
}

extension InviteArrival.Action {
  /// Whether a line is logged for developers; users never see it.
  public var isLogged: Bool {
    switch self {
    case .begin(_, because: .serverUnreachable): true
    case .askServer, .begin, .store, .bind, .drop, .omitInviter, .finish, .stay: false
    }
  }

  /// Returns the deciding rule, as `document` numbers it.
  public func rule(in document: ProfileID) -> RuleID {
    switch self {
    case .askServer: "RES-24"
    case .begin(_, because: .linkOpened): document == .design ? "D-RES-01" : "RES-02"
    case .begin(_, because: .clickMatched): document == .product ? "P-DDL-02" : "RES-05"
    case .begin(_, because: .inviterGone): document == .product ? "P-EDG-06" : "RES-19"
    case .begin(_, because: .noMatch): "RES-08"
    case .begin(_, because: .serverUnreachable): document == .product ? "P-EDG-12" : "ERR-03"
    case .store, .stay: "RES-02"
    case .bind: "RES-07"
    case .drop(let refusal): refusal.rule
    case .omitInviter: "EDG-04"
    case .finish(_, .deleted): "EDG-04"
    case .finish: document == .product ? "P-DDL-03" : "RES-05"
    }
  }
}

extension ReceiptRules {
  static let arrival: [Rule] = [
    Rule(
      "RES-05", "Without the app: the store, and on first launch the deferred link is resolved."),
    Rule("RES-11", "With the server out of reach onboarding is the standard one, and silent."),
    Rule("RES-24", "Each first launch asks the server, also that of an organic install."),
    Rule(
      "EDG-02",
      "An install beyond the window has no invite context, and so nothing of what follows."),
    Rule("EDG-04", "An inviter who vanishes is omitted; the referral is kept, marked as deleted."),
    Rule("ERR-03", "An unresolved deferred link is silent; standard onboarding proceeds."),
    Rule("PRV-02", "The server resolves an attribution, and only from an installed app."),
    Rule("P-DDL-03", "After onboarding a new user arrives at the place the invite was about."),
    Rule("P-DDL-06", "Failed attribution falls back to generic onboarding, with a log line."),
    Rule("P-EDG-12", "When attribution fails the user sees generic onboarding, developers a log."),
  ]
}

/// The content sent to a browser at the address of an invite link.
public enum LandingContent: Hashable, Sendable {
  /// The page about the app, which names no sender.
  case generic(GenericPage)
  /// The page that names the sender.
  case personalised(GenericPage, SenderGlimpse)
  /// The page for devices on which the app does not run.
  case emailCapture(EmailCapturePage)
  /// The page of an expired link; the rules of links supply its words.
  case expired
  /// A redirect to the app store, without a page.
  case storeRedirect
}

/// A page about the app with a link to the store.
///
/// It is made from the app alone and has no place for a code or a person. The pages of a known
/// code, an unknown code and a deleted sender are therefore equal.
public struct GenericPage: Hashable, Sendable {
  /// The title, which is the name of the app.
  public let title: String
  /// The words of the link to the store.
  public let storeLink: String

  /// Creates the page of `app`; its words are ours (CNF-62).
  public init(app: AppIdentity) {
    title = app.name
    storeLink = worded("Get \(app.name) on the App Store")
  }
}

/// The facts about a sender that a personalised page shows.
public struct SenderGlimpse: Hashable, Sendable {
  /// The sender's first name.
  public let firstName: String
  /// Whether the sender has a picture.
  public let hasAvatar: Bool

  /// Creates the facts that a page may show about a sender.
  public init(firstName: String, hasAvatar: Bool) {
    self.firstName = firstName
    self.hasAvatar = hasAvatar
  }
}

extension LandingContent {
  /// Creates the content for a browser on `surface`; `nil` if that surface is inside the app.
  ///
  /// The sender is read only if the surface names one; a generic page never reads it.
  public init?(
    of surface: ReceiptSurface, app: AppIdentity, sender: @autoclosure () -> SenderGlimpse?
  ) {
    switch surface {
    case .genericPage:
      self = .generic(GenericPage(app: app))
    case .personalisedPage:
      let page = GenericPage(app: app)
      self = sender().map { .personalised(page, $0) } ?? .generic(page)
    case .emailCapturePage:
      self = .emailCapture(EmailCapturePage(app: app))
    case .expiredPage:
      self = .expired
    case .appStore:
      self = .storeRedirect
    case .invitedOnboarding, .standardOnboarding, .alreadyOnToast, .alreadyConnectedToast,
      .wantsToConnect, .welcomeBack, .home:
      return nil
    }
  }
}

extension ReceiptRules {
  static let landing: [Rule] = [
    Rule("RES-12", "The page of an invite link is generic, and the same for every inviter."),
    Rule(
      "RES-22", "The page reveals nothing; attribution is resolved by the server after install."),
    Rule(
      "PRV-01",
      "The page never shows the inviter's name, photo or profile: it has no place for them."),
    Rule("CNF-15", "Whether the page is generic, personalised or the store's is set per profile."),
  ]
}

/// A program that fetches a link to draw a card of it, before any person has tapped.
public enum PreviewFetcher: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Apple's iMessage, which names Facebook's fetcher and Twitter's in one User-Agent.
  case iMessage
  /// WhatsApp: `whatsapp/` in the User-Agent; Signal uses the same name.
  case whatsApp
  /// LINE: `line-poker` in the User-Agent.
  case line
  /// KakaoTalk: `kakaotalk-scrap` in the User-Agent.
  case kakaoTalk
  /// Facebook: `facebookexternalhit` or `facebot` in the User-Agent.
  case facebook
  /// Telegram: `telegrambot` in the User-Agent.
  case telegram
  /// Twitter: `twitterbot` in the User-Agent.
  case twitter
  /// Slack: `slackbot` or `slack-imgproxy` in the User-Agent.
  case slack
  /// Discord: `discordbot` in the User-Agent.
  case discord
  /// LinkedIn: `linkedinbot` in the User-Agent.
  case linkedIn
  /// Skype: `skypeuripreview` in the User-Agent; Microsoft Teams uses the same name.
  case skype
  /// Snapchat: `snap url preview` in the User-Agent.
  case snapchat
  /// Pinterest: `pinterestbot` in the User-Agent.
  case pinterest
  /// Reddit: `redditbot` in the User-Agent.
  case reddit
  /// Apple's crawler: `applebot` in the User-Agent.
  case apple
}

extension PreviewFetcher {
  /// Creates a fetcher from its User-Agent; `nil` for a person's browser, also one inside an app.
  ///
  /// Letters are compared without case. The in-app browsers of Facebook (`FBAN`), Instagram,
  /// Twitter (`Twitter for iPhone`), LinkedIn (`LinkedInApp`) and Slack (`Slack_SSB`) are people.
  public init?(userAgent: UserAgent) {
    var fetcher: Int?
    var isFacebook = false
    var isTwitter = false
    let bytes = userAgent.bytes
    for place in bytes.indices.dropLast() where Self.mayBegin(bytes[place], bytes[place + 1]) {
      for (number, mark) in Self.marks.enumerated() where userAgent.holds(mark.text, at: place) {
        fetcher = min(number, fetcher ?? number)
        isFacebook = isFacebook || mark.fetcher == .facebook
        isTwitter = isTwitter || mark.fetcher == .twitter
      }
    }
    guard let fetcher else { return nil }
    // iMessage names a Mac's Safari, Facebook's fetcher and Twitter's in one User-Agent.
    self = isFacebook && isTwitter ? .iMessage : Self.marks[fetcher].fetcher
  }

  /// The name of each fetcher; the first match wins, so impostors come before the names they
  /// contain.
  private static let marks: [(text: StaticString, fetcher: PreviewFetcher)] = [
    // Signal fetches under this name too.
    ("whatsapp/", .whatsApp),
    // Both begin with facebookexternalhit.
    ("line-poker", .line),
    ("kakaotalk-scrap", .kakaoTalk),
    // "TelegramBot (like TwitterBot)".
    ("telegrambot", .telegram),
    ("facebookexternalhit", .facebook),
    ("facebot", .facebook),
    ("twitterbot", .twitter),
    ("slackbot", .slack),
    ("slack-imgproxy", .slack),
    ("discordbot", .discord),
    ("linkedinbot", .linkedIn),
    // Microsoft Teams fetches under this name too.
    ("skypeuripreview", .skype),
    ("snap url preview", .snapchat),
    ("pinterestbot", .pinterest),
    ("redditbot", .reddit),
    ("applebot", .apple),
  ]
}

extension PreviewFetcher {
  /// Returns whether two letters, in either case, may begin a mark, which avoids most comparisons.
  private static func mayBegin(_ first: UInt8, _ second: UInt8) -> Bool {
    first & second & 0x40 != 0 && beginnings[Int(first & 0x1F)] >> UInt32(second & 0x1F) & 1 != 0
  }

  /// The second letters of all marks, as bits, by their first letter.
  private static let beginnings: [UInt32] = {
    var beginnings = [UInt32](repeating: 0, count: 32)
    for mark in marks {
      mark.text.withUTF8Buffer { text in
        unsafe beginnings[Int(text[0] & 0x1F)] |= 1 << UInt32(text[1] & 0x1F)
      }
    }
    return beginnings
  }()
}

extension ReceiptRules {
  static let previews: [Rule] = [
    Rule(
      "CNF-63", "A preview fetch is not a person: no click record, unless the setting counts it.")
  ]
}
