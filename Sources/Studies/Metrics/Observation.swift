public import GrowthloopModel
import Invites
import Profiles
import Statistics
import Vocabulary

/// The results of one replication that metrics read.
public struct Observation: Sendable {
  public var plan: GrowthPlan
  public var tally: Tally
  public var cascades: CascadeSizes
  public var rewards: RewardsDue
  /// The tally on the day on which the targets of the product are judged.
  ///
  /// `nil` where the run is shorter.
  public var tallyAtJudgement: Tally?

  public init(
    plan: GrowthPlan, tally: Tally, cascades: CascadeSizes = CascadeSizes(),
    rewards: RewardsDue = RewardsDue(), tallyAtJudgement: Tally? = nil
  ) {
    self.plan = plan
    self.tally = tally
    self.cascades = cascades
    self.rewards = rewards
    self.tallyAtJudgement = tallyAtJudgement
  }

  /// The observation as of that day.
  var atJudgement: Observation? {
    tallyAtJudgement.map { Observation(plan: plan, tally: $0) }
  }
}

extension Observation {
  /// The number of members: those from the start, and all who launched the app.
  var members: Int { tally.activity.seeds + launches }
  /// The members to whom no inviter's credit belongs.
  var founders: Int { members - cascades.members }
  /// The number of members at home: those from the start, and all who reached home.
  var membersAtHome: Int { tally.activity.seeds + tally.launches.home }
  /// First launches and arrivals at home that the invites of the run led to: none from before the
  /// start.
  var launchedByRun: Int { tally.launches.invited - tally.launches.byEarlier }
  var homeByRun: Int { tally.launches.causedHome - tally.launches.homeByEarlier }
  /// The number of launches, organic and invited.
  var launches: Int { tally.launches.organic + tally.launches.invited }
  /// The number of active members, counted anew in each month.
  ///
  /// Active members had a session in it, reached home, or began a share that sent an invite.
  var memberMonths: Int { tally.activity.monthlyActive.reduce(0, +) }

  /// The number of months of 30 days, but for one that is cut short by more than four; a shorter run is
  /// one.
  ///
  /// In a month that is cut short fewer share, and nearly as many are active.
  var wholeMonths: Int { max(1, (tally.days.count + 4) / ActivityTally.daysOfMonth) }

  var invites: Int { tally.origins.byWay.reduce(0) { $0 + $1.invites } }
  /// The number of completed shares; a copied link is none.
  var completions: Int { attempts(ending: .completed) }
  var copies: Int { attempts(ending: .copied) }
  /// The number of times that a way to share was opened.
  var opened: Int { Origin.Way.allCases.reduce(0) { $0 + opened(by: $1) } }
  var activeDays: Int { tally.days.reduce(0) { $0 + $1.active } }

  func attempts(ending: SharingAttempt.Ending) -> Int {
    Origin.Way.allCases.reduce(0) { $0 + attempts(by: $1, ending: ending) }
  }

  func attempts(by way: Origin.Way, ending: SharingAttempt.Ending) -> Int {
    tally.shares.endings[Int(way.rawValue)][Int(ending.rawValue)]
  }

  /// Returns the attempts to share by `way`; zero for a way that the profile does not offer.
  func opened(by way: Origin.Way) -> Int {
    tally.shares.endings[Int(way.rawValue)].reduce(0, +) - attempts(by: way, ending: .notOffered)
  }

  /// Returns the completed shares and copied links by `way`.
  func shared(by way: Origin.Way) -> Int {
    attempts(by: way, ending: .completed) + attempts(by: way, ending: .copied)
  }

  var promptsMet: Int { tally.prompts.met.reduce(0, +) }
  var promptsShown: Int { tally.prompts.shown.reduce(0, +) }

  /// Returns the sum of `count` over the days of joining at least `end` days before the end.
  ///
  /// `count` gives newcomers of a day, such as those who reached home.
  func cohorts(before end: Int, _ count: (Tally.Day) -> Int) -> Int {
    tally.days.prefix(max(0, tally.days.count - end)).reduce(0) { $0 + count($1) }
  }

  /// The length of the cycle of `k.cohort`, in whole days.
  var cycleDays: Int {
    Int((plan.profile.metrics.kCycle.milliseconds + 86_399_999) / 86_400_000)
  }
}

extension Metric {
  /// The definition of an active member, in every metric that counts them.
  ///
  /// Senders and openers are among them, so that no proportion of them exceeds 1.
  static let activeMember =
    "active is who had a session in that time, reached home, or began a share that sent an invite"

