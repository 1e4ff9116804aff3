import GrowthloopStudies
import Testing

@Suite("Rollouts · the ramps of the documents")
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
}
