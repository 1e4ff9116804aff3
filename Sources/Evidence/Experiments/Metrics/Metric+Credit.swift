import GrowthModel

extension Metric {
  /// Who is credited, against the truth that only a simulation knows.
  static let credit: [Metric] = [
    .count(
      "credit.credited", "Launches credited", "first launches",
      "First launches credited to an inviter."
    ) { $0.tally.credit.credited },
    .count(
      "credit.recordedOnly", "Launches recorded only", "first launches",
      "First launches of which the inviter is kept for analytics, without credit."
    ) { $0.tally.credit.recordedOnly },
    .count(
      "credit.none", "Launches without credit", "first launches",
      "First launches credited to nobody."
    ) { $0.tally.credit.none },
    .share(
      "credit.rightShare", "Rightly credited", "of invited launches",
      "The share of first launches that an invite led to and that are credited to its sender."
    ) { ($0.tally.credit.right, $0.tally.launches.invited) },
    .share(
      "credit.wrongShare", "Wrongly credited", "of invited launches",
      "The share of first launches that an invite led to and that are credited to somebody else."
    ) { ($0.tally.credit.wrong, $0.tally.launches.invited) },
    .share(
      "credit.lostShare", "Credit lost", "of invited launches",
      "The share of first launches that an invite led to and that are credited to nobody."
    ) { ($0.tally.credit.lost, $0.tally.launches.invited) },
    .share(
      "credit.stolenShare", "Credit stolen", "of organic launches",
      "The share of first launches that no invite led to and that are credited to somebody."
    ) { ($0.tally.credit.stolen, $0.tally.launches.organic) },
    .share(
      "credit.precision", "Credits that are right", "of credits",
      "The share of credits that went to the sender of the invite that led to the launch."
    ) { ($0.tally.credit.right, $0.tally.credit.credited) },
    .count(
      "credit.conflicts", "Conflicts", "first launches",
      "First launches with clicks of several inviters that may all compete."
    ) { $0.tally.credit.conflicts },
    .share(
      "credit.conflictShare", "Conflicts of launches", "of first launches",
      "The share of first launches with clicks of several inviters that may all compete."
    ) { ($0.tally.credit.conflicts, $0.launches) },
    .share(
      "credit.conflictRight", "Conflicts decided rightly", "of conflicts",
      "The share of conflicts that went to the inviter whose link led to the install."
    ) { ($0.tally.credit.conflictsRight, $0.tally.credit.conflicts) },
    .share(
      "credit.conflictWrong", "Conflicts decided wrongly", "of conflicts",
      "The share of conflicts that went to an inviter whose link did not lead to the install."
    ) { ($0.tally.credit.conflictsWrong, $0.tally.credit.conflicts) },
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
      "Times that an inviter was told that someone joined."
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
