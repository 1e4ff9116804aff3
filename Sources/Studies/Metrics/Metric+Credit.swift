import GrowthloopModel

extension Metric {
  /// The credited inviters, against the truth that only a simulation has.
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
      "credit.existingUsers", "Credits for existing users", "taps",
      "Taps by members that earn the inviter an acceptance, once the two connect, or an action, as "
        + "receipt.existingUserCredit says; none of them counts as an install.",
      "CNF-07"
    ) { $0.tally.taps.acceptances + $0.tally.taps.actions },
    .count(
      "credit.none", "Launches without credit", "first launches",
      "First launches credited to no inviter."
    ) { $0.tally.credit.none },
    .share(
      "credit.rightShare", "Rightly credited", "of invited launches",
      "The share of first launches that an invite led to and that are credited to its sender."
    ) { ($0.tally.credit.right, $0.tally.launches.invited) },
    .share(
      "credit.wrongShare", "Wrongly credited", "of invited launches",
      "The share of first launches that an invite led to and that are credited to another inviter."
    ) { ($0.tally.credit.wrong, $0.tally.launches.invited) },
    .share(
      "credit.lostShare", "Credit lost", "of invited launches",
      "The share of first launches that an invite led to and that are credited to no inviter."
    ) { ($0.tally.credit.lost, $0.tally.launches.invited) },
    .share(
      "credit.stolenShare", "Credit stolen", "of organic launches",
      "The share of first launches that no invite led to and that are credited to an inviter."
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
    ) { ($0.tally.credit.conflicting[.right], $0.tally.credit.conflicts) },
    .share(
      "credit.conflictWrong", "Conflicts decided wrongly", "of conflicts",
      "The share of conflicts over an invited launch that went to another inviter."
    ) { ($0.tally.credit.conflicting[.wrong], $0.tally.credit.conflicts) },
    .share(
      "credit.conflictStolen", "Conflicts over organic launches", "of conflicts",
      "The share of conflicts over a launch that no invite led to that went to an inviter."
    ) { ($0.tally.credit.conflicting[.stolen], $0.tally.credit.conflicts) },
    .share(
      "credit.conflictNobody", "Conflicts that went to no inviter", "of conflicts",
      "The share of conflicts that went to no inviter."
    ) {
      let conflicting = $0.tally.credit.conflicting
      return (conflicting[.lost] + conflicting[.organic], $0.tally.credit.conflicts)
    },
  ]
}
