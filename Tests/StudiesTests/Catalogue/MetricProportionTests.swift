import Attribution
import GrowthloopModel
import Invites
import Profiles
import Prompts
import Statistics
import Testing
import Vocabulary

@testable import GrowthloopStudies

@Suite("Metrics · a proportion never exceeds its whole, however odd the plan")
struct MetricProportionTests {
  /// A small market in which much happens, turned into something odd.
  struct Oddity: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let turn: @Sendable (inout GrowthPlan) -> Void

    init(_ description: String, _ turn: @escaping @Sendable (inout GrowthPlan) -> Void) {
      testDescription = description
      self.turn = turn
    }
  }

  static let oddities = [
    Oddity("many invites on reaching home") { $0.behaviour.sharing.invitesAtHome = 3 },
    Oddity("members who share, but never open the app") {
      $0.behaviour.use.sessionsPerDay = 0
      $0.behaviour.sharing.invitesPerDay = 0.3
      $0.behaviour.use.retention[30] = 0.2
    },
    Oddity("shares that end days after they began") {
      $0.behaviour.sharing.offline = 0.9
      $0.behaviour.sharing.resume = 1
      $0.behaviour.sharing.offlineTime = .exponential(mean: .days(20))
    },
    Oddity("accounts that are deleted within days") {
      $0.behaviour.use.accountDeletionPerDay = 0.2
      $0.behaviour.sharing.invitesPerDay = 0.3
    },
    Oddity("newcomers who reach home and have no account") {
      $0.behaviour.firstRun.dropAtAccount = 0.9
    },
    Oddity("a single day") { $0.days = 1 },
    Oddity("no phone that runs the app") { $0.behaviour.market.iOSShare = 0 },
    Oddity("phones matched by their looks") { $0.behaviour.devices.areIdentified = false },
    Oddity("matches that are often false") {
      $0.profile.deferred.falseMatchRate = 0.9
      $0.behaviour.recipients.tap = 0.02
      $0.behaviour.arrivals.organicPerDay = 40
    },
    Oddity("links that bring one person") {
      $0.profile.link.maxAcceptances = 1
      $0.profile.link.expiry = .days(3)
      $0.behaviour.recipients.install = 1
    },
    Oddity("communities of one") {
      $0.behaviour.market.communitySize = 1
      $0.behaviour.market.communityShare = 1
    },
    Oddity("all people there from the start") {
      $0.behaviour.arrivals.seeds = $0.behaviour.market.people
    },
    Oddity("prompts at every moment") {
      $0.profile.prompts.triggerRepeats = .everyOccurrence
      $0.profile.prompts.minimumInterval = nil
      $0.profile.prompts.lifetimeMax = nil
      $0.profile.prompts.quietAfterShare = nil
      $0.behaviour.sharing.promptTap = 0.9
      $0.behaviour.sharing.promptDismiss = 0.1
    },
    Oddity("everything at once") {
      $0.behaviour.recipients.tap = 1
      $0.behaviour.recipients.tapDelay = .fixed(.zero)
      $0.behaviour.recipients.install = 1
      $0.behaviour.recipients.installDelay = .fixed(.zero)
      $0.behaviour.recipients.launchDelay = .fixed(.zero)
      $0.behaviour.sharing.invitesAtHome = 5
    },
  ]

  private static func run(_ oddity: Oddity, under profile: ProfileID) throws -> Observation {
    var plan = livelyPlan(people: 400, days: 65)
    plan.profile = Profile(profile)
    plan.behaviour.market.communitySize = 40
    plan.behaviour.use.retention = [1: 0.8, 14: 0.5, 30: 0.3]
    oddity.turn(&plan)
    return try plan.lived(seed: 3)
  }

  /// What is drawn as a proportion, although it is the difference of two.
  static let differences: Set = ["uninstall.excess"]

  @Test(arguments: oddities)
  func `every proportion lies between 0 and 1, under each profile`(_ oddity: Oddity) throws {
    for profile in ProfileID.allCases {
      let run = try Self.run(oddity, under: profile)
      for metric in Metric.all {
        guard let value = metric.value(in: run) else { continue }
        #expect(value.isFinite, "\(profile), \(metric.key)")
        if metric.style == .share {
          let least: Double = Self.differences.contains(metric.key) ? -1 : 0
          #expect(value >= least && value <= 1, "\(profile), \(metric.key): \(value)")
        } else {
          #expect(value >= 0, "\(profile), \(metric.key): \(value)")
        }
      }
      for (senders, active) in zip(
        run.tally.activity.monthlySenders, run.tally.activity.monthlyActive)
      {
        #expect(senders <= active)
      }
    }
  }

  @Test
  func `members who send without opening the app are active, and senders at most all of them`()
    throws
  {
    // All send on reaching home, and none ever has a session.
    let run = try GrowthPlan.certain(days: 60).arriving(300).with {
      $0.behaviour.use.sessionsPerDay = 0
      $0.behaviour.sharing.invitesAtHome = 50
    }.lived()
    #expect(run.value("sends.senderShare") == 1)
    #expect(run.value("use.activeMonthly") == 150)
    #expect(run.value("sends.recipientsPerActiveMonth").isNear(50, within: 2))
    #expect(run.value("k.month") == 0)
  }

  @Test func `a newcomer connected by a false match is no conversion of an invite`()
    throws
  {
    let run = try GrowthPlan.certain(seeds: 30, days: 15).with {
      $0.profile.deferred.falseMatchRate = 0.9
      $0.behaviour.arrivals.organicPerDay = 40
      $0.behaviour.sharing.visit = 0.05
      $0.behaviour.recipients.tap = 0.5
    }.lived()
    #expect(run.tally.afterwards.connected > run.tally.launches.invited)
    #expect(run.tally.afterwards.causedConnected > 0)
    let connected = try #require(run.value("conversion.connected"))
    #expect(connected <= run.value("conversion.launched") ?? 0)
  }
}
