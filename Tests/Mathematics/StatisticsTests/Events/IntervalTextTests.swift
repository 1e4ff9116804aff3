import Statistics
import Testing

@Suite("Statistics · intervals as text")
struct IntervalTextTests {
  @Test func `half of the width stands for an interval around its value`() {
    let text = IntervalText(0.3, from: 0.28, to: 0.32, in: .share)
    #expect(text.text == "2.0%" && text.withValue == "30.0% ± 2.0%")
    #expect(text.ends == "28.0% to 32.0%")
  }

  @Test func `a lopsided interval is a range`() {
    let text = IntervalText(0.5, from: 0.1, to: 0.6, in: .share)
    #expect(text.text == "10.0% to 60.0%" && text.withValue == "50.0% (10.0% to 60.0%)")
  }

  @Test(arguments: [1.0, -1])
  func `no half of a width reaches over a zero that the interval leaves out`(sign: Double) {
    let ends = [0.000_07 * sign, 0.0018 * sign].sorted()
    let text = IntervalText(0.000_85 * sign, from: ends[0], to: ends[1], in: .ratio)
    #expect(text.isLopsided && text.text == text.range)
    let across = IntervalText(0.000_95, from: -0.0001, to: 0.002, in: .ratio)
    #expect(!across.isLopsided)
  }

  @Test func `what was never seen is bounded, with its trials and its design effect`() {
    let evidence = EventEvidence(events: 0, exposure: 12_345, designEffect: 2.3)
    let none = IntervalText(0, from: 0, to: 0.0007, in: .share, bound: evidence)
    #expect(none.text == "at most 0.07% (0 of 12,345, design effect 2.3)")
    #expect(none.withValue == "0.00% (at most 0.07%)")
    #expect(none.ends == none.text)
    let all = IntervalText(
      1, from: 0.999, to: 1, in: .share,
      bound: EventEvidence(events: 1_234_567, exposure: 1_234_567, designEffect: 1))
    #expect(all.text == "at least 99.9% (1,234,567 of 1,234,567, design effect 1.0)")
    let difference = IntervalText(0, from: -0.02, to: 0.02, in: .share, bound: evidence)
    #expect(difference.text == "-2.0% to 2.0% (0 of 12,345, design effect 2.3)")
  }

  @Test func `equal numbers have no interval to show`() {
    let text = IntervalText(3, from: 3, to: 3, in: .count, isEquality: true)
    #expect(text.text == "all equal" && text.withValue == "3.0")
  }
}
