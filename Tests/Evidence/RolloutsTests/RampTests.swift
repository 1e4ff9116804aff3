import Rollouts
import Testing

@Suite("Rollouts · ramps (P-PLN-08, D-PLN-05)")
struct RampTests {
  @Test func `the product document's ramp takes 5 days, the design document's 8`() {
    #expect(Ramp.product.stages.map(\.share) == [0.1, 0.5, 1])
    #expect(Ramp.product.days == 5 && Ramp.product.controlledDays == 4)
    #expect(Ramp.design.stages.map(\.share) == [0.05, 0.25, 1])
    #expect(Ramp.design.days == 8 && Ramp.design.controlledDays == 7)
  }

  @Test func `the last stage has a control only with a hold-back`() {
    let ramp = Ramp(Ramp.product.stages, holdback: 0.05, days: 5)
    #expect(!Ramp.product.isControlled(2))
    #expect(ramp.isControlled(2) && ramp.reached(in: 2) == 0.95)
    #expect(ramp.reached(in: 1) == 0.5)
  }

  /// Smallest falls of a share of 75%, in points, that the last controlled look finds in 80%.
  @Test(arguments: [
    (11, 39.9, 31.8), (100, 13.1, 11.4), (1_000, 4.1, 3.6), (10_000, 1.3, 1.1),
  ])
  func `what the documents' ramps can find`(volume: Int, product: Double, design: Double) throws {
    let found = try (
      #require(Ramp.product.smallestHarm(to: 0.75, volume: volume)),
      #require(Ramp.design.smallestHarm(to: 0.75, volume: volume))
    )
    #expect((found.0 * 100 - product).magnitude < 0.06)
    #expect((found.1 * 100 - design).magnitude < 0.06)
  }

  @Test func `four days more at 90 percent find 3.3 points at 1,000 sheets`() throws {
    let stages = Ramp.product.stages.dropLast() + [.init(0.9, from: 4), .init(1, from: 8)]
    let found = try #require(
      Ramp(Array(stages), days: 9).smallestHarm(to: 0.75, volume: 1_000))
    #expect((found * 100 - 3.3).magnitude < 0.05)
  }

  /// From 75% to its floor of 70%: above 680 sheets a day, or 520.
  @Test func `the volume that a fall to the floor needs`() throws {
    let product = try #require(Ramp.product.volume(toFind: 0.05, to: 0.75))
    let design = try #require(Ramp.design.volume(toFind: 0.05, to: 0.75))
    #expect((product - 680).magnitude < 5 && (design - 520).magnitude < 5)
    #expect(Ramp([.init(1, from: 0)], days: 3).volume(toFind: 0.05, to: 0.75) == nil)
  }
}
