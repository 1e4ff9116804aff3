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

/// One opening of an invite link, with its opener and the validity of the link.
public struct LinkTap: Hashable, Sendable, BitwiseCopyable {
  /// The program, browser or app that opened the link.
  public var opener: LinkOpener
  /// The standing of the link (default: `valid`).
  public var link: LinkStanding
  /// The state of the sender's account.
  public var sender: AccountState

  /// Creates a tap, by default on a valid link of an active sender.
  public init(opener: LinkOpener, link: LinkStanding = .valid, sender: AccountState = .active) {
    self.opener = opener
    self.link = link
    self.sender = sender
  }
}

/// The opener of an invite link, with the facts available at that moment.
public enum LinkOpener: Hashable, Sendable, BitwiseCopyable {
  /// A messaging app that draws a card of the link.
  case previewFetcher
  /// A person whose device does not have the app.
  case browser(DevicePlatform)
  /// A person who has the app, and may or may not have an account.
  case signedOutApp
  /// A person who uses the app.
  case signedInApp(RelationToSender)
}

/// Whether the app runs on a device.
public enum DevicePlatform: String, CaseIterable, Sendable, BitwiseCopyable {
  /// A device with the app's store; a Mac counts, since an iPad reports to be one.
  case iOS
  /// A device on a platform without the app.
  case other
}

/// The relation of a user to the sender of the tapped link.
public enum RelationToSender: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The user is not connected with the sender.
  case stranger
  /// The user is connected with the sender already.
  case connected
  /// The link is the user's own.
  case same
}

extension LinkOpener: CaseIterable {
  public static let allCases: [LinkOpener] =
    [.previewFetcher] + DevicePlatform.allCases.map { .browser($0) } + [.signedOutApp]
    + RelationToSender.allCases.map { .signedInApp($0) }
}

extension LinkOpener {
  /// Creates the opener from the User-Agent of a request for the page of a link.
  ///
  /// An iPad reports "Macintosh", so a Mac counts as iOS: it, too, can show the app store.
  public init(userAgent: UserAgent) {
    if PreviewFetcher(userAgent: userAgent) != nil {
      self = .previewFetcher
      return
    }
    let isApple =
      userAgent.holds("iPhone") || userAgent.holds("iPad") || userAgent.holds("iPod")
      || userAgent.holds("Macintosh")
    self = .browser(isApple ? .iOS : .other)
  }
}

extension ReceiptPolicy {
  /// Returns the result of opening a link.
  ///
  /// `landing` sets the page of a browser, and `broken` the behaviour of links that are no longer
  /// valid.
  public func decide(
    _ tap: LinkTap, landing: LandingPolicy, broken: BrokenLinks
  ) -> ReceiptDecision {
    let fault = fault(of: tap, under: broken)
    switch tap.opener {
    case .previewFetcher:
      return decision(
        landing.surface(for: fault, under: broken), .previewFetch,
        credit: landing.previewFetchCountsAsClick ? creditOfNewcomer(fault) : .none,
        isRecorded: landing.previewFetchCountsAsClick)
    case .browser(.other):
      return decision(landing.surfaceElsewhere, .notOnIOS, credit: .none)
    case .browser(.iOS):
      return decision(
        landing.surface(for: fault, under: broken), fault ?? .notInstalled,
        credit: creditOfNewcomer(fault))
    case .signedOutApp:
      return decision(
        fault == nil ? .invitedOnboarding : .standardOnboarding, fault ?? .signedOut,
        credit: creditOfNewcomer(fault))
    case .signedInApp(.same):
      switch selfTap {
      case .toastNoCredit: return decision(.alreadyOnToast, .ownLink, credit: .none)
      }
    case .signedInApp(.connected) where alreadyConnectedToast && fault == nil:
      return decision(.alreadyConnectedToast, .alreadyConnected, credit: .none)
    case .signedInApp(.connected), .signedInApp(.stranger):
      return decideForUser(fault)
    }
  }

  /// Returns the card that every fetch of a preview draws; `nil` where that depends on the link, or
  /// the fetch is recorded.
  public func previewSurface(landing: LandingPolicy, broken: BrokenLinks) -> ReceiptSurface? {
    let decisions = LinkStanding.allCases.flatMap { link in
      AccountState.allCases.map { sender in
        decide(
          LinkTap(opener: .previewFetcher, link: link, sender: sender), landing: landing,
          broken: broken)
      }
    }
    let surfaces = Set(decisions.map(\.surface))
    return surfaces.count == 1 && !decisions.contains { $0.isRecorded } ? surfaces.first : nil
  }

  private func decideForUser(_ fault: ReceiptReason?) -> ReceiptDecision {
    let credit: ReceiptCredit =
      switch existingUserCredit {
      case .none: .none
      case .acceptanceOnConnect: .acceptanceOnConnect
      case .actionOnly: .action
      }
    switch existingUser {
    case .toastAlreadyOn:
      // A user sees the same toast, whatever the validity of the link.
      return decision(.alreadyOnToast, .existingUser, credit: fault == nil ? credit : .none)
    case .wantsToConnect:
      // The link lacks a sender to connect with; for the user the app just opens. Ours.
      return fault.map { decision(.home, $0, credit: .none) }
        ?? decision(.wantsToConnect, .existingUser, credit: credit)
    case .welcomeBack:
      return decision(.welcomeBack, .existingUser, credit: fault == nil ? credit : .none)
    }
  }

