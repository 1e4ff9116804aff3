import Invites
import Vocabulary

extension Setting {
  static let measures: [Setting] = [
    row("metrics.profile", "CNF-28", \.metrics.targets, .document),
    row("metrics.inviteUnit", "CNF-06", \.metrics.inviteUnit, .choice),
    row(
      "metrics.copyButtonCountsAsSend", "CNF-06", \.metrics.copyButtonCountsAsSend,
      .none(or: .flag)),
    row("metrics.acceptedMeans", "CNF-52", \.metrics.acceptedMeans, .choice),
    row("metrics.acceptanceWindowDays", "CNF-28", \.metrics.acceptanceWindow, .none(or: .days)),
    row("metrics.kCycleDays", "CNF-43", \.metrics.kCycle, .days, silent: .rin, .product, .design),
    row("taps.senderBudget", "CNF-22", \.metrics.senderTapBudget, .none(or: .count(from: 1))),
    row("taps.countMode", "CNF-22", \.metrics.tapCount, .choice),
    row("budget.resolveMs", "CNF-34", \.budgets.resolve, .milliseconds, silent: .rin, .design),
    row(
      "budget.resolvePercentile", "CNF-34", \.budgets.resolvePercentile, .choice,
      silent: .rin, .product, .design),
    row("budget.createMs", "CNF-34", \.budgets.create, .milliseconds, silent: .rin, .product),
    row("budget.pickerLoadMs", "CNF-35", \.budgets.pickerLoad, .none(or: .milliseconds)),
    row("budget.searchMs", "CNF-35", \.budgets.search, .none(or: .milliseconds), silent: .design),
    row(
      "budget.timeToFirstValueSeconds", "CNF-32", \.budgets.timeToFirstValue,
      .none(or: .seconds)),
  ]
}

extension ConflictRules {
  static let measures: [Rule] = [
    Rule(
      "CNF-28", "Which targets a run is held to: metrics.profile, metrics.acceptanceWindowDays."),
    Rule("CNF-43", "Over which cycle the viral coefficient is taken: metrics.kCycleDays."),
    Rule("CNF-34", "How fast links are resolved and created, and at which percentile: budget.*."),
  ]
}
