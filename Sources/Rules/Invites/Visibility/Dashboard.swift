public import Vocabulary

/// The content of the dashboard of invites once its data is available.
public struct Dashboard: Hashable, Sendable {
  /// The three figures of the summary card.
  public struct Figures: Hashable, Sendable, BitwiseCopyable {
    /// Invites sent: completed shares.
    public let sent: Int
    /// Invitees who installed through the link; an account that already had the app does not count.
    public let installed: Int
    /// Invitees who completed onboarding; may be more than were installed or sent.
    public let completed: Int

    /// Creates the three figures as given; none has to fit the others.
    public init(sent: Int, installed: Int, completed: Int) {
      self.sent = sent
      self.installed = installed
      self.completed = completed
    }
  }

  /// A member who joined through the inviter's link.
  public struct Row: Hashable, Sendable {
    /// The member's account; a tap on the row leads to it.
    public let invitee: PrincipalID
    /// The member's name, or a neutral phrase for one who gave none.
    public let name: String
    /// The address of the avatar; `nil` without one.
    public let avatar: String?
    /// The day on which the member completed onboarding, in the time zone of the dashboard.
    public let joined: CivilDate
  }

  /// The figures of the summary card.
  public let figures: Figures
  /// The filled proportion of the bar, at most 1 where the policy clamps it; `nil` without a ratio.
  public let bar: Double?
  /// The rows of new members, newest first.
  public let rows: [Row]
  /// The tiers of premium rewards; `nil` while they are switched off.
  public let rewardTier: String?
}

extension Dashboard {
  /// The facts that a dashboard requires.
  static let needed: [VisibilityPolicy.Fact] = [.sent, .installed, .completed]

  /// Creates the dashboard from the invitees attributed to one inviter.
  ///
  /// `nil` where the policy has no dashboard, or hides one of its figures from the inviter. `sent`
  /// comes from the inviter's own counts, since a send is not tied to its invitees. Dates of joining are
  /// those of the clock of `zone`.
  public init?(
    sent: Int, invitees: [InviteFacts], visibility: VisibilityPolicy = .rin,
    reward: RewardStanding? = nil, zone: CivilZone
  ) {
    guard visibility.dashboardEnabled, Self.needed.allSatisfy(visibility.inviterSees.contains)
    else { return nil }
    figures = Figures(
      sent: sent, installed: invitees.count { $0.installed != nil },
      completed: invitees.count { $0.completed != nil })
    bar = figures.bar(clamped: visibility.dashboardClampsRatio == true)
    rows =
      visibility.inviterSees.contains(.joinedNames)
      ? invitees.compactMap(InviterView.Joined.init(of:)).sorted { $0.isListed(before: $1) }
        .map { Row($0, zone: zone) } : []
    rewardTier = reward?.tierText
  }
}

extension Dashboard.Figures {
  /// Completed onboardings for each invite sent; `nil` before the first.
  public var ratio: Double? { sent > 0 ? Double(completed) / Double(sent) : nil }

  /// Returns the ratio as the bar draws it, full at 1 where it is clamped.
  func bar(clamped: Bool) -> Double? {
    ratio.map { clamped ? min($0, 1) : $0 }
  }
}

extension Dashboard.Row {
  init(_ joined: InviterView.Joined, zone: CivilZone) {
    self.init(
      invitee: joined.invitee, name: joined.name ?? DashboardText.nameless, avatar: joined.avatar,
      joined: CivilDate(of: joined.at, in: zone))
  }

  /// Returns the deep link of a tap on the row.
  public func deepLink(app: AppIdentity) -> String {
    InviterDestination.contactDetail(invitee).url(app: app)
  }
}

extension VisibilityRules {
  static let dashboard: [Rule] = [
    Rule("DSH-03", "Invites Sent is the number of completed shares."),
    Rule("DSH-04", "Installed is the number of invitees who installed through the link."),
    Rule("DSH-05", "Completed Onboarding is the number of invitees who reached the last screen."),
    Rule("DSH-06", "The ratio is completed onboardings over invites sent."),
    Rule("DSH-08", "A row has avatar, name and the date of joining in words."),
    Rule("DSH-09", "Rows are sorted by date of joining, newest first."),
    Rule("DSH-10", "Only those who completed onboarding have a row."),
    Rule("DSH-11", "A tap on a row leads to the contact's detail."),
    Rule("DSH-22", "Clicks, store views and incomplete installs are not part of the data."),
    Rule(
      "DSH-23", "One who had the app is completed but not installed; figures are not evened out."),
    Rule(
      "DSH-25", "With nothing sent there is no ratio; those who joined are listed all the same."),
    Rule("DSH-26", "The bar stops at the full width; the text prints the real numbers."),
    Rule("DSH-30", "The second number of the summary counts shares, though the text says friends."),
  ]
}

/// The decision whether an invitee counts as accepted, in one of the three senses.
public enum Acceptance: Hashable, Sendable {
  /// The milestone was reached, and in time where there is a window.
  case accepted(at: Instant, as: MetricPolicy.Accepted)
  /// The milestone has not been reached.
  case notYet(MetricPolicy.Accepted)
  /// The milestone came after the window had closed at `windowEnd`.
  case tooLate(at: Instant, windowEnd: Instant, as: MetricPolicy.Accepted)
  /// The window is counted from the send, and no send exists.
  case neverSent(MetricPolicy.Accepted)
}

extension Acceptance {
  /// The sense of "accepted"; a figure is never printed without it.
  public var meaning: MetricPolicy.Accepted {
    switch self {
    case .accepted(_, let meaning), .notYet(let meaning), .tooLate(_, _, let meaning),
      .neverSent(let meaning):
      meaning
    }
  }

