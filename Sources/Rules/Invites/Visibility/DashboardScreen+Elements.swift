import Vocabulary

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
