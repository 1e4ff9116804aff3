public import Vocabulary

/// A name that a push may show to the inviter.
///
/// The invitee chose it, and the inviter may not know the invitee, so it must not serve as a message.
/// The limits are ours, as no document has any. A push about anyone else reads as one about an invitee
/// without a name.
public struct PushName: Hashable, Sendable {
  /// The most characters that a name may have.
  public static let longest = 30
  /// The most digits that it may have, of any script.
  public static let mostDigits = 2

  /// The name, without white space around it.
  public let text: String

  /// Creates a name from what an invitee entered.
  ///
  /// `nil` if it is blank or too long, has more digits, the address of a page, letters of two scripts,
  /// or a character that is not to be seen.
  public init?(_ name: String) {
    guard let text = trimmed(name), text.count <= Self.longest else { return nil }
    let scalars = text.unicodeScalars
    guard scalars.allSatisfy(Self.isVisible),
      scalars.count(where: Self.isDigit) <= Self.mostDigits,
      !Self.holdsAddress(text), Set(scalars.compactMap(Self.script(of:))).count <= 1
    else { return nil }
    self.text = text
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    // Persian and Indic names need the two joiners, and so do pictures of people; all other format
    // characters turn the direction of the writing or hide.
    case .format: scalar.value == 0x200C || scalar.value == 0x200D
    default: true
    }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .decimalNumber, .letterNumber, .otherNumber: true
    default: false
    }
  }

  /// Returns whether `text` has a scheme, or a word such as `www.example` or `example.com`.
  ///
  /// Initials pass, as one letter follows each dot: `J.R.R. Tolkien`.
  private static func holdsAddress(_ text: String) -> Bool {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    return words.contains { word in
      let parts = word.split(omittingEmptySubsequences: false) { ".。．｡".contains($0) }
      return word.contains("://") || (parts.count > 1 && parts[0] == "www")
        || zip(parts, parts.dropFirst()).contains { label, next in
          !label.isEmpty && next.prefix { $0.isLetter }.count > 1
        }
    }
  }
}

extension PushName {
  /// Returns a number for the script of a letter or its mark; `nil` for what goes with every script.
  ///
  /// Scripts without a row have a number for each 128 characters, as Unicode lays out most of them.
  private static func script(of scalar: Unicode.Scalar) -> UInt32? {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark:
      break
    default: return nil
    }
    let value = scalar.value
    if common.contains(where: { $0.contains(value) }) { return nil }
    return scripts.firstIndex { $0.contains { $0.contains(value) } }.map { UInt32.max - UInt32($0) }
      ?? value >> 7
  }

  /// Apostrophes of letters, and marks of every script.
  private static let common: [ClosedRange<UInt32>] = [
    0x2B9...0x2DF, 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF,
    0xFE00...0xFE0F, 0xFE20...0xFE2F,
  ]

  /// The scripts that share 128 characters with another, or have more.
  private static let scripts: [[ClosedRange<UInt32>]] = [
    // Latin.
    [
      0x41...0x7A, 0xAA...0xAA, 0xBA...0xBA, 0xC0...0x2B8, 0x2E0...0x2E4, 0x1D00...0x1D25,
      0x1D2C...0x1DBF, 0x1E00...0x1EFF, 0x2071...0x209C, 0x212A...0x212B, 0x2C60...0x2C7F,
      0xA722...0xA7FF, 0xAB30...0xAB64, 0xFB00...0xFB06, 0xFF21...0xFF5A,
    ],
    // Greek, Cyrillic, Armenian, Hebrew.
    [0x370...0x3FF, 0x1F00...0x1FFF],
    [0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F],
    [0x530...0x58F, 0xFB13...0xFB17],
    [0x590...0x5FF, 0xFB1D...0xFB4F],
    // Arabic, Tibetan, Burmese, Georgian, Ethiopic, Canadian syllables, Mongolian.
    [0x600...0x6FF, 0x750...0x77F, 0x870...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF],
    [0xF00...0xFFF],
    [0x1000...0x109F, 0xA9E0...0xA9FF, 0xAA60...0xAA7F],
    [0x10A0...0x10FF, 0x1C90...0x1CBF, 0x2D00...0x2D2F],
    [0x1200...0x139F, 0x2D80...0x2DDF, 0xAB00...0xAB2F],
    [0x1400...0x167F, 0x18B0...0x18FF],
    [0x1800...0x18AF],
    // Han, kana, bopomofo and hangul: Japanese and Korean names mix them.
    [
      0x1100...0x11FF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x31FF, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC,
      0x1AFF0...0x1B16F, 0x20000...0x3FFFF,
    ],
  ]
}

