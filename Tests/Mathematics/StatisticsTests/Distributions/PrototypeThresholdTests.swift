import Statistics
import Testing

@Suite("Statistics · what a few participants can tell")
struct PrototypeThresholdTests {
  /// Of eight participants six must grant for more than 70%, and five must want more for more than
  /// half; of twenty fifteen must grant.
  @Test(arguments: [
    (8, 6, 0.66, 0.45), (8, 6, 0.8, 0.80), (20, 15, 0.66, 0.28), (20, 15, 0.8, 0.80),
    (8, 5, 0.5, 0.36), (8, 5, 0.7, 0.81),
  ])
  func `D-PRO-06, D-PRO-08 · a threshold is passed by chance, and missed by chance`(
    participants: Int, needed: Int, truth: Double, passes: Double
  ) {
    let chance = BinomialTails(trials: participants, chance: truth).upperTail(needed - 1)
    #expect(abs(chance - passes) < 0.01)
  }
}
