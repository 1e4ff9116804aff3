import Invites
import Profiles
import Vocabulary
public import GrowthloopModel

/// The results of one replication that metrics read.
public struct Observation: Sendable {
  public var plan: GrowthPlan
  public var tally: Tally
  public var cascades: CascadeSizes
  /// The tally on the day on which the targets of the product are judged.
  ///
  /// `nil` where the run is shorter.
  public var tallyAtJudgement: Tally?

  public init(
    plan: GrowthPlan, tally: Tally, cascades: CascadeSizes = CascadeSizes(),
    tallyAtJudgement: Tally? = nil
  ) {
    self.plan = plan
    self.tally = tally
    self.cascades = cascades
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
  /// The number of launches, organic and invited.
  var launches: Int { tally.launches.organic + tally.launches.invited }
  /// The number of active members, counted anew in each month.
  ///
  /// Active members had a session in it, reached home, or began a share that sent an invite.
  var memberMonths: Int { tally.activity.monthlyActive.reduce(0, +) }

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
