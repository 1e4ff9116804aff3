import Attribution
import Invites
import Vocabulary

extension Setting {
  static let visibility: [Setting] = [
    row("visibility.inviterSees", "CNF-16", \.visibility.inviterSees, .list(of: .choice)),
    row("dashboard.enabled", "CNF-17", \.visibility.dashboardEnabled, .flag),
    row("dashboard.refresh", "CNF-17", \.visibility.dashboardRefresh, .choice, silent: .design),
    row("dashboard.pollSeconds", "CNF-17", \.visibility.dashboardPoll, .none(or: .seconds)),
    row("dashboard.clampRatio", "CNF-17", \.visibility.dashboardClampsRatio, .none(or: .flag)),
    row("notify.moment", "CNF-19", \.notification.moment, .choice),
    row("notify.copy", "CNF-19", \.notification.copy, .document),
    row("notify.target", "CNF-19", \.notification.target, .choice),
    row("notify.maxDelaySeconds", "CNF-19", \.notification.maxDelay, .none(or: .seconds)),
    row("notify.inApp", "CNF-19", \.notification.inApp, .choice),
    row("notify.trigger", "CNF-19", \.notification.trigger, .choice, silent: .design),
    row("rewards.mode", "CNF-44", \.reward.mode, .choice),
    row("rewards.hookVisible", "CNF-44", \.reward.hookVisible, .flag),
    row("gamification.leaderboard", "CNF-45", \.reward.leaderboard, .onOff),
  ]

  static let privacy: [Setting] = [
    row(
      "privacy.clickRetentionDays", "CNF-49", \.attribution.clickRetention, .days,
      silent: .product, .design),
    row(
      "privacy.incompleteInstallDays", "CNF-49", \.retention.incompleteInstall, .days,
      silent: .rin, .product, .design),
    row(
      "privacy.onAccountDeletion", "CNF-49", \.retention.onAccountDeletion, .choice,
      silent: .design),
  ]

  static let events: [Setting] = [
    row("events.vocabulary", "CNF-26", \.events.vocabulary, .document),
    row("events.identities", "CNF-26", \.events.identities, .choice, silent: .product),
    row("events.linkOpenedMeans", "CNF-55", \.events.linkOpenedMeans, .choice),
  ]
}
