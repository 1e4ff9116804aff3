import Attribution
import GrowthloopModel
import Profiles
import Prompts
import Testing
import Vocabulary

@testable import growthloop

@Suite("What the documents promise, counted from what happened")
struct ReferencePolicyTests {
  /// Six weeks in which clicks grow old, inviters compete, and prompts come as often as they may.
  static func plan(
    _ id: ProfileID, _ change: (inout GrowthPlan) -> Void = { _ in }
  ) -> GrowthPlan {
    ScriptTests.plan { plan in
      plan.profile = Profile(id)
      plan.days = 42
      plan.behaviour.market.communitySize = 20
      plan.behaviour.arrivals.seeds = 600
      plan.behaviour.recipients.tap = 0.8
      plan.behaviour.recipients.install = 0.6
      plan.behaviour.recipients.installDelay = .logNormal(median: .hours(100), sigma: 0.8)
      plan.behaviour.use.retention = [1: 0.8, 14: 0.6, 30: 0.5]
      plan.behaviour.sharing.visit = 0.04
      change(&plan)
    }
  }

  static func audit(_ plan: GrowthPlan) throws -> Reconciliation {
    try #require(try RehearsalScript(of: plan, seed: 5)).audit
  }

  @Test(arguments: ProfileID.allCases)
  func `the profiles say what the documents do`(id: ProfileID) {
    let profile = Profile(id)
    let reference = ReferencePolicies(of: profile)
    #expect(reference.attribution == profile.attribution)
    #expect(reference.prompts == profile.prompts)
  }

  @Test func `a setting that a scenario changes is a promise of its own`() throws {
    var profile = Profile.rin
    profile.attribution.window = .days(8)
    #expect(ReferencePolicies(of: profile).attribution.window == .days(7), "nobody said so")
    try profile.apply([.init("attribution.windowDays", "8"), .init("prompts.ruleSet", "product")])
    #expect(ReferencePolicies(of: profile).attribution.window == .days(8))
    #expect(ReferencePolicies(of: profile).prompts.maxPerWeek == 3)
  }

  @Test(arguments: ProfileID.allCases)
  func `what is decided by the rules keeps every promise`(id: ProfileID) throws {
    let audit = try Self.audit(Self.plan(id))
    #expect(audit.isExact, "\(audit.differences.prefix(2))")
    #expect(audit.count(of: .promisedCredits) > 100 && audit.count(of: .promisedPrompts) > 300)
  }

  @Test func `CNF-41 · below three sections no prompt is promised, and none is shown`() throws {
    let crowded = Self.plan(.rin) { $0.behaviour.use.crowdedHome = 0.5 }
    #expect(try Self.audit(crowded).isExact)
    var planted = crowded
    planted.profile.prompts.cardCountsTowardSectionLimit = false
    let audit = try Self.audit(planted)
    #expect(audit.differences.contains { $0.rules.contains("CNF-41") })
  }

  /// A mistake in what a profile has, where no scenario asked for it.
  struct Planted: CustomTestStringConvertible, Sendable {
    let rule: String
    let testDescription: String
    var document = ProfileID.rin
    let plant: @Sendable (inout Profile) throws -> Void
  }

  static let planted = [
    Planted(rule: "ATT-02", testDescription: "a window of eight days") {
      $0.attribution.window = .days(8)
      $0.attribution.clickRetention = .days(8)
    },
    Planted(rule: "ATT-01", testDescription: "a window of six days") {
      $0.attribution.window = .days(6)
    },
    Planted(rule: "ATT-03", testDescription: "the first click") {
      $0.attribution.model = .firstTouch
    },
    Planted(rule: "D-RES-04", testDescription: "the last click", document: .design) {
      $0.attribution.model = .lastClick
    },
    Planted(rule: "PRM-18", testDescription: "a fourth prompt", plant: fourthPrompt),
    Planted(rule: "PRM-17", testDescription: "six days between prompts") {
      $0.prompts.minimumInterval = .days(6)
    },
    Planted(rule: "PRM-03", testDescription: "two prompts a week") { $0.prompts.maxPerWeek = 2 },
    Planted(rule: "PRM-19", testDescription: "a prompt after a share") {
      $0.prompts.quietAfterShare = .days(1)
    },
    Planted(rule: "PRM-20", testDescription: "a prompt after a dismissal") {
      $0.prompts.dismissCooldown = nil
    },
    Planted(rule: "PRM-21", testDescription: "a prompt without contacts") {
      $0.prompts.minContacts = 5
    },
    Planted(rule: "PRM-35", testDescription: "a trigger that fires again") {
      $0.prompts.triggerRepeats = .everyOccurrence
    },
    Planted(rule: "P-PRM-01", testDescription: "two prompts a session", document: .product) {
      $0.prompts.maxPerSession = 2
    },
    Planted(rule: "P-PRM-02", testDescription: "four prompts a week", document: .product) {
      $0.prompts.maxPerWeek = 4
    },
    Planted(rule: "P-PRM-03", testDescription: "a prompt in a core flow", document: .product) {
      $0.prompts.suppressInCoreFlow = false
    },
    Planted(rule: "P-PRM-04", testDescription: "a short silence", document: .product) {
      $0.prompts.silenceAfterDismissals = .days(3)
    },
    Planted(rule: "P-PRM-05", testDescription: "a prompt at once", document: .product) {
      $0.prompts.minSession = 1
    },
  ]

  /// A cap of four, where every trigger fires again and again because somebody wanted it so.
  @Sendable private static func fourthPrompt(_ profile: inout Profile) throws {
    try profile.apply([.init("prompts.triggerRepeats", "everyOccurrence")])
    profile.prompts.lifetimeMax = 4
  }

  @Test(arguments: planted)
  func `a planted mistake is found, and its rule is named`(_ planted: Planted) throws {
    var plan = Self.plan(planted.document)
    try planted.plant(&plan.profile)
    let found = try Self.audit(plan).differences.filter { $0.rules.contains(planted.rule) }
    let difference = try #require(found.first)
    #expect(difference.isOfPromise && difference.sides.found == .simulator)
    #expect(difference.expected != difference.found)
  }

  @Test func `a fourth prompt is told with all that went before`() throws {
    var plan = Self.plan(.rin)
    try Self.fourthPrompt(&plan.profile)
    let found = try Self.audit(plan).differences
    let difference = try #require(found.first { $0.found == "prompt 4 is shown" })
    #expect(difference.expected == "no prompt: lifetimeCap (PRM-18)")
    #expect(difference.rules == ["PRM-18"])
    #expect(difference.story.count { $0.contains("is shown") } == 4)
  }
}
