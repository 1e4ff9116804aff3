public import Vocabulary

/// The dashboard of invites from opening to leaving.
///
/// Any state may follow any other; all of them go back to `loading` when the dashboard is opened,
/// `error` and `offline` also by Retry.
public struct DashboardScreen: Hashable, Sendable {
  /// The display of the screen, with the data that it shows.
  public enum State: Hashable, Sendable {
    /// Data is being fetched; placeholders stand in for it.
    case loading
    /// There is activity.
    case `default`(Dashboard)
    /// No invites were sent, and there are no new members.
    case empty
    /// Invites were sent, and there are no new members.
    case partial(Dashboard)
    /// The server did not answer.
    case error
    /// There is no network; the last data is shown, marked as stale, or none.
    case offline(stale: Dashboard?)
  }

  /// An event that the host reports: a tap, an answer, or the end of a wait.
  public enum Event: Hashable, Sendable {
    /// The user opened the dashboard; the next display of figures is logged.
    case opened
    /// The server answered with this data.
    case loaded(Dashboard)
    /// The server did not answer.
    case failed
    /// There is no network.
    case foundNoNetwork
    /// The user tapped Retry; only `error` and `offline` respond.
    case retryTapped
    /// The time of `fetchAgain` has passed; without effect unless the policy polls.
    case pollDue
    /// The user tapped the row of this invitee.
    case rowTapped(PrincipalID)
    /// The user tapped the link to the terms of referral.
    case termsTapped
    /// The user tapped the button of the empty state.
    case shareTapped
  }

  /// An action that the screen requests from its host.
  public enum Action: EventLogging, Hashable, Sendable {
    /// Fetch the data; the answer is `loaded`, `failed` or `foundNoNetwork`.
    case fetch
    /// Send `pollDue` after this time.
    case fetchAgain(after: Interval)
    /// Add this event to the log.
    case log(InviteEvent)
    /// Open the page of a tapped invitee.
    case open(InviterDestination)
    /// Open the terms of referral.
    case openTerms
    /// Return to the screen that shares the link.
    case returnToShareScreen
  }

  /// The present state; `loading` at first.
  public private(set) var state = State.loading
  /// The last data; it stays until the next answer replaces it.
  public private(set) var cache: Dashboard?
  private var isViewLogged = false
  private let policy: VisibilityPolicy

  /// Creates a screen that is loading; `cache` is the data to show without a network.
  public init(policy: VisibilityPolicy = .rin, cache: Dashboard? = nil) {
    self.policy = policy
    self.cache = cache
  }

  /// Applies `event` and returns the actions to perform, in order.
  public mutating func receive(_ event: Event) -> [Action] {
    switch (state, event) {
    case (_, .opened):
      state = .loading
      isViewLogged = false
      return [.fetch]
    case (_, .loaded(let dashboard)):
      return show(dashboard)
    case (_, .failed):
      state = .error
      return []
    case (_, .foundNoNetwork):
      state = .offline(stale: cache)
      return cache.map { logView(of: $0.figures) } ?? []
    case (.error, .retryTapped), (.offline, .retryTapped):
      state = .loading
      return [.fetch]
    case (.loading, .retryTapped), (.default, .retryTapped), (.empty, .retryTapped),
      (.partial, .retryTapped):
      return []
    case (_, .pollDue):
      return policy.dashboardRefresh == .poll ? [.fetch] : []
    case (.default(let dashboard), .rowTapped(let invitee)),
      (.offline(stale: .some(let dashboard)), .rowTapped(let invitee)):
      guard dashboard.rows.contains(where: { $0.invitee == invitee }) else { return [] }
      return [.log(.dashboardContactTapped, .invitee(invitee)), .open(.contactDetail(invitee))]
    case (.loading, .rowTapped), (.empty, .rowTapped), (.partial, .rowTapped),
      (.error, .rowTapped), (.offline(stale: nil), .rowTapped):
      return []
    case (_, .termsTapped):
      return [.log(.termsViewed), .openTerms]
    case (.empty, .shareTapped):
      return [.returnToShareScreen]
    case (.loading, .shareTapped), (.default, .shareTapped), (.partial, .shareTapped),
      (.error, .shareTapped), (.offline, .shareTapped):
      return []
    }
  }

  private mutating func show(_ dashboard: Dashboard) -> [Action] {
    cache = dashboard
    let figures = dashboard.figures
    state =
      if figures.completed > 0 {
        .default(dashboard)
      } else if figures.sent > 0 {
        .partial(dashboard)
      } else {
        .empty
      }
    var actions = logView(of: figures)
    if policy.dashboardRefresh == .poll, let dashboardPoll = policy.dashboardPoll {
      actions.append(.fetchAgain(after: dashboardPoll))
    }
    return actions
  }