  /// A deleted or suspended sender stays a candidate: the referral may be kept for analytics.
  private func creditOfNewcomer(_ fault: ReceiptReason?) -> ReceiptCredit {
    switch fault {
    case nil, .senderDeleted, .senderSuspended: .byAttribution
    default: .none
    }
  }

  private func decision(
    _ surface: ReceiptSurface, _ reason: ReceiptReason, credit: ReceiptCredit,
    isRecorded: Bool = true
  ) -> ReceiptDecision {
    ReceiptDecision(
      surface: surface, because: reason, rule: reason.rule(in: document), isRecorded: isRecorded,
      credit: credit, isLogged: reason == .tamperedLink)
  }
}

extension ReceiptPolicy {
  /// Returns the reason why the link is not a sender's valid invite; `nil` if it is.
  private func fault(of tap: LinkTap, under broken: BrokenLinks) -> ReceiptReason? {
    switch tap.link {
    case .tampered: return broken.tampered == nil ? .unknownLink : .tamperedLink
    case .unknown: return .unknownLink
    case .expired: return .expiredLink
    case .valid: break
    }
    switch tap.sender {
    case .deleted:
      switch deletedSender {
      case .omitContext: return .senderDeleted
      }
    case .suspended:
      switch suspendedSender {
      case .likeDeleted: return .senderSuspended
      }
    case .active: return nil
    }
  }
}

extension LandingPolicy {
  /// Returns the surface of a browser on iOS, which a preview draws too.
  func surface(for fault: ReceiptReason?, under broken: BrokenLinks) -> ReceiptSurface {
    if fault == .expiredLink {
      switch broken.expired {
      case .standardOnboarding: break
      case .expiredPage: return .expiredPage
      case .appStoreRedirect: return .appStore
      }
    }
    switch page {
    case .generic: return .genericPage
    case .ogPersonalised: return fault == nil ? .personalisedPage : .genericPage
    case .appStore: return .appStore
    }
  }

  /// The surface of a browser on a platform without the app.
  var surfaceElsewhere: ReceiptSurface {
    switch nonIOS {
    case .genericPage: .genericPage
    case .emailCapture: .emailCapturePage
    case .appStore: .appStore
    }
  }
}

extension ReceiptRules {
  static let decisions: [Rule] = [
    Rule("RES-02", "Who has the app and is not signed in goes to onboarding with the invite."),
    Rule("RES-03", "A signed-in user gets the toast, then Home, and no attribution."),
    Rule(
      "RES-04",
      "Whether an existing user's click is captured and reported is a setting, off under rin."),
    Rule("RES-10", "An unknown code means standard onboarding, without a word."),
    Rule("RES-23", "Without the app: the generic page with its store link, or the store at once."),
    Rule("EDG-06", "Whoever taps their own link gets the toast, and no credit."),
    Rule("P-EDG-01", "With the app installed the link opens it, and onboarding is skipped."),
    Rule("P-EDG-06", "A deleted or suspended sender's link still works, without naming anybody."),
    Rule(
      "P-EDG-15", "Self-invite, unknown code and bad signature take the ways the settings name."),
    Rule("D-RES-01", "The link opens the app; without it, the store, and a deferred link after."),
    Rule("D-RES-05", "Who already has the app is welcomed back, not onboarded."),
    Rule("D-RES-06", "The inviter is then credited for the action, never for an acceptance."),
    Rule("D-RES-07", "The landing surface is the app's own store page."),
    Rule("D-RES-10", "What the design leaves out takes the values of rin."),
    Rule("CNF-07", "What an existing user meets, and what that earns, is set per profile."),
    Rule("CNF-12", "One's own link gives the toast and earns no credit, in every profile."),
    Rule("CNF-13", "A suspended sender is treated like a deleted one: no context, no credit."),
    Rule("CNF-14", "Expired, unknown and tampered links degrade as the link settings say."),
    Rule("CNF-18", "Where the app does not run the landing policy names the page."),
  ]
}

/// The User-Agent header by which a program identifies itself.
public struct UserAgent: Hashable, Sendable {
  /// The header value as sent.
  public let bytes: [UInt8]

  /// Creates the header from `line`, its value as sent.
  public init(_ line: String) {
    bytes = Array(line.utf8)
  }

  /// Returns whether `word` occurs anywhere, letter by letter.
  public func holds(_ word: StaticString) -> Bool { end(of: word) != nil }

  /// Returns the place behind the first `word`, letter by letter; `nil` if there is none.
  public func end(of word: StaticString) -> Int? {
    bytes.indices.first { stands(word, at: $0) { $0 } }.map { $0 + word.utf8CodeUnitCount }
  }

  /// Returns whether `mark`, given in lower case, stands at `place`, whatever the case of its letters.
  func holds(_ mark: StaticString, at place: Int) -> Bool {
    stands(mark, at: place) {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0
    }
  }

  @inline(__always)
  private func stands(_ word: StaticString, at place: Int, as read: (UInt8) -> UInt8) -> Bool {
    let count = word.utf8CodeUnitCount
    guard count <= bytes.count - place else { return false }
    return word.withUTF8Buffer { wanted in
      for offset in 0..<count where unsafe read(bytes[place + offset]) != wanted[offset] {
        return false
      }
      return true
    }
  }
}
