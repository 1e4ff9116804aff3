public import Vocabulary

/// The push notification that reports a new member to the inviter.
public struct JoinedPush: Hashable, Sendable {
  /// The in-app indication shown beside the push.
  public enum InApp: Hashable, Sendable {
    /// A banner with the text of the push.
    case banner(String)
    /// A badge on the profile with this text.
    case profileBadge(String)
  }

  /// The type of the push in the table of push deep links.
  public static let type = "Invite accepted"

  /// The account that receives the push.
  public let inviter: PrincipalID
  /// The new member whom the push reports.
  public let invitee: PrincipalID
  /// The text, in the words of the document that the policy names.
  public let text: String
  /// The destination of a tap on the push.
  public let destination: InviterDestination
  /// The last instant at which the push is in time; `nil` where no delay is required.
  public let deadline: Instant?
  /// The indication in the app; `nil` where there is only the push.
  public let inApp: InApp?
  /// The deciding rule.
  public let rule: RuleID
}

extension JoinedPush {
  /// The event logged when the push goes out.
  public var sentEvent: InviteEvent { Self.sentEvent(to: inviter, about: invitee) }
  /// The event logged when the inviter taps the push.
  public var tappedEvent: InviteEvent { Self.tappedEvent(by: inviter, about: invitee) }

  static func sentEvent(to inviter: PrincipalID, about invitee: PrincipalID) -> InviteEvent {
    InviteEvent(.notificationSent, .pair(inviter: inviter, invitee: invitee))
  }

  static func tappedEvent(by inviter: PrincipalID, about invitee: PrincipalID) -> InviteEvent {
    InviteEvent(.notificationTapped, .pair(inviter: inviter, invitee: invitee))
  }

  /// Returns whether a push that arrives at `instant` meets the deadline.
  public func isInTime(at instant: Instant) -> Bool {
    deadline.map { instant <= $0 } ?? true
  }
}

extension NotificationPolicy {
  /// Returns the text of the push about an invitee called `name`.
  func text(of name: String?, app: AppIdentity, texts: CopyPolicy) -> String {
    switch (copy, name) {
    case (.rin, let name?): "\(name) joined \(app.name) from your invite."
    // Ours: CNF-62, for an invitee without a name.
    case (.rin, nil): "Someone joined \(app.name) from your invite."
    case (.product, let name?): "\(name) just joined! Say hi."
    // Ours: CNF-62, for an invitee without a name.
    case (.product, nil): "Your friend just joined! Say hi."
    case (.design, let name?):
      // 003 has two texts for the same push.
      texts.choose(
        among: [
          (CopyPolicy.Source.requirement, "\(name) joined \(app.name)!"),
          (.edgeCase, "\(name) joined \(app.name)! Say hi."),
        ], by: \.0
      ).1
    case (.design, nil): "Your friend joined!"
    }
  }
}

extension JoinedPush.InApp {
  init?(_ inApp: NotificationPolicy.InApp, name: String?, text: String) {
    switch inApp {
    case .none: return nil
    case .banner: self = .banner(text)
    case .profileBadge: self = .profileBadge(name.map { "\($0) joined!" } ?? "Your friend joined!")
    }
  }
}

extension ConnectionRules {
  static let push: [Rule] = [
    Rule(
      "NOT-02", "The text names the invitee, if the name is fit, who joined Rin from your invite."),
    Rule("P-TAP-04", "From the join notification the sender is one tap from the friend."),
    Rule("NOT-03", "A tap opens the invitee's contact detail."),
    Rule("NOT-04", "The push is of the type Invite accepted, mapped to the contact's deep link."),
    Rule("NOT-06", "The push to the inviter is the only one that the feature has."),
    Rule("P-NTF-02", "In 002 the text names the friend, who just joined, and asks to say hi."),
    Rule("P-NTF-03", "In 002 a tap opens a screen for connecting with the new user."),
    Rule("P-NTF-05", "In 002 the inviter is notified by push and in the app."),
    Rule("D-NTF-02", "In 003 the push arrives within five minutes, the last instant included."),
    Rule("D-NTF-03", "003 has two texts for the push; the requirement's wins, the other is kept."),
    Rule("D-NTF-04", "In 003 a tap opens the friend's profile."),
    Rule(
      "D-DEP-05",
      "A push about a friend without a name reads \"Your friend joined!\", and nothing more."),
  ]
}

/// The destination of a tap on a push or on a row of the dashboard.
public enum InviterDestination: Hashable, Sendable {
  /// The detail page of the contact; the target in `rin`.
  case contactDetail(PrincipalID)
  /// The screen for connecting with the new user; the target in `product`.
  case connectionScreen(PrincipalID)
  /// The friend's profile; the target in `design`.
  case friendProfile(PrincipalID)

  /// Returns the deep link; only the one of contact details is the documents', the other two are
  /// ours.
  public func url(app: AppIdentity) -> String {
    switch self {
    case .contactDetail(let id): "\(app.scheme)://contacts/\(id.rawValue)"
    case .connectionScreen(let id): "\(app.scheme)://connections/\(id.rawValue)"
    case .friendProfile(let id): "\(app.scheme)://profiles/\(id.rawValue)"
    }
  }
}

extension InviterDestination {
  init(_ target: NotificationPolicy.Target, of invitee: PrincipalID) {
    self =
      switch target {
      case .contactDetail: .contactDetail(invitee)
      case .connectionScreen: .connectionScreen(invitee)
      case .friendProfile: .friendProfile(invitee)
      }
  }
}