/// The progress of an invitee, in the steps that a notification may report.
public enum JoinMilestone: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The app was installed; no policy reports this step.
  case installed
  /// The account was created; the moment in `design`.
  case signedUp
  /// The invite was accepted; the moment in `product`.
  case accepted
  /// Onboarding was completed; the moment in `rin`.
  case onboardingCompleted
}

/// The facts that decide whether the inviter is notified of an invitee.
public struct JoinFacts: Hashable, Sendable {
  /// The account that would be notified.
  public var inviter: PrincipalID
  /// The state of the inviter's account; only an active one is notified.
  public var inviterState: AccountState
  /// The account that reached the milestone.
  public var invitee: PrincipalID
  /// The name that the invitee gave; `nil` without one.
  ///
  /// Only a `PushName` is shown.
  public var inviteeName: String?
  /// The result of attribution for this invitee.
  public var credit: ConnectionFacts.Credit
  /// Whether the invitee had an account before opening the link.
  public var hadAccount: Bool
  /// Whether the inviter has been notified of this invitee already.
  public var wasNotified: Bool
  /// Whether the inviter's phone lets the app notify them.
  public var allowsPushes = true
  /// The component that noticed the milestone.
  public var trigger: NotificationPolicy.Trigger

  /// Creates the facts about a new, credited invitee of whom the inviter has not been notified.
  public init(
    inviter: PrincipalID, inviterState: AccountState = .active, invitee: PrincipalID,
    inviteeName: String?, credit: ConnectionFacts.Credit = .credited, hadAccount: Bool = false,
    wasNotified: Bool = false, trigger: NotificationPolicy.Trigger = .server
  ) {
    self.inviter = inviter
    self.inviterState = inviterState
    self.invitee = invitee
    self.inviteeName = inviteeName
    self.credit = credit
    self.hadAccount = hadAccount
    self.wasNotified = wasNotified
    self.trigger = trigger
  }
}

/// The decision whether the inviter is notified of an invitee.
public enum NotificationDecision: Hashable, Sendable {
  /// The inviter receives this push.
  case push(JoinedPush)
  /// The inviter's phone allows no push: the app itself shows the news, when it is open.
  case inApp(JoinedPush.InApp)
  /// The inviter receives nothing.
  case none(because: Reason)

  /// The reason why the inviter receives nothing.
  public enum Reason: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The policy reports another milestone.
    case notTheMoment
    /// Attribution gave no credit for the invitee.
    case notCredited
    /// The click was older than the attribution window.
    case attributionExpired
    /// The inviter's account is deleted or suspended.
    case inviterGone
    /// The invitee had an account before, and the policy does not report acceptances.
    case hadAccount
    /// The inviter has been notified of this invitee already.
    case alreadyNotified = "alreadyTold"
    /// Another component is in charge of the notification.
    case notTheTrigger
    /// The inviter's phone allows no push, and the policy has no other sign.
    case notPermitted
  }
}