  /// The viral coefficient, by each of its definitions.
  static let coefficients: [Metric] = [
    .ratio(
      "k.cohort", "Others credited to each newcomer", "credited newcomers per newcomer and cycle",
      "Newcomers at home who are credited to a cohort within one cycle (metrics.kCycleDays) of its "
        + "first launch, per member of the cohort who reached home; cohorts with a whole cycle "
        + "before the end, without the first members.",
      "KPI-01", "KPI-10", target: .above(0.5, "KPI-01")
    ) { run in
      (
        run.cohorts(before: run.cycleDays, \.cohortHomesInCycle),
        run.cohorts(before: run.cycleDays, \.cohortMembers)
      )
    },
    .ratio(
      "k.month", "Newcomers credited to a member a month",
      "credited newcomers per active member and month",
      "Newcomers at home who are credited to an inviter, per active member and month, over all months "
        + "of 30 days; a month cut short by the end counts as one; \(activeMember).",
      "KPI-01", "KPI-10", target: .above(0.5, "KPI-01")
    ) { ($0.tally.launches.invitedHome, $0.memberMonths) },
    .ratio(
      "k.sender", "Newcomers credited to each sender", "credited newcomers per sender",
      "Newcomers at home who are credited to an inviter, per member who ever sent an invite.",
      "KPI-01", "KPI-10", target: .above(0.5, "KPI-01")
    ) { ($0.tally.launches.invitedHome, $0.tally.activity.senders) },
    Metric(
      key: "k.basic", name: "Newcomers per member, market untouched",
      unit: "newcomers per member at home",
      style: .ratio,
      definition:
        "Invites per member at home × taps per invite × installs per tap of a person without the app × the "
        + "share of invited launches that reach home: what invites would bring if no one had the "
        + "app yet.",
      answers: ["KPI-01", "KPI-10"], target: nil, counts: { $0.basicCoefficient }),
    .ratio(
      "k.effective", "Newcomers brought per member", "newcomers per member at home",
      "Newcomers whom an invite since the start brought home, whoever is credited, per member at home, "
        + "those of the start among them.",
      "KPI-01", "KPI-10"
    ) { ($0.homeByRun, $0.membersAtHome) },
    Metric(
      key: "k.saturation", name: "Lost because people have the app",
      unit: "of the basic coefficient",
      style: .share,
      definition:
        "The share of the basic coefficient that is not reached, because recipients have the app "
        + "already, were invited twice, or had not launched it by the end.",
      answers: ["KPI-01"], target: nil,
      counts: { run in
        // The invites' potential newcomers, and the lost part.
        let whole = (run.basicCoefficient.ratio ?? 0) * Double(run.membersAtHome)
        return EventCounts(max(0, whole - Double(run.homeByRun)), per: whole)
      }),
    .ratio(
      "cohort.sessions", "Sessions of a newcomer in a cycle", "sessions per newcomer and cycle",
      "Sessions of newcomers within one cycle (metrics.kCycleDays) of their first launch, per newcomer "
        + "at home, of the cohorts of k.cohort."
    ) { ($0.tally.activity.sessionsInCycle, $0.cohorts(before: $0.cycleDays, \.cohortMembers)) },
    .ratio(
      "cohort.invites", "Invites of a newcomer in a cycle", "recipients per newcomer and cycle",
      "Invites, by recipient, of the same newcomers within the same time."
    ) { ($0.tally.activity.invitesInCycle, $0.cohorts(before: $0.cycleDays, \.cohortMembers)) },
    Metric(
      key: "cycle.days", name: "Days from one launch to the next",
      unit: "days from launch to launch", style: .days,
      definition:
        "The mean time from an inviter's first launch (the beginning, for members of the start) to "
        + "the first launch of an invitee credited to them.",
      answers: ["KPI-01"], target: nil,
      value: { run in
        let after = run.tally.afterwards
        return after.cycles == 0 ? nil : Double(after.cycleSeconds) / Double(after.cycles) / 86_400
      }),
  ]
}

extension Observation {
  /// The coefficient without saturation, as newcomers at home per amount of exposure.
  ///
  /// There is no exposure where a step never happened.
  fileprivate var basicCoefficient: EventCounts {
    let open = tally.taps.all - tally.taps.byMembers
    guard membersAtHome > 0, invites > 0, open > 0, launchedByRun > 0 else {
      return EventCounts(0, per: 0)
    }
    let ofOneNewcomer =
      Double(invites) / Double(membersAtHome) * (Double(tally.taps.all) / Double(invites))
      * (Double(tally.taps.leadToInstall) / Double(open)) / Double(launchedByRun)
    return EventCounts(Double(homeByRun), per: 1 / ofOneNewcomer)
  }
}
