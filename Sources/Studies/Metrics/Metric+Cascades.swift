import GrowthloopModel
import Statistics

extension Metric {
  /// The depth and size of trees of invitation.
  static let cascades: [Metric] = [
    Metric(
      key: "depth.mean", name: "Invites in a row, on average", unit: "invites in a row",
      style: .ratio,
      definition:
        "The mean number of invites in a row that lead from the first of a tree to a newcomer who "
        + "is credited to an inviter.",
      answers: ["KPI-01"], target: nil, above: 1,
      counts: { run in
        let depths = run.tally.afterwards.depth
        let sum = depths.enumerated().reduce(0) { $0 + ($1.offset - 1) * $1.element }
        return EventCounts(sum, per: depths.reduce(0, +))
      }),
    Metric(
      key: "depth.deepest", name: "Most invites in a row", unit: "invites in a row", style: .count,
      definition: "The most invites in a row that led to a newcomer.",
      answers: ["KPI-01"], target: nil,
      value: { run in
        run.tally.afterwards.depth.lastIndex { $0 > 0 }.map(Double.init)
      }),
    .share(
      "depth.first", "Newcomers one invite deep", "of credited newcomers",
      "The share of credited newcomers whose inviter came without an invite.", "KPI-01"
    ) { ($0.tally.afterwards.depth[1], $0.tally.afterwards.depth.reduce(0, +)) },
    .count(
      "cascade.trees", "Trees of invitation", "trees",
      "Members who came without credit to anybody and brought at least one newcomer."
    ) { $0.cascades.trees },
    .ratio(
      "cascade.size", "Size of a tree", "newcomers per tree",
      "Newcomers in a tree of invitation beside its first, over the trees that have any."
    ) { ($0.cascades.members, $0.cascades.trees) },
    .count(
      "cascade.largest", "Largest tree", "newcomers",
      "Newcomers in the largest tree of invitation beside its first."
    ) { $0.cascades.largest },
    .share(
      "cascade.loneShare", "Founders who brought no one", "of founders",
      "The share of members without credit to anybody, gone or not, who brought no newcomer."
    ) { ($0.founders - $0.cascades.trees, $0.founders) },
    .share(
      "cascade.deepShare", "Trees deeper than one step", "of founders",
      "The share of those members whose newcomers brought newcomers in their turn."
    ) { ($0.cascades.deep, $0.founders) },
    .share(
      "cascade.beyondFirst", "Newcomers beyond the first step", "of members",
      "The share of members whose inviter had an inviter, too."
    ) { ($0.tally.afterwards.depth.dropFirst(2).reduce(0, +), $0.members) },
    .share(
      "inviters.noneShare", "Members who brought no one", "of members",
      "The share of members, those of the start and all who launched the app, to whom no newcomer is "
        + "credited."
    ) { ($0.members - $0.cascades.recruiters.reduce(0, +), $0.members) },
    .share(
      "inviters.twoShare", "Members who brought two", "of members",
      "The share of members to whom two newcomers or more are credited."
    ) { ($0.cascades.recruiters.dropFirst().reduce(0, +), $0.members) },
    .share(
      "inviters.fiveShare", "Members who brought five", "of members",
      "The share of members to whom five newcomers or more are credited."
    ) { ($0.cascades.recruiters.dropFirst(4).reduce(0, +), $0.members) },
    .share(
      "inviters.fiftyShare", "Members who brought fifty", "of members",
      "The share of members to whom fifty newcomers or more are credited."
    ) { ($0.cascades.recruiters.dropFirst(49).reduce(0, +), $0.members) },
    Metric(
      key: "inviters.bestFifth", name: "Brought by the best fifth", unit: "of credited newcomers",
      style: .share,
      definition:
        "The share of credited newcomers whom the fifth of the members with the most of them "
        + "brought; a fifth if all were alike.",
      answers: [], target: nil,
      value: { run in
        guard run.cascades.members > 0 else { return nil }
        return run.cascades.newcomers(ofBest: 0.2, of: run.members) / Double(run.cascades.members)
      }),
  ]

