public import Vocabulary

/// The texts of the dashboard and of the share screen's footer, seen and spoken.
public enum DashboardText {
  public static let title = "Your Invites"
  public static let listHeading = "Accepted Invites"
  public static let sentLabel = "Invites Sent"
  public static let installedLabel = "Installed"
  public static let completedLabel = "Completed Onboarding"
  public static let emptyList = "No one has joined yet. Share your link to get started."
  public static let termsLink = "How referrals work"
  public static let emptyIcon = "square.and.arrow.up"
  public static let retryButton = "Retry"
  /// The state table's text, and the one of the error table, which is shorter.
  public static let loadError = VariantTexts(
    (.stateTable, "Can't load invite activity. Try again."),
    VariantTexts.Variant(source: .requirement, text: "Can't load invite activity."))

  /// The one sentence of the empty state, seen and spoken.
  public static func emptyTitle(app: AppIdentity) -> String {
    "Share \(app.name) to see your invite activity here."
  }

  /// The button of the empty state, which takes the focus.
  public static func emptyButton(app: AppIdentity) -> String { "Share \(app.name)" }

  // Ours: CNF-62.
  public static let stale = "Showing saved activity. Connect to refresh."
  // Ours: CNF-62, after the offline text of the share screen.
  public static let offline = "You need a connection to load your invite activity."
  // Ours: CNF-62, for an invitee without a name.
  static let nameless = "Someone you invited"
}

extension Dashboard {
  /// The line under the bar; `nil` without a bar.
  public func summaryLine(app: AppIdentity) -> String? {
    bar == nil ? nil : "\(figures.completed) of \(figures.sent) joined \(app.name)"
  }

  /// The three figures as they are spoken, one element each: the label, then the value.
  public var spokenFigures: [String] {
    [
      "Invites sent: \(figures.sent)", "Installed: \(figures.installed)",
      "Completed onboarding: \(figures.completed)",
    ]
  }

  /// The bar as it is spoken; `nil` without a bar.
  public func spokenBar(app: AppIdentity) -> String? {
    guard bar != nil else { return nil }
    // Ours: CNF-62, the singular.
    let friends = figures.sent == 1 ? "friend" : "friends"
    return "\(figures.completed) of \(figures.sent) invited \(friends) joined \(app.name)."
  }
}

extension Dashboard.Row {
  public var joinedLine: String { "Joined \(joined.inWords)" }

  /// The row as it is spoken: name and date.
  public var spoken: String { "\(name), joined \(joined.inWords)" }
}

/// The numbers at the foot of the share screen.
public struct ShareFooter: Hashable, Sendable {
  public let sent: Int
  /// Those who completed onboarding, as on the dashboard.
  public let joined: Int
  /// What premium rewards add; `nil` while they are switched off.
  public let rewardLine: String?

  public init(_ figures: Dashboard.Figures, rewards: RewardPolicy = .rin, app: AppIdentity = .rin) {
    sent = figures.sent
    joined = figures.completed
    rewardLine = rewards.footerLine(app: app)
  }

  public var text: String { "Your invites: \(sent) sent, \(joined) joined" }

  /// Both numbers as one spoken group.
  public var spoken: String {
    // Ours: CNF-62, the singulars.
    let invites = sent == 1 ? "invite" : "invites"
    let people = joined == 1 ? "person" : "people"
    return "You've sent \(sent) \(invites). \(joined) \(people) joined."
  }
}

extension VisibilityRules {
  static let texts: [Rule] = [
    Rule("DSH-01", "The title is Your Invites."),
    Rule("DSH-07", "The summary line reads: completed of sent joined Rin."),
    Rule("DSH-12", "How referrals work opens the terms of referral."),
    Rule("DSH-20", "The empty state has an icon, one sentence and the button Share Rin."),
    Rule("DSH-24", "The list is headed Accepted Invites, and each figure has its label."),
    Rule("DSH-27", "The stale mark and the offline text are ours; a cache lives until replaced."),
    Rule("DSH-28", "The one sentence of the empty state is its title; there is no body."),
    Rule("DSH-29", "The label is seen as Invites Sent and spoken as Invites sent."),
    Rule("ACC-14", "The empty state speaks its one sentence; its button takes the focus."),
    Rule("ACC-06", "The footer is spoken as one group of two sentences with the live counts."),
    Rule("ACC-11", "Each figure is spoken as label, then value."),
    Rule("ACC-12", "The bar is spoken as: completed of sent invited friends joined Rin."),
    Rule("ACC-13", "A row speaks name and date of joining."),
    Rule("ACC-18", "The singular forms are ours: 1 invite, 1 person, 1 friend."),
    Rule("ACC-19", "Spoken sentences end in a full stop, spoken labels do not."),
  ]
}