  /// The time of the acceptance; `nil` without one.
  public var instant: Instant? {
    if case .accepted(let instant, _) = self { instant } else { nil }
  }

  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .accepted, .notYet: "CNF-52"
    case .tooLate, .neverSent: "D-MET-13"
    }
  }
}

extension MetricPolicy {
  /// Returns whether the invitee of `facts` is accepted; the window includes its last instant.
  public func acceptance(of facts: InviteFacts) -> Acceptance {
    let milestone =
      switch acceptedMeans {
      case .onboardingCompleted: facts.completed
      case .connected: facts.connected
      case .signedUp: facts.signedUp
      }
    guard let milestone else { return .notYet(acceptedMeans) }
    guard let acceptanceWindow else { return .accepted(at: milestone, as: acceptedMeans) }
    guard let sent = facts.sent else { return .neverSent(acceptedMeans) }
    let windowEnd = sent + acceptanceWindow
    return milestone <= windowEnd
      ? .accepted(at: milestone, as: acceptedMeans)
      : .tooLate(at: milestone, windowEnd: windowEnd, as: acceptedMeans)
  }
}

extension VisibilityRules {
  static let acceptance: [Rule] = [
    Rule("CNF-52", "Accepted means onboarding completed, connected, or signed up, by a setting."),
    Rule("D-MET-13", "A sign-up counts as accepted only within seven days of the send."),
  ]
}

/// The texts that only the dashboard has, seen and spoken; the others are in the catalogue.
public enum DashboardText {
  /// The heading above the new members.
  public static var listHeading: String { worded("Accepted Invites") }
  /// The label of the number of invites sent, as it is seen.
  public static var sentLabel: String { worded("Invites Sent") }
  /// The label of the number of installs, as it is seen.
  public static var installedLabel: String { worded("Installed") }
  /// The label of the number of completed onboardings, as it is seen.
  public static var completedLabel: String { worded("Completed Onboarding") }
  /// The sentence under the heading while no invitee has completed onboarding.
  public static var emptyList: String {
    worded("No one has joined yet. Share your link to get started.")
  }
  /// The label of the link to the terms of referral.
  public static var termsLink: String { worded("How referrals work") }
  /// The name of the system symbol in the empty state.
  public static let emptyIcon = "square.and.arrow.up"
  /// The one sentence of the empty state, seen and spoken.
  public static func emptyTitle(app: AppIdentity) -> String {
    worded("Share \(app.name) to see your invite activity here.")
  }

  // Ours: CNF-62.
  /// The mark above saved data while there is no network.
  public static var stale: String { worded("Showing saved activity. Connect to refresh.") }
  // Ours: CNF-62, after the offline text of the share screen.
  /// The text without a network and without saved data.
  public static var offline: String {
    worded("You need a connection to load your invite activity.")
  }
  // Ours: CNF-62, for an invitee without a name.
  static var nameless: String { worded("Someone you invited") }
}

extension Dashboard {
  /// The line under the bar; `nil` without a bar.
  public func summaryLine(app: AppIdentity) -> String? {
    bar == nil ? nil : worded("\(figures.completed) of \(figures.sent) joined \(app.name)")
  }

  /// The three figures as they are spoken, one element each: the label, then the value.
  public var spokenFigures: [String] {
    [
      worded("Invites sent: \(figures.sent)"), worded("Installed: \(figures.installed)"),
      worded("Completed onboarding: \(figures.completed)"),
    ]
  }

  /// The bar as it is spoken; `nil` without a bar.
  public func spokenBar(app: AppIdentity) -> String? {
    guard bar != nil else { return nil }
    // Ours: CNF-62, the singular.
    return figures.sent == 1
      ? worded("\(figures.completed) of 1 invited friend joined \(app.name).")
      : worded("\(figures.completed) of \(figures.sent) invited friends joined \(app.name).")
  }
}

extension Dashboard.Row {
  /// The date of joining in words, as in "Joined Feb 12, 2026".
  public var joinedLine: String { worded("Joined \(joined.inWords)") }

  /// The row as it is spoken: name and date.
  public var spoken: String { worded("\(name), joined \(joined.inWords)") }
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

/// The numbers at the foot of the share screen.
public struct ShareFooter: Hashable, Sendable {
  /// The invites sent, as on the dashboard.
  public let sent: Int
  /// The invitees who completed onboarding, as on the dashboard.
  public let joined: Int
  /// The line about premium rewards; `nil` while they are switched off.
  public let rewardLine: String?

  /// Creates the footer from the figures of the dashboard.
  public init(_ figures: Dashboard.Figures, rewards: RewardPolicy = .rin, app: AppIdentity = .rin) {
    sent = figures.sent
    joined = figures.completed
    rewardLine = rewards.footerLine(app: app)
  }

  /// Both numbers in one line, as it is seen.
  public var text: String { worded("Your invites: \(sent) sent, \(joined) joined") }

  /// Both numbers as one spoken group.
  public var spoken: String {
    // Ours: CNF-62, the singulars.
    let invites =
      sent == 1 ? worded("You've sent 1 invite.") : worded("You've sent \(sent) invites.")
    let people = joined == 1 ? worded("1 person joined.") : worded("\(joined) people joined.")
    return "\(invites) \(people)"
  }
}

extension VisibilityRules {
  static let footer: [Rule] = [
    Rule("SHR-05", "The footer reads \"Your invites: 5 sent, 3 joined\"."),
    Rule("SHR-26", "The footer gives the inviter's sent and accepted counts."),
    Rule("SHR-30", "The footer's \"joined\" are those who completed onboarding."),
    Rule("ACC-06", "The footer is spoken as one group of two sentences with the live counts."),
  ]
}