  /// The last rows of both laws, for so many and more.
  static let lastWave = 15
  static let lastRecruits = 9

  /// The members by how many invites in a row led to them.
  static let waves = (0...lastWave).map { wave in
    let more = wave == lastWave ? " or more" : ""
    return Metric.count(
      "wave.\(wave)", "Members of wave \(wave)\(more)", "members",
      wave == 0
        ? "Members without credit to anybody, those of the start among them."
        : "Newcomers to whom \(wave)\(more) invites in a row led from a member without credit to "
          + "anybody."
    ) { run in
      let depth = run.tally.afterwards.depth
      if wave == 0 { return run.members - depth.reduce(0, +) }
      return wave == lastWave ? depth.dropFirst(wave).reduce(0, +) : depth[wave]
    }
  }

  /// The members by how many newcomers they brought.
  static let recruits = (0...lastRecruits).map { count in
    let words = "\(count)\(count == lastRecruits ? " or more" : "")"
    return Metric.count(
      "recruits.\(count)", "Members who brought \(words)", "members",
      "Members to whom \(words) newcomers are credited."
    ) { run in
      let recruiters = run.cascades.recruiters
      if count == 0 { return run.members - recruiters.reduce(0, +) }
      return recruiters.dropFirst(count - 1).prefix(count == lastRecruits ? .max : 1).reduce(0, +)
    }
  }

  /// The members gained from the market.
  static let growth: [Metric] = [
    .count(
      "members.all", "Members", "members",
      "Members of the start and all who launched the app for the first time, gone or not."
    ) { $0.members },
    .count(
      "members.atHome", "Members at home", "members",
      "Members of the start and all who reached home, gone or not."
    ) { $0.membersAtHome },
    .count(
      "members.organic", "Launches without an invite", "first launches",
      "First launches that no invite led to, whoever is credited."
    ) { $0.tally.launches.organic },
    .count(
      "members.invited", "Launches after an invite", "first launches",
      "First launches that an invite led to, whoever is credited."
    ) { $0.tally.launches.invited },
    .count(
      "members.invitedHome", "Invited who came home", "newcomers",
      "Newcomers whom an invite brought home, whoever is credited.", "P-DSH-01", "P-DSH-05"
    ) { $0.tally.launches.causedHome },
    .count(
      "members.earlierHome", "Of these by earlier invites", "newcomers",
      "Those of members.invitedHome whose invite was sent before the start. Shares of invites and taps, "
        + "k.basic and k.effective leave them out."
    ) { $0.tally.launches.homeByEarlier },
    .share(
      "members.invitedShare", "Launches that come by an invite", "of first launches",
      "The share of first launches that an invite led to, whoever is credited."
    ) { ($0.tally.launches.invited, $0.launches) },
    .share(
      "market.reached", "Market reached", "of people",
      "The share of the people in the market who ever became members."
    ) { ($0.members, $0.plan.behaviour.market.people) },
    .count(
      "use.sessions", "Sessions", "sessions", "Times that a member opened the app."
    ) { $0.tally.sessions },
    Metric(
      key: "use.activeDaily", name: "Active members a day", unit: "members", style: .count,
      definition: "The mean number of active members of a day; \(activeMember).", answers: [],
      target: nil, counts: { EventCounts($0.activeDays, per: $0.tally.days.count) }),
    .count(
      "members.active", "Active in the first month", "members",
      "The members who were active in the first 30 days, those of the start among them: a product's "
        + "monthly actives when the run begins."
    ) { $0.tally.activity.monthlyActive.first ?? 0 },
    .ratio(
      "use.activeMonthly", "Active members a month", "members",
      "The mean number of active members of a month of 30 days; a month cut short by the end counts "
        + "as one.",
      style: .count
    ) { ($0.memberMonths, $0.tally.activity.monthlyActive.count) },
  ]
}
