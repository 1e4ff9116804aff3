import Statistics
import Testing

/// The expected values are those of GrowthBook's gbstats 0.8.0 and its own tests.
@Suite("Comparisons · two groups, at the end and at any time")
struct TwoSampleTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let control: SampleSummary
    let treatment: SampleSummary
    let effect: TwoSample.Effect
    /// What the sequence is tuned for; `nil` for a single look at the end.
    let tunedFor: Double?
    let value: Double
    let low: Double
    let high: Double
    let pValue: Double
  }

  static func share(_ successes: Int, _ trials: Int) -> SampleSummary {
    let share = Double(successes) / Double(trials)
    return SampleSummary(count: trials, mean: share, variance: share * (1 - share))
  }

  static let revenue = SampleSummary(count: 3_407, mean: 0.41, variance: 15.21)
  static let revenueOfFewer = SampleSummary(
    count: 3_000, mean: 1396.87 / 3_000,
    variance: (52377.9767 - 1396.87 * 1396.87 / 3_000) / 2_999)
  static let moreRevenue = SampleSummary(count: 3_461, mean: 0.7, variance: 38.44)

  static let examples = [
    Example(
      testDescription: "revenue, relative, at the end", control: revenue, treatment: moreRevenue,
      effect: .relative, tunedFor: nil, value: 0.7073170731707317, low: -0.03526008906611777,
      high: 1.449894235407581, pValue: 0.06191182745618362),
    Example(
      testDescription: "revenue, absolute, at the end", control: revenue, treatment: moreRevenue,
      effect: .absolute, tunedFor: nil, value: 0.29, low: 0.04537789255929012,
      high: 0.5346221074407098, pValue: 0.020158402643587037),
    Example(
      testDescription: "14 of 28 against 16 of 30", control: share(14, 28),
      treatment: share(16, 30), effect: .relative, tunedFor: nil, value: 0.06666666666666665,
      low: -0.4776740282706786, high: 0.6110073616040119, pValue: 0.8070716832021887),
    Example(
      testDescription: "40% against 43%, at the end", control: share(2_000, 5_000),
      treatment: share(2_150, 5_000), effect: .absolute, tunedFor: nil, value: 0.03,
      low: 0.010692265819263688, high: 0.04930773418073625, pValue: 0.002327250496529265),
    Example(
      testDescription: "40% against 43%, at any time", control: share(2_000, 5_000),
      treatment: share(2_150, 5_000), effect: .absolute, tunedFor: 10_000, value: 0.03,
      low: 0.0001035766260810457, high: 0.0598964233739189, pValue: 0.0486002525520952),
    Example(
      testDescription: "47% against 70%, at any time", control: share(1_396, 3_000),
      treatment: share(2_422, 3_461), effect: .relative, tunedFor: 5_000,
      value: 0.5038633516821496, low: 0.4009784966859415, high: 0.6067482066783577,
      pValue: 5.174716682839852e-44),
    Example(
      testDescription: "revenue, relative, at any time", control: revenueOfFewer,
      treatment: moreRevenue, effect: .relative, tunedFor: 1_000, value: 0.5033610858562358,
      low: -0.5584405051077315, high: 1.5651626768202032, pValue: 1),
    Example(
      testDescription: "revenue, absolute, at any time", control: revenue, treatment: moreRevenue,
      effect: .absolute, tunedFor: 5_000, value: 0.29, low: -0.08941009553834556,
      high: 0.6694100955383455, pValue: 0.2907445591859732),
  ]

  @Test(arguments: examples)
  func `an effect is what GrowthBook says it is`(_ example: Example) throws {
    let samples = try #require(
      TwoSample(control: example.control, treatment: example.treatment, effect: example.effect))
    let comparison =
      example.tunedFor.map { ConfidenceSequence(tunedFor: $0).comparison(of: samples) }
      ?? samples.fixedHorizon()
    #expect(comparison.estimate.value.isClose(to: example.value, within: 1e-10))
    #expect(comparison.estimate.low.isClose(to: example.low, within: 1e-10))
    #expect(comparison.estimate.high.isClose(to: example.high, within: 1e-10))
    #expect(comparison.pValue.isClose(to: example.pValue, within: 1e-10))
  }

  @Test func `an interval and its p-value agree about no effect`() throws {
    for effect in TwoSample.Effect.allCases {
      let samples = try #require(
        TwoSample(control: Self.revenue, treatment: Self.moreRevenue, effect: effect))
      let once = samples.fixedHorizon()
      let edge = samples.fixedHorizon(against: once.estimate.low)
      #expect(edge.pValue.isClose(to: 0.05, within: 1e-9))
      let sequence = ConfidenceSequence()
      let always = sequence.comparison(of: samples)
      let alwaysEdge = sequence.comparison(of: samples, against: always.estimate.low)
      #expect(alwaysEdge.pValue.isClose(to: 0.05, within: 1e-9))
    }
  }

  @Test func `where nothing can be said, nothing is`() {
    let sample = SampleSummary(count: 10, mean: 1, variance: 1)
    let nothing = [
      SampleSummary(count: 0, mean: 0, variance: 0), SampleSummary(count: 1, mean: 1, variance: 0),
      SampleSummary(count: 9, mean: .nan, variance: 1),
      SampleSummary(count: 9, mean: 1, variance: .infinity),
      SampleSummary(count: 9, mean: 1, variance: -1),
    ]
    for other in nothing {
      #expect(TwoSample(control: sample, treatment: other) == nil)
      #expect(TwoSample(control: other, treatment: sample, effect: .relative) == nil)
      #expect(other.count == 1 || ConfidenceSequence().estimate(of: other) == nil)
    }
    let still = SampleSummary(count: 5, mean: 2, variance: 0)
    #expect(TwoSample(control: still, treatment: still) == nil)
    let zero = SampleSummary(count: 5, mean: 0, variance: 1)
    #expect(TwoSample(control: zero, treatment: sample, effect: .relative) == nil)
    #expect(TwoSample(control: zero, treatment: sample, effect: .absolute) != nil)
    let two = SampleSummary(count: 2, mean: 1, variance: 1)
    #expect(TwoSample(control: two, treatment: two) != nil, "two in a group are enough")
    #expect(SampleSummary(RunningMoments([1])) == nil)
    #expect(SampleSummary(Proportion(0, of: 0)) == nil)
  }
}
