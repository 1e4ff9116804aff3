import growthloop_bench
import RandomStreams
import Statistics
import Testing

@Suite("Interference · exposure, past sends, alike invites and novelty")
struct VarianceFormTests {
  @Test(arguments: [(1, 5_000.0), (2, 2_500), (5, 312), (10, 10)])
  func `of 10,000 people, those whose contacts are all treated`(contacts: Int, people: Double) {
    let counts = ExposureCounts(contacts: contacts)
    #expect((counts.expected(of: 10_000) - people).magnitude < 0.6)
  }

  @Test(arguments: [
    (0.264, 1, 0.185), (0.264, 3, 0.298), (0.264, 6, 0.352), (1.5, 1, 0.657), (1.5, 3, 0.752),
  ])
  func `months before explain a part of a month's sends`(
    mean: Double, months: Double, explained: Double
  ) {
    let habits = SendingHabits(mean: mean)
    #expect(
      (habits.explained(monthsBefore: months, monthsDuring: 1) - explained).magnitude < 0.0005)
  }

  @Test(arguments: [(0.264, 10_431.0), (1.5, 5_532)])
  func `the members an arm for a tenth more sends`(mean: Double, members: Double) {
    let habits = SendingHabits(mean: mean)
    let size = PowerAnalysis().sizePerGroup(difference: mean / 10, variance: habits.variance)
    #expect((size - members).magnitude < 1)
  }

  @Test(arguments: [(1, 0.05, 1.29), (1, 0.2, 2.16), (5, 0.05, 2.65), (5, 0.2, 7.6)])
  func `P-EXP-02 · the invites of one sender count less`(
    recipients: Int, correlation: Double, factor: Double
  ) {
    let invites = AlikeInvites(
      shares: SendingHabits(mean: 1.5), recipients: recipients, correlation: correlation)
    #expect((invites.designEffect.factor / factor - 1).magnitude < 0.0025)
  }

  @Test(arguments: [(7, 0.2264), (14, 0.1865), (28, 0.1491)])
  func `an effect that fades is smaller on the average of more days`(days: Double, mean: Double) {
    let effect = FadingEffect(first: 0.3, lasting: 0.1, days: 7)
    #expect((effect.mean(over: days) - mean).magnitude < 0.00005)
    #expect((effect.effect(after: 0) - 0.3).magnitude < 1e-12)
  }

  @Test(arguments: [Mechanism.exposure, .alikeInvites, .novelty])
  func `simulated, they agree`(mechanism: Mechanism) {
    expectAgreement(mechanism, size: 0.1)
  }

  @Test func `past sends agree with a simulation`() throws {
    let habits = SendingHabits(mean: 0.264)
    let found = try #require(
      habits.simulatedExplained(
        monthsBefore: 3, monthsDuring: 1, worlds: 20, members: 10_000, stream: .init(key: 3)))
    #expect(found.standardError < 0.01)
    let truth = habits.explained(monthsBefore: 3, monthsDuring: 1)
    #expect((found.value - truth).magnitude < 4 * found.standardError)
  }
}
