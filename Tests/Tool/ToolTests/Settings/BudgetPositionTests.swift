import GrowthloopContacts
import GrowthloopFindings
import Invites
import GrowthloopLoadGenerator
import Profiles
import Statistics
import Testing
import Vocabulary

@Suite("Conflicts · the positions on budgets and on who was invited, each by --set")
struct BudgetPositionTests {
  private func profile(_ id: ProfileID, _ settings: (String, String)...) throws -> Profile {
    var profile = Profile(id)
    try profile.apply(settings.map { Profile.Override($0.0, $0.1) })
    return profile
  }

  private func load(_ profile: Profile) -> [String] {
    var scenario = LoadScenario()
    scenario.profile = profile
    return scenario.gatesInForce.map(\.description)
  }

  @Test(arguments: ProfileID.allCases)
  func `CNF-34, P-BUD-01, D-BUD-06 · 200 at P95, and 500: a plan without limits has the profile's`(
    id: ProfileID
  ) throws {
    let usual = [
      "landingTap p95 < 200ms", "directOpen p95 < 200ms", "deferredResolution p95 < 200ms",
      "create p95 < 500ms", "errors < 1%",
    ]
    #expect(load(Profile(id)) == usual)
    #expect(
      load(
        try profile(
          id, ("budget.resolveMs", "200"), ("budget.resolvePercentile", "P95"),
          ("budget.createMs", "500"))) == usual)
  }

  @Test(arguments: [("P50", "p50"), ("P90", "p90"), ("P95", "p95"), ("P99", "p99")])
  func `CNF-34 · P50, P90, P95, P99: the percentile of resolving, and creating keeps P95`(
    value: String, word: String
  ) throws {
    let gates = load(
      try profile(.rin, ("budget.resolvePercentile", value), ("budget.resolveMs", "150")))
    #expect(gates.first == "landingTap \(word) < 150ms")
    #expect(gates.contains("create p95 < 500ms"))
  }

  @Test
  func `D-LNK-03, D-BUD-03, D-FLW-04 · creating is kept below 500 ms at P95, and missed above`()
    throws
  {
    let gate = try #require(LoadGate("create p95 < 500ms"))
    // The times are microseconds here.
    func verdict(late: Int) -> GateVerdict {
      var times = HDRHistogram(layout: .minuteInMicroseconds)
      times.record(400_000, count: 10_000 - late)
      times.record(600_000, count: late)
      return JudgedGate(
        gate, percentile: 95, below: 500_000, among: times, effect: 1
      ).verdict
    }
    #expect(verdict(late: 300) == .kept)
    #expect(verdict(late: 700) == .missed)
    // A request that found no answer in 2 s is abandoned: D-BUD-03, the time-out.
    #expect(Profile.design.offline.createTimeout == .seconds(2))
    #expect(Profile.design.budgets.create == .milliseconds(500))
  }

  @Test func `CNF-34 · a limit of the plan takes the place of all budgets, and none of them`() {
    var scenario = LoadScenario()
    scenario.gates = []
    #expect(scenario.gatesInForce == [])
    scenario.gates = [LoadGate("p99 < 1s")].compactMap(\.self)
    #expect(scenario.gatesInForce.map(\.description) == ["p99 < 1s"])
    #expect(scenario.gatesInForce.first?.origin == nil)
    scenario.gates = nil
    #expect(scenario.gatesInForce.first?.origin == "budget.resolveMs")
    #expect(scenario.gatesInForce.dropLast().last?.origin == "budget.createMs")
    #expect(scenario.gatesInForce.last?.origin == "default")
  }

  @Test func `a plan without limits has one on errors, also where no budget concerns its mix`() {
    var scenario = LoadScenario()
    scenario.mix = MixPlan()
    for kind in [\MixPlan.landingTap, \.directOpen, \.deferredResolution, \.sharing] {
      scenario.mix[keyPath: kind] = 0
    }
    #expect(scenario.gatesInForce.map(\.description) == ["errors < 1%"])
  }

  private func contacts(_ profile: Profile) -> ContactPlan {
    var plan = ContactPlan()
    plan.profile = profile
    return plan
  }

  @Test(arguments: ProfileID.allCases)
  func `CNF-35, D-OPQ-06 · 500, 5000, 10000, 50000: the sizes of every profile, 10k+ among them`(
    id: ProfileID
  ) throws {
    let plan = contacts(Profile(id))
    #expect(plan.sizesInForce == [500, 5_000, 10_000, 50_000])
    let other = contacts(try profile(id, ("contacts.benchmarkSizes", "100, 20_000")))
    #expect(other.sizesInForce == [100, 20_000])
  }

  @Test
  func `CNF-35, D-BUD-02 · pickerLoadMs none, 500: up to 5,000 contacts, and no limit beyond`()
    throws
  {
    #expect(contacts(.rin).gatesInForce.map(\.description) == ["keystroke p99 < 100ms"])
    let design = contacts(.design).gatesInForce.map(\.description)
    #expect(
      design == [
        "keystroke p99 < 100ms", "picker p99 < 500ms at 500", "picker p99 < 500ms at 5000",
      ])
    let none = contacts(try profile(.design, ("budget.pickerLoadMs", "none")))
    #expect(none.gatesInForce.map(\.description) == ["keystroke p99 < 100ms"])
    let rin = contacts(try profile(.rin, ("budget.pickerLoadMs", "500")))
    #expect(rin.gatesInForce.map(\.description) == design)
  }

  @Test func `CNF-35 · searchMs none, 100: a search is held to it in every book, or to nothing`()
    throws
  {
    #expect(contacts(.product).gatesInForce == [])
    let product = contacts(try profile(.product, ("budget.searchMs", "100")))
    #expect(product.gatesInForce.map(\.description) == ["keystroke p99 < 100ms"])
    #expect(product.gatesInForce.first?.origin == "budget.searchMs")
    #expect(product.gatesInForce.first?.concerns(50_000) == true)
    #expect(contacts(try profile(.rin, ("budget.searchMs", "none"))).gatesInForce == [])
  }

  private static let ann = ContactKey(rawValue: 7)

  /// The badge two days after an invite, in the same session and in the next.
  private func badges(_ policy: HistoryPolicy) -> (same: String?, next: String?) {
    let start = Instant(milliseconds: 0)
    var history = InviteHistory()
    history.note([Self.ann], at: start, under: policy)
    let same = history.badge(for: Self.ann, at: start + .days(2))
    history.beginSession(under: policy)
    return (same, history.badge(for: Self.ann, at: start + .days(2)))
  }

  @Test func `CNF-25 · session, device, none: how long an invited contact is remembered`() throws {
    let badge = "Invited 2d ago"
    #expect(badges(try profile(.design, ("history.persist", "session")).history) == (badge, nil))
    #expect(badges(try profile(.rin, ("history.persist", "device")).history) == (badge, badge))
    #expect(badges(try profile(.rin, ("history.persist", "none")).history) == (nil, nil))
    #expect(badges(Profile.rin.history) == (badge, nil))
    #expect(badges(Profile.design.history) == (badge, badge))
    #expect(badges(Profile.product.history) == (nil, nil))
  }

  @Test func `CNF-25 · opaqueHash, none: what is remembered has a form that names no one`() throws {
    let without = try profile(.rin, ("history.key", "none"))
    #expect(without.contradictions().map(\.settings) == [["history.persist", "history.key"]])
    let neither = try profile(.rin, ("history.key", "none"), ("history.persist", "none"))
    #expect(neither.contradictions().isEmpty)
    #expect(Profile.product.history.key == nil && Profile.design.history.key == .opaqueHash)
  }

  @Test func `CNF-25 · reinviteCooldownDays none, and a number: the same contact again`() throws {
    func decision(_ profile: Profile, after days: Int64) -> LimitDecision {
      let start = Instant(milliseconds: 0)
      return profile.limits.decide(
        .reinvite(lastInvited: start), after: DailyTally(), at: start + .days(days),
        calendar: profile.calendar, zone: .utc)
    }
    for id in ProfileID.allCases { #expect(decision(Profile(id), after: 0) == .allowed) }
    let cooled = try profile(.design, ("limits.reinviteCooldownDays", "20"))
    #expect(decision(cooled, after: 19) != .allowed)
    #expect(decision(cooled, after: 20) == .allowed)
  }
}
