import Statistics
import Testing

@testable import GrowthloopReports

@Suite("Scales and ticks")
struct GeometryTests {
  @Test
  func `a linear scale puts the middle in the middle, and keeps what lies beyond at its ends`() {
    let scale = Scale(from: 0, to: 10, start: 100, end: 300)
    #expect(scale.place(0) == 100)
    #expect(scale.place(5) == 200)
    #expect(scale.place(10) == 300)
    #expect(scale.place(-3) == 100)
    #expect(scale.place(1e9) == 300)
  }

  @Test func `a scale may run upwards, as pictures count from the top`() {
    #expect(Scale(from: 0, to: 4, start: 200, end: 0).place(1) == 150)
  }

  @Test func `equal ratios are equally far apart on a logarithmic scale`() {
    let scale = Scale(.logarithmic, from: 1, to: 1_000, start: 0, end: 300)
    for (number, place) in [(1.0, 0.0), (10, 100), (100, 200), (1_000, 300)] {
      #expect(abs(scale.place(number) - place) < 1e-9)
    }
    #expect(scale.place(0) == 0)
  }

  @Test func `every nine is equally far from the one before`() {
    let scale = Scale(.nines, from: 0, to: 99.99, start: 0, end: 400)
    for (percentile, place) in [(0.0, 0.0), (90, 100), (99, 200), (99.9, 300), (99.99, 400)] {
      #expect(abs(scale.place(percentile) - place) < 1e-6)
    }
    #expect(abs(scale.place(50) - 30.103) < 1e-3)
    #expect(scale.place(100) == 400)
  }

  @Test func `a scale of one number puts it in the middle`() {
    #expect(Scale(from: 3, to: 3, start: 0, end: 10).place(3) == 5)
  }

  static let ranges: [(from: Double, to: Double, most: Int, ticks: [Double])] = [
    (0, 10, 5, [0, 2, 4, 6, 8, 10]), (0, 59, 6, [0, 10, 20, 30, 40, 50, 60]),
    (0, 0.7, 4, [0, 0.2, 0.4, 0.6, 0.8]), (-1.2, 0.3, 5, [-1.5, -1, -0.5, 0, 0.5]),
    (3, 3, 2, [2.5, 3, 3.5]), (0, 1e-9, 2, [0, 5e-10, 1e-9]),
    (0, 7e12, 4, [0, 2e12, 4e12, 6e12, 8e12]),
  ]

  @Test(arguments: ranges)
  func `ticks are multiples of 1, 2 or 5 that enclose the range`(
    _ range: (from: Double, to: Double, most: Int, ticks: [Double])
  ) {
    #expect(Ticks.round(from: range.from, to: range.to, most: range.most).ticks == range.ticks)
  }

  @Test(arguments: 1...400) func `there are never more ticks than there is room for`(_ number: Int)
  {
    let high = Double(number * number) / 7
    for most in 2...12 {
      let (step, ticks) = Ticks.round(from: -high / 3, to: high, most: most)
      #expect(ticks.count <= most + 1)
      #expect(step > 0)
      #expect(ticks[0] <= -high / 3 && ticks[ticks.count - 1] >= high)
    }
  }

  @Test func `powers of ten enclose the range, and are two at least`() {
    #expect(Ticks.powers(from: 0.3, to: 250) == [0.1, 1, 10, 100, 1_000])
    #expect(Ticks.powers(from: 1, to: 1) == [1, 10])
  }

  @Test func `the nines go as far as the rarest value`() {
    #expect(Ticks.nines(to: 50) == [0, 90])
    #expect(Ticks.nines(to: 99.5) == [0, 90, 99, 99.9])
  }

  @Test func `ticks show as many decimals as tell them apart`() {
    #expect(NumberStyle.count.tick(2_000, step: 500) == "2000")
    #expect(NumberStyle.ratio.tick(0.5, step: 0.05) == "0.50")
    #expect(NumberStyle.share.tick(0.025, step: 0.005) == "2.5%")
    #expect(NumberStyle.share.tick(0.2, step: 0.1) == "20%")
  }

  static let wrapped: [(words: String, width: Double, lines: [String])] = [
    ("short", 60, ["short"]), ("", 60, [""]),
    ("shares on days 22 to 28", 100, ["shares on days", "22 to 28"]),
    ("prompts.lifetimeMax=1", 90, ["prompts.", "lifetimeMax=1"]),
    ("use.retention.1=0.2121", 110, ["use.retention.1=", "0.2121"]),
    ("incomprehensible", 60, ["incompre", "hensible"]),
  ]

  @Test(arguments: wrapped)
  func `long words take several lines, and a key is broken between its parts`(
    _ case: (words: String, width: Double, lines: [String])
  ) {
    let lines = Lettering.lines(`case`.words, to: `case`.width)
    #expect(lines == `case`.lines)
    #expect(lines.allSatisfy { Lettering.width($0) <= `case`.width })
  }
}
