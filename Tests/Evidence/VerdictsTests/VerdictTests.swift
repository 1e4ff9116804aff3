import Gates
import Testing

@testable import Verdicts

@Suite("Verdicts · what a run came to")
struct VerdictTests {
  @Test func `the worst gate decides, and a stage that did not end keeps nothing`() {
    #expect(Example.run().verdict == .kept)
    #expect(Example.run(Example.stage([Example.kept])).verdict == .kept)
    #expect(Example.run(Example.stage([Example.kept, Example.undecided])).verdict == .undecided)
    #expect(Example.run(Example.stage([Example.undecided, Example.missed])).verdict == .missed)
    let failed = Example.stage([], note: "no answer", ending: .failed)
    #expect(Example.run(Example.stage([Example.kept]), failed).verdict == .undecided)
    #expect(Example.run(Example.stage([Example.missed]), failed).verdict == .missed)
  }

  @Test func `a sentence counts what was kept and what was not`() {
    let run = Example.run(
      Example.stage([Example.kept, Example.missed]),
      Example.stage([], note: "no answer", ending: .failed))
    #expect(run.sentence == "missed: 1 of 2 gates kept, 1 missed, 1 of 2 stages could not run")
    let partial = Example.run(Example.stage([Example.kept], ending: .interrupted))
    #expect(partial.isPartial && partial.sentence == "undecided: 1 of 1 gates kept, interrupted")
  }

  static let sentences: [(GateResult, String)] = [
    (
      Example.missed,
      "231.0 ms, 31.0 ms (16%) above the limit of 200.0 ms; with 95% confidence by 20.0 ms or more"
    ),
    (
      Example.kept,
      "0.5 ms, 0.5 ms (50%) within the limit of 1.0 ms; with 95% confidence by 0.25 ms or more"
    ),
    (
      Example.undecided,
      "198.0 ms, 2.0 ms (1.0%) within the limit of 200.0 ms; the 95% interval goes from 190.0 ms to "
        + "210.0 ms, on both sides of it"
    ),
    (
      Example.gate(value: 150, from: 140, to: 160, side: .above, is: .missed),
      "150.0 ms, 50.0 ms (25%) below the limit of 200.0 ms; with 95% confidence by 40.0 ms or more"
    ),
    (
      Example.gate(is: .undecided, doubt: "others disturbed it"),
      "231.0 ms, 31.0 ms (16%) above the limit of 200.0 ms; the 95% interval goes from 220.0 ms to "
        + "245.0 ms, but others disturbed it"
    ),
    (
      Example.gate(value: 200, from: nil, to: nil, is: .undecided),
      "200.0 ms, the limit itself; too little was measured for an interval"
    ),
    (
      Example.gate(value: nil, from: nil, to: nil, is: .undecided),
      "nothing was measured that the limit could be held against"
    ),
    (
      Example.gate(value: 5, from: 1, to: 9, limit: 0, is: .missed),
      "5.0 ms, 5.0 ms above the limit of 0.0 ms; with 95% confidence by 1.0 ms or more"
    ),
  ]

  @Test(arguments: sentences)
  func `a gate tells how far it is from its limit, and how surely`(
    gate: GateResult, sentence: String
  ) {
    #expect(gate.moved == sentence)
  }

  @Test func `what is no number is not measured`() {
    let gate = Example.gate(value: .nan, from: -.infinity, to: .infinity, is: .undecided)
    #expect(gate.measured == nil && gate.low == nil && gate.high == nil)
    #expect(gate.measuredText == "nothing" && gate.intervalText == "–")
  }
}
