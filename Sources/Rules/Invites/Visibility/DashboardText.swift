public import Vocabulary

/// The texts that only the dashboard has, seen and spoken; the others are in the catalogue.
public enum DashboardText {
  /// The heading above the new members.
  public static let listHeading = "Accepted Invites"
  /// The label of the number of invites sent, as it is seen.
  public static let sentLabel = "Invites Sent"
  /// The label of the number of installs, as it is seen.
  public static let installedLabel = "Installed"
  /// The label of the number of completed onboardings, as it is seen.
  public static let completedLabel = "Completed Onboarding"
  /// The sentence under the heading while no invitee has completed onboarding.
  public static let emptyList = "No one has joined yet. Share your link to get started."
  /// The label of the link to the terms of referral.
  public static let termsLink = "How referrals work"
  /// The name of the system symbol in the empty state.
  public static let emptyIcon = "square.and.arrow.up"
  /// The one sentence of the empty state, seen and spoken.
  public static func emptyTitle(app: AppIdentity) -> String {
    "Share \(app.name) to see your invite activity here."
  }

  // Ours: CNF-62.
  /// The mark above saved data while there is no network.
  public static let stale = "Showing saved activity. Connect to refresh."
  // Ours: CNF-62, after the offline text of the share screen.
  /// The text without a network and without saved data.
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
  /// The date of joining in words, as in "Joined Feb 12, 2026".
  public var joinedLine: String { "Joined \(joined.inWords)" }

  /// The row as it is spoken: name and date.
  public var spoken: String { "\(name), joined \(joined.inWords)" }
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
    Rule("ACC-11", "Each figure is spoken as label, then value."),
    Rule("ACC-12", "The bar is spoken as: completed of sent invited friends joined Rin."),
    Rule("ACC-13", "A row speaks name and date of joining."),
    Rule("ACC-18", "The singular forms are ours: 1 invite, 1 person, 1 friend."),
    Rule("ACC-19", "Spoken texts keep the full stops that the document quotes."),
  ]
}
