import Invites
import Vocabulary

extension Setting {
  static let flow: [Setting] = [
    row("flow.entryOpens", "CNF-50", \.flow.entryOpens, .choice),
    row("flow.entryPoints", "CNF-50", \.flow.entryPoints, .list(of: .choice)),
    row("flow.mergeSelectAndCompose", "CNF-22", \.flow.mergeSelectAndCompose, .none(or: .flag)),
  ]

  static let limits: [Setting] = [
    row("limits.dailyInvites", "CNF-08", \.limits.dailyInvites, .none(or: .count(from: 1))),
    row("limits.dailyCounts", "CNF-08", \.limits.dailyCounts, .none(or: .choice)),
    row("limits.batchMax", "CNF-08", \.limits.batchMax, .none(or: .count(from: 1))),
    row("limits.onBatchOverflow", "CNF-08", \.limits.onBatchOverflow, .none(or: .choice)),
    row("limits.softWarningAt", "CNF-08", \.limits.softWarningAt, .none(or: .count(from: 1))),
    row("limits.softWarningScope", "CNF-08", \.limits.softWarningScope, .none(or: .choice)),
    row("limits.reinviteCooldownDays", "CNF-25", \.limits.reinviteCooldown, .none(or: .days)),
    row("time.dayBoundary", "CNF-36", \.calendar.day, .choice, silent: .rin, .design),
    row("time.week", "CNF-36", \.calendar.week, .choice, silent: .product, .design),
    row(
      "session.idleTimeoutMinutes", "CNF-53", \.session.idleTimeout, .minutes,
      silent: .rin, .product, .design),
  ]

  static let contacts: [Setting] = [
    row("contacts.invitePicker", "CNF-09", \.flow.invitePicker, .onOff),
    row("contacts.perContactInvite", "CNF-09", \.flow.perContactInvite, .onOff),
    row("contacts.serverMatching", "CNF-09", \.flow.serverMatching, .onOff),
    row("contacts.uploadIds", "CNF-09", \.flow.uploadContactIDs, .flag),
    row("contacts.frequentSuggestions", "CNF-09", \.flow.frequentSuggestions, .onOff),
    row(
      "contacts.benchmarkSizes", "CNF-35", \.plans.contactBenchmarkSizes,
      .list(of: .count(from: 1))),
    row("permission.explainer", "CNF-11", \.permission.explainer, .none(or: .choice)),
    row("permission.reask", "CNF-11", \.permission.reask, .choice, silent: .design),
    row(
      "permission.allowLinkWhenUndetermined", "CNF-11", \.permission.allowLinkWhenUndetermined,
      .none(or: .choice)),
    row(
      "permission.limitedAccess", "CNF-11", \.permission.limitedAccess, .none(or: .choice),
      silent: .rin, .design),
    row("history.persist", "CNF-25", \.history.memory, .none(or: .choice)),
    row("history.key", "CNF-25", \.history.key, .none(or: .choice)),
  ]

  static let messages: [Setting] = [
    row("messages.set", "CNF-29", \.messages.set, .choice),
    row("messages.perChannel", "CNF-29", \.messages.perChannel, .onOff),
    row("messages.includeAppName", "CNF-29", \.messages.includeAppName, .flag),
    row("messages.nameRule", "CNF-30", \.messages.nameRule, .choice, silent: .design),
    row("messages.maxLength", "CNF-31", \.messages.maxLength, .none(or: .count(from: 1))),
    row("messages.countSegments", "CNF-31", \.messages.countSegments, .flag),
  ]

  static let share: [Setting] = [
    row("share.confirmation", "CNF-23", \.share.confirmation, .choice),
    row(
      "share.successAutoDismissSeconds", "CNF-23", \.share.successAutoDismiss,
      .none(or: .seconds)),
    row("share.onCancel", "CNF-24", \.share.onCancel, .choice),
    row("share.falseCompletionRate", "CNF-27", \.share.falseCompletionRate, .share),
    row(
      "share.selectedIsReachedRate", "CNF-27", \.share.selectedIsReachedRate, .none(or: .share)),
    row("channels.set", "CNF-27", \.share.channels, .list(of: .choice)),
    row("channels.tracked", "CNF-27", \.share.channelTracking, .choice),
  ]

  static let failure: [Setting] = [
    row("offline.mode", "CNF-20", \.offline.mode, .choice),
    row("offline.drainSeconds", "CNF-20", \.offline.drainWithin, .none(or: .seconds)),
    row("offline.onDrained", "CNF-20", \.offline.onDrained, .none(or: .choice)),
    row(
      "retry.createTimeoutSeconds", "CNF-21", \.offline.createTimeout, .seconds,
      silent: .product),
    row("retry.createMaxRetries", "CNF-21", \.offline.createMaxRetries, .count(0...20)),
    row("retry.createBaseMs", "CNF-21", \.offline.createBackoff, .none(or: .milliseconds)),
    row(
      "retry.createFactor", "CNF-21", \.offline.createBackoffFactor, .none(or: .factor(from: 1))),
    row("copy.precedence", "CNF-59", \.copy.precedence, .list(of: .choice)),
    row("api.surface", "CNF-33", \.plans.apiSurface, .choice),
  ]
}

extension ConflictRules {
  static let limits: [Rule] = [
    Rule(
      "CNF-08", "How many invites a day and a batch may have: limits.dailyInvites, limits.batchMax."
    ),
    Rule("CNF-36", "What a day and a week are: time.dayBoundary, time.week."),
    Rule("CNF-53", "When one session ends and the next begins: session.idleTimeoutMinutes."),
    Rule(
      "CNF-35",
      "Which sizes a contact list must stay fast at: contacts.benchmarkSizes and its budgets."),
    Rule("CNF-21", "How long creating a link may take, and how often it is tried again: retry.*."),
    Rule("CNF-33", "Which surface the service has: api.surface."),
  ]
}
