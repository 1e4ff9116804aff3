import GrowthloopModel

extension Metric {
  /// The results for the inviter.
  static let returns: [Metric] = [
    .share(
      "return.inviterShare", "Inviters who return", "of inviters",
      "The share of members who sent an invite at least a day before the end who opened the app "
        + "within 24 hours of an invite of theirs, in a session after the one of the invite.",
      "D-MET-03", target: .above(0.8, "D-MET-03")
    ) { ($0.tally.activity.returners, $0.tally.activity.inviters) },
    .share(
      "return.sendingShare", "Sendings with a return", "of sendings",
      "The share of sendings that a session followed within 24 hours; what a member sends before "
        + "that session, or within the 24 hours, counts with the first.",
      "D-MET-03"
    ) { ($0.tally.activity.sendingsWithReturn, $0.tally.activity.sendings) },
    .count(
      "after.connected", "Connections", "newcomers",
      "Newcomers who were connected with their inviter."
    ) { $0.tally.afterwards.connected },
    .count(
      "after.suggested", "Connections suggested", "newcomers",
      "Newcomers to whom their inviter was suggested instead."
    ) { $0.tally.afterwards.suggested },
    .count(
      "after.notifications", "Notifications", "notifications",
      "Times that an inviter was notified of a newcomer."
    ) { $0.tally.afterwards.notifications },
    .share(
      "after.returnShare", "Returns for the news", "of notifications",
      "The share of notifications for which the inviter came back."
    ) { ($0.tally.afterwards.returns, $0.tally.afterwards.notifications) },
    .count(
      "after.deletions", "Accounts deleted", "members", "Members who deleted their account."
    ) { $0.tally.afterwards.deletions },
  ]
}