  /// Logs an opening of the dashboard once, when its figures are first visible.
  private mutating func logView(of figures: Dashboard.Figures) -> [Action] {
    guard !isViewLogged else { return [] }
    isViewLogged = true
    return [.log(.dashboardViewed, .figures(figures))]
  }
}

extension VisibilityRules {
  static let screen: [Rule] = [
    Rule("DSH-13", "The dashboard has six states."),
    Rule("DSH-14", "Default: there is activity, and all of it is shown."),
    Rule("DSH-15", "Empty: nothing was sent."),
    Rule("DSH-16", "Partial: invites were sent, none joined; the list has a sentence instead."),
    Rule("DSH-17", "Loading: placeholders for card and list."),
    Rule("DSH-18", "Error: a banner and Retry."),
    Rule("DSH-19", "Offline: what was seen last, marked as stale, or the offline text."),
    Rule("DSH-21", "The empty state's button goes back to the share screen."),
    Rule("CNF-17", "The dashboard refreshes on load, or polls where the policy says so."),
  ]
}

extension DashboardScreen {
  /// One element of the screen, with the text that it shows.
  public enum Element: Hashable, Sendable {
    /// A part of the screen whose data is still being fetched.
    public enum Placeholder: String, CaseIterable, Sendable {
      /// The card with figures, bar and line.
      case summaryCard
      /// The list of new members.
      case acceptedList
    }

    /// An empty shape in place of a part.
    case placeholder(Placeholder)
    /// A report of missing data, with the label of the button that fetches again.
    case banner(String, button: String)
    /// States that the content below is saved and may have changed.
    case staleMark(String)
    /// The name of a system symbol.
    case icon(String)
    /// A sentence in place of absent activity.
    case sentence(String)
    /// The button of the empty state, by its label; it leads back to the share screen.
    case button(String)
    /// One of the three figures, under its label.
    case figure(label: String, value: Int)
    /// The bar by its filled proportion, at most 1 where the policy clamps it.
    case bar(Double)
    /// The line under the bar.
    case summary(String)
    /// The line about rewards, between the summary and the list.
    case rewardTier(String)
    /// The heading above the new members.
    case heading(String)
    /// A new member in the list.
    case row(Dashboard.Row)
    /// The link to the terms of referral, by its label.
    case link(String)
  }

  /// Returns the elements below the screen's title, from top to bottom.
  public func elements(in texts: TextCatalogue = SharingPolicy.rin.texts) -> [Element] {
    switch state {
    case .loading:
      [.placeholder(.summaryCard), .placeholder(.acceptedList)]
    case .default(let dashboard), .partial(let dashboard):
      dashboard.elements(app: texts.app)
    case .empty:
      [
        .icon(DashboardText.emptyIcon), .sentence(DashboardText.emptyTitle(app: texts.app)),
        .button(texts[.shareTitle]),
      ]
    case .error:
      [.banner(texts[.dashboardFailed], button: texts[.retry])]
    case .offline(.some(let dashboard)):
      [.staleMark(DashboardText.stale)] + dashboard.elements(app: texts.app)
    case .offline(nil):
      [.banner(DashboardText.offline, button: texts[.retry])]
    }
  }
}

extension DashboardScreen {
  /// Returns the first focus of a screen reader; `nil` where it begins at the top.
  public func focusTarget(in texts: TextCatalogue = SharingPolicy.rin.texts) -> Element? {
    state == .empty ? elements(in: texts).last : nil
  }
}

extension Dashboard {
  fileprivate func elements(app: AppIdentity) -> [DashboardScreen.Element] {
    var elements: [DashboardScreen.Element] = [
      .figure(label: DashboardText.sentLabel, value: figures.sent),
      .figure(label: DashboardText.installedLabel, value: figures.installed),
      .figure(label: DashboardText.completedLabel, value: figures.completed),
    ]
    if let bar { elements.append(.bar(bar)) }
    if let summary = summaryLine(app: app) { elements.append(.summary(summary)) }
    if let rewardTier { elements.append(.rewardTier(rewardTier)) }
    elements.append(.heading(DashboardText.listHeading))
    if figures.completed == 0 { elements.append(.sentence(DashboardText.emptyList)) }
    elements += rows.map { .row($0) }
    elements.append(.link(DashboardText.termsLink))
    return elements
  }
}

extension VisibilityRules {
  static let layout: [Rule] = [
    Rule("DSH-02", "Three figures, bar and line; then Accepted Invites; then How referrals work.")
  ]
}
