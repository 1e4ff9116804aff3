import RandomStreams
import GrowthloopStudies
import Statistics
import Testing

@Suite("Rollouts · harm before and after the kill")
struct HarmTests {
  /// Rin's install delay: log-normal with a median of 9.5 hours and σ 1.634.
  static let install = law(LogNormal.certain(try LogNormal(median: 9.5 / 24, sigma: 1.634)))

  @Test(arguments: [(1.0, 0.50), (2, 0.36), (4, 0.23), (7, 0.16)])
  func `a kill switch does not recall invites`(days: Double, after: Double) {
    #expect((1 - Self.install.arrived(within: days) - after).magnitude < 0.006)
  }

  /// 1-(θ/L)(1-e^(-L/θ)) of an exponential delay.
  @Test(arguments: [(1.0, 0.3679), (3, 0.6833), (7, 0.8573), (14, 0.9286)])
  func `exponential delays`(days: Double, arrived: Double) {
    let law = Self.law(Exponential.certain(try Exponential(mean: 1)))
    #expect((law.arrived(within: days) - arrived).magnitude < 0.0005)
  }

  @Test func `a delay hides harm, and loses none of it`() {
    let atOnce = HarmMeter(losses: [100])
    let late = HarmMeter(losses: [100], delay: Self.install)
    let outcome = Self.stopped(after: 2)
    let (now, later) = (
      atOnce.harm(of: outcome, reaction: 0), late.harm(of: outcome, reaction: 0)
    )
    #expect((now.before - 20).magnitude < 1e-9 && now.after == 0)
    #expect((later.before + later.after - 20).magnitude < 1e-9)
    #expect((later.after / 20 - 0.36).magnitude < 0.006)
  }

  @Test func `a slow reaction adds to the harm`() {
    let harm = HarmMeter(losses: [100]).harm(of: Self.stopped(after: 2), reaction: 0.25)
    #expect((harm.before - 22.5).magnitude < 1e-9)
  }

  @Test func `who has not read that the change is off still has it`() {
    // One session in four starts anew, of two a day: a day and a half of sessions in the mean.
    let reading = FlagReading(freshStarts: 0.25, sessionsPerDay: 2)
    #expect((reading.lingering - 1.5).magnitude < 1e-12)
    let meter = HarmMeter(losses: [100])
    let harm = meter.harm(
      of: Self.stopped(after: 2), reaction: 0.25, lingering: reading.lingering)
    #expect((harm.before - 22.5).magnitude < 1e-9)
    #expect((harm.after - 15).magnitude < 1e-9)
    #expect(FlagReading.always.lingering == 0)
    #expect(FlagReading(freshStarts: 0.5, sessionsPerDay: 0).lingering == 0)
  }

  @Test func `what a plan loses in all counts those who keep the change`() throws {
    var guardrail = Guardrail("a")
    guardrail.minimum = 200
    let reading = FlagReading(freshStarts: 0.5, sessionsPerDay: 1)
    var walker = RolloutWalker(
      RolloutPlan(.product, guardrails: [guardrail], reading: reading), volumes: [200])
    let tally = walker.tally(3, meters: [HarmMeter(losses: [100])]) { _ in
      ScriptedDays([[.hundred(10, 90)]])
    }
    let before = try #require(tally.before[0].mean)
    let lost = try #require(tally.lost[0].mean)
    // A day of sessions at the share that had read it on the second day.
    let reached = 0.1 * (1 - reading.unaware(onDay: 1))
    #expect((lost - before - 100 * reached).magnitude < 1e-9)
  }

  @Test func `the days of sessions that miss a change add up`() {
    let reading = FlagReading(freshStarts: 0.1, sessionsPerDay: 1.5)
    let days = (0..<400).reduce(0) { $0 + reading.unaware(onDay: $1) }
    #expect((days - reading.lingering).magnitude < 1e-9)
    // Half of a long day's sessions miss it where every other one starts anew.
    #expect(FlagReading.always.unaware(onDay: 0) == 0)
    #expect(
      (FlagReading(freshStarts: 0.5, sessionsPerDay: 1e-9).unaware(onDay: 0) - 0.5).magnitude < 1e-6
    )
  }

  private static func law(_ delay: some CumulativeDistribution<Double>) -> DelayLaw {
    DelayLaw(days: (0..<4_000).map { delay.quantile((Double($0) + 0.5) / 4_000) })
  }

  /// A rollout of the product's ramp that ended so early, at 10%.
  private static func stopped(after days: Int) -> RolloutOutcome {
    var guardrail = Guardrail("a")
    guardrail.minimum = 100 * days
    var walker = RolloutWalker(
      RolloutPlan(.product, guardrails: [guardrail]), volumes: [200])
    var days = ScriptedDays([[.hundred(10, 90)]])
    return walker.walk(&days)
  }
}