extension NotificationPolicy {
  /// Decides about the notification when an invitee has reached `milestone` at `instant`.
  public func decide(
    _ milestone: JoinMilestone, at instant: Instant, for facts: JoinFacts,
    app: AppIdentity = .rin, texts: CopyPolicy = .rin
  ) -> NotificationDecision {
    if let reason = reasonForSilence(at: milestone, for: facts) { return .none(because: reason) }
    let push = push(of: facts, at: instant, app: app, texts: texts)
    if facts.allowsPushes { return .push(push) }
    return push.inApp.map { .inApp($0) } ?? .none(because: .notPermitted)
  }

  /// Returns why the inviter is not notified; `nil` for a notification, if their phone allows it.
  ///
  /// This is the decision without its text, for hot loops.
  public func reasonForSilence(
    at milestone: JoinMilestone, for facts: JoinFacts
  ) -> NotificationDecision.Reason? {
    if milestone != moment.milestone { return .notTheMoment }
    if facts.trigger != trigger { return .notTheTrigger }
    switch facts.credit {
    case .credited: break
    case .expired: return .attributionExpired
    case .none: return .notCredited
    }
    // In 002 an account that exists accepts by connecting; elsewhere it is no new member.
    if facts.hadAccount, moment != .accepted { return .hadAccount }
    if facts.inviterState != .active { return .inviterGone }
    return facts.wasNotified ? .alreadyNotified : nil
  }

  private func push(
    of facts: JoinFacts, at instant: Instant, app: AppIdentity, texts: CopyPolicy
  ) -> JoinedPush {
    let name = facts.inviteeName.flatMap { PushName($0) }?.text
    let text = self.text(of: name, app: app, texts: texts)
    return JoinedPush(
      inviter: facts.inviter, invitee: facts.invitee, text: text,
      destination: InviterDestination(target, of: facts.invitee),
      deadline: maxDelay.map { instant + $0 },
      inApp: JoinedPush.InApp(inApp, name: name, text: text), rule: moment.rule)
  }
}

extension NotificationPolicy.Moment {
  package var milestone: JoinMilestone {
    switch self {
    case .onboardingCompleted: .onboardingCompleted
    case .accepted: .accepted
    case .signedUp: .signedUp
    }
  }

  var rule: RuleID {
    switch self {
    case .onboardingCompleted: "NOT-01"
    case .accepted: "P-NTF-01"
    case .signedUp: "D-NTF-01"
    }
  }
}

extension NotificationDecision {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .push(let push): push.rule
    case .none(.notTheMoment): "NOT-08"
    case .none(.notCredited): "ATT-15"
    case .none(.attributionExpired): "NOT-05"
    case .none(.inviterGone): "NOT-09"
    case .none(.hadAccount): "D-NTF-05"
    case .none(.alreadyNotified): "NOT-10"
    case .none(.notTheTrigger): "P-NTF-04"
    case .inApp, .none(.notPermitted): "PER-07"
    }
  }
}

extension ConnectionRules {
  static let notifying: [Rule] = [
    Rule("NOT-01", "The inviter is notified when the invitee has completed onboarding."),
    Rule("NOT-05", "An expired attribution sends no notification."),
    Rule("NOT-08", "Neither an install nor a verified number alone sends a notification."),
    Rule("NOT-09", "An inviter who is gone is not notified."),
    Rule("NOT-10", "An inviter is notified once of each invitee."),
    Rule("P-NTF-01", "In 002 the inviter is notified when the invitee has accepted."),
    Rule(
      "P-NTF-04",
      "The accept call on the server notifies; the client's tracker does not do so again."),
    Rule("D-NTF-01", "In 003 the inviter is notified when the friend has signed up."),
    Rule("D-NTF-05", "An invitee who had the app causes no push: there was no signup."),
    Rule("PER-07", "A push is sent only with the permission of whoever receives it."),
    Rule("D-RES-09", "One link serves many contacts, so a push names the joiner, not the contact."),
    Rule("CNF-19", "The moment, text, target and delay of the push are settings."),
  ]
}
