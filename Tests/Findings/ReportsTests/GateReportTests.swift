import GrowthloopFindings
import Statistics
import Testing

@testable import GrowthloopReports

@Suite("What a run of gates came to")
struct GateReportTests {
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

  static let sentences: [(JudgedGate, String)] = [
    (
      Example.missed,
      "231 ms, 31.0 ms (16%) above the limit of 200 ms; with 95% confidence by 20.0 ms or more"
    ),
    (
      Example.kept,
      "0.500 ms, 0.500 ms (50%) within the limit of 1.00 ms; with 95% confidence by 0.250 ms or more"
    ),
    (
      Example.undecided,
      "198 ms; the 95% interval goes from 190 ms to 210 ms, on both sides of 200 ms"
    ),
    (
      Example.gate(value: 150, from: 140, to: 160, .above, is: .missed),
      "150 ms, 50.0 ms (25%) below the limit of 200 ms; with 95% confidence by 40.0 ms or more"
    ),
    (
      Example.gate(is: .undecided, doubt: "others disturbed it"),
      "231 ms, 31.0 ms (16%) above the limit of 200 ms; the 95% interval goes from 220 ms to "
        + "245 ms, but others disturbed it"
    ),
    (
      Example.gate(value: 200, from: nil, to: nil, is: .undecided),
      "200 ms, the limit itself; too little was measured for an interval"
    ),
    (
      Example.gate(value: nil, from: nil, to: nil, is: .undecided),
      "nothing was measured that the limit could be held against"
    ),
    (
      Example.gate(value: 5, from: 1, to: 9, limit: 0, is: .missed),
      "5.00 ms, 5.00 ms above the limit of 0.00 ms; with 95% confidence by 1.00 ms or more"
    ),
  ]

  @Test(arguments: sentences)
  func `a gate tells how far it is from its limit, and how surely`(
    gate: JudgedGate, sentence: String
  ) {
    #expect(gate.why == sentence)
  }

  @Test func `what is no number is not measured, and no answer is later than any limit`() {
    let nothing = Example.gate(value: .nan, from: nil, to: nil, is: .undecided)
    #expect(nothing.measured.value == nil && nothing.measured.ends == "–")
    let late = Example.gate(value: .infinity, from: 150, to: nil, is: .missed)
    #expect(late.measured.text == "no answer" && late.measured.ends == "150 ms to no answer")
    #expect(late.why == "no request was answered by then")
  }

  @Test func `a gate of a load run that was left open says why`() {
    let gate = Example.gate(is: .undecided, doubt: "the generator was late")
    #expect([gate].remarks == ["? undecided p99 < 200ms: \(gate.why)"])
    #expect(gate.why.hasSuffix(", but the generator was late"))
  }
}
