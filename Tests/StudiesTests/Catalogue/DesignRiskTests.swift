import GrowthloopFindings
import Attribution
import GrowthloopModel
import Invites
import Profiles
import Testing
import Vocabulary

@testable import GrowthloopStudies

/// Risks and assumptions of the documents that a parameter of the model stands for.
@Suite("Metrics · risks and assumptions of the documents")
struct DesignRiskTests {
  /// Whether a grant rate keeps the guardrail, and whether more than half deny.
  struct Grant: Sendable, CustomTestStringConvertible {
    let share: Double
    let isKept: Bool
    let isRisk: Bool
    var testDescription: String { "\(share)" }
  }

  @Test(arguments: [
    Grant(share: 0.35, isKept: false, isRisk: true),
    Grant(share: 0.55, isKept: false, isRisk: false),
    Grant(share: 0.75, isKept: true, isRisk: false),
  ])
  func `D-RSK-01, D-RSK-06 · between half and 60% of grants only the guardrail is broken`(
    _ grant: Grant
  ) throws {
    let run = try GrowthPlan.certain(seeds: 2_000, days: 5).with {
      $0.profile = Profile(.design)
      $0.behaviour.sharing.visit = 2
      $0.behaviour.sharing.grantWithExplainer = grant.share
      $0.behaviour.sharing.skip = 0
      $0.behaviour.sharing.allowLater = 0
    }.lived()
    #expect(run.value("flow.grantShare").isNear(grant.share, within: 0.04))
    let share = try #require(run.value("flow.grantShare"))
    let target = try #require(Metric.named("flow.grantShare")?.target)
    #expect(target.limit.isKept(by: share) == grant.isKept)
    #expect((1 - share > 0.5) == grant.isRisk)
    // Whoever denies goes on by the link alone: the picker is no dead end.
    #expect(try #require(run.value("sends.completions")) > 0)
  }

  @Test func `D-RSK-02 · where no install finds its click, people come without an inviter`() throws
  {
    let matched = try Self.invitingMarket().lived()
    let unmatched = try Self.invitingMarket().with { $0.profile.deferred.matchRate = 0 }.lived()
    #expect(try #require(matched.value("conversion.successes")) > 100)
    #expect(unmatched.value("conversion.successes") == 0)
    #expect(unmatched.value("conversion.installed").isNear(1, within: 0.02))
  }

  @Test func `D-RSK-04 · one inviter is nobody's second, and in a small circle everybody is asked`()
    throws
  {
    let plan = GrowthPlan.certain(seeds: 1).with { $0.behaviour.sharing.invitesPerDay = 5 }
    let one = try plan.lived()
    let people = try #require(one.value("recipients.people"))
    #expect(people > 50 && one.value("recipients.bySeveral") == 0)
    // The market has more people than are looked at one by one.
    let sample = one.tally.recipients
    #expect(sample.people < Int(people))
    #expect(
      one.value("recipients.invitesEach") == Double(sample.invites) / Double(sample.people))
    let circle = try plan.with {
      $0.behaviour.market.people = 60
      $0.behaviour.arrivals.seeds = 60
    }.lived()
    #expect(circle.value("recipients.people") == 60)
    #expect(circle.value("recipients.bySeveral") == 1)
    #expect(try #require(circle.value("recipients.invitesEach")) > 60)
  }

  @Test(arguments: [(1.0, 0.0, 0.0), (50, 0.817, 0.03)])
  func `D-RSK-04 · batches of more than ten are the tail of the law of recipients`(
    mean: Double, share: Double, tolerance: Double
  ) throws {
    let run = try GrowthPlan.certain(seeds: 2_000, days: 10).with {
      $0.profile = Profile(.design)
      $0.behaviour.sharing.visit = 1
      $0.behaviour.sharing.recipients = mean
      $0.behaviour.sharing.heedsWarning = 0
      $0.behaviour.sharing.limitedGrant = 0
    }.lived()
    // (1 − 1/50)^10
    #expect(run.value("recipients.toMany").isNear(share, within: tolerance))
    #expect(run.tally.shares.sent > 1_000)
  }

  @Test func `CNF-07 · what existing users earn is counted where the profile credits it`() throws {
    for profile in [Profile.rin, .product, .design] {
      let run = try GrowthPlan.certain(seeds: 60).with {
        $0.profile = profile
        $0.behaviour.market.people = 60
        $0.behaviour.sharing.invitesPerDay = 5
        $0.behaviour.recipients.tap = 1
      }.lived()
      let taps = run.tally.taps
      #expect(taps.byMembers > 1_000)
      // An invite to oneself, or to a friend who is connected, earns nothing.
      let earned = Double(taps.acceptances + taps.actions)
      #expect(run.value("credit.existingUsers") == earned)
      #expect(profile.id == .rin ? earned == 0 : earned > 0.9 * Double(taps.byMembers))
      #expect(run.value("credit.credited") == 0)
    }
  }

  @Test func `P-NTF-06 · an inviter who returns for the news of a newcomer invites more`() throws {
    let quiet = try Self.invitingMarket().lived()
    let returning = try Self.invitingMarket().with { $0.behaviour.use.returnOnPush = 1 }.lived()
    #expect(
      try #require(returning.value("sends.perSender")) > #require(quiet.value("sends.perSender")))
  }

  @Test func `D-DEP-03 · more moments of value, more prompts and more invites`() throws {
    let runs = try [0.02, 0.5].map { chance in
      try GrowthPlan.certain(seeds: 1_000).with {
        $0.profile = Profile(.design)
        $0.behaviour.use.postAction = chance
        $0.behaviour.sharing.promptTap = 1
        $0.behaviour.sharing.promptDismiss = 0
        $0.behaviour.sharing.grantWithExplainer = 1
      }.lived()
    }
    for key in ["prompts.shown", "sends.completions"] {
      #expect(try #require(runs[1].value(key)) > 2 * #require(runs[0].value(key)), "\(key)")
    }
  }

  @Test func `D-PRO-02, D-PRO-08 · Invite More on the screen repeats invites, a toast has none`()
    throws
  {
    func run(_ confirmation: SharePolicy.Confirmation, more: Double) throws -> Observation {
      try GrowthPlan.certain(seeds: 1_000).with {
        $0.profile = Profile(.design)
        $0.profile.share.confirmation = confirmation
        $0.behaviour.sharing.visit = 0.05
        $0.behaviour.sharing.grantWithExplainer = 1
        $0.behaviour.sharing.inviteMore = more
        // The screen never goes by itself.
        $0.behaviour.sharing.perStep = .fixed(.seconds(1))
      }.lived()
    }
    let screen = try run(.successScreen, more: 0.6)
    let done = try run(.successScreen, more: 0)
    let toast = try run(.toast, more: 0.6)
    #expect(screen.value("flow.more").isNear(0.6, within: 0.03))
    #expect(done.value("flow.more") == 0)
    #expect(toast.value("flow.more") == 0)
    // Six of ten go on, and six of ten of those: a share becomes 1 / (1 - 0.6) shares.
    let shares = try [screen, done].map { try #require($0.value("sends.completions")) }
    let factor: Double? = shares[0] / shares[1]
    #expect(factor.isNear(2.5, within: 0.2))
  }

  /// Members who share now and then with people who all tap, install and come.
  private static func invitingMarket() -> GrowthPlan {
    GrowthPlan.certain(seeds: 500).with {
      $0.behaviour.sharing.visit = 0.05
      $0.behaviour.recipients.tap = 1
    }
  }
}
