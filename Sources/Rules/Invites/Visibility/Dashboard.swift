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
