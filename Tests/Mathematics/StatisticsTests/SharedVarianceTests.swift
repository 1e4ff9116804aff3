import Foundation
import RandomStreams
import Statistics
import Testing

@Suite("Where the next draw lies")
struct PredictionTests {
  @Test func `few draws have Student's prediction interval, and many that of their ranks`() throws {
    let three = try #require(Estimate(predictionBy: [1, 2, 3]))
    // 2 ± 4.302653 √(4/3), with t(2) of any table.
    #expect(abs(three.low + 2.968_275) < 1e-5 && abs(three.high - 6.968_275) < 1e-5)
    let many = try #require(Estimate(predictionBy: (1...39).map { Double($0 * $0) }))
    #expect(abs(many.low - 1) < 1e-9 && abs(many.high - 39 * 39) < 1e-9)
    #expect(many.basis == .draws(39) && many.isPrediction)
    let quarter = try #require(
      Estimate(predictionBy: (1...9).map(Double.init), confidence: 0.75))
    // The ranks 1.25 and 8.75 of nine.
    #expect(abs(quarter.low - 1.25) < 1e-9 && abs(quarter.high - 8.75) < 1e-9)
    #expect(Estimate(predictionBy: [1]) == nil && Estimate(predictionBy: [1, .infinity]) == nil)
  }

  @Test(
    "it holds the next draw in nineteen of twenty cases, however many there are",
    arguments: [12, 79, 400])
  func coverage(_ count: Int) throws {
    let law = try Normal(mean: 3, standardDeviation: 1)
    var draw = RandomSource(seed: 11).stream(for: Purpose(rawValue: 9))[0]
    let hits = try (0..<2_000).count { _ in
      let draws = (0..<count).map { _ in law.sample(using: &draw) }
      let prediction = try #require(Estimate(predictionBy: draws))
      return prediction.contains(law.sample(using: &draw))
    }
    // Four standard errors of 2,000 cases.
    #expect((1_861...1_939).contains(hits), "\(hits)")
  }

  @Test func `a run that is read again knows it as the interval of a draw`() throws {
    let measure = Measure(Estimate(predictionBy: [1, 2, 4]), in: .ratio)
    let again = try JSONDecoder().decode(Measure.self, from: JSONEncoder().encode(measure))
    #expect(again.isPrediction && again.intervalName == "95% of draws")
    #expect(again.low == measure.low && again.high == measure.high)
  }
}

@Suite("What twins have in common")
struct SharedVarianceTests {
  @Test("of twins with half of their variance in common the share is a half")
  func half() throws {
    let law = try Normal(mean: 3, standardDeviation: 1)
    var draw = RandomSource(seed: 5).stream(for: Purpose(rawValue: 9))[0]
    let pairs = (0..<4_000).map { _ in
      let inputs = law.sample(using: &draw)
      return (first: inputs + law.sample(using: &draw), second: inputs + law.sample(using: &draw))
    }
    let share = try #require(SharedVariance(pairs)).share
    #expect(abs(share.value - 0.5) < 0.03)
    #expect(share.contains(0.5))
    #expect(share.high - share.low < 0.06)
  }

  @Test("the interval is that of Fisher's transformation")
  func interval() throws {
    // Of the correlation .6 of 28 pairs: tanh(atanh .6 ± 1.96/5).
    let pairs = (0..<14).flatMap { _ in
      [(first: 1.0, second: 1.0), (first: -1, second: -1)]
    }.enumerated().map { place, pair in
      place % 5 == 0 ? (first: pair.first, second: -pair.second) : pair
    }
    let share = try #require(SharedVariance(pairs)).share
    #expect(abs(share.value - 0.5714) < 1e-3)
    #expect(abs(share.low - 0.2507) < 2e-3)
    #expect(abs(share.high - 0.7796) < 2e-3)
  }

  @Test("there is none in fewer than four pairs, or without variance")
  func none() {
    #expect(SharedVariance([(1, 2), (2, 3), (3, 4)]) == nil)
    #expect(SharedVariance([(1, 1), (1, 1), (1, 1), (1, 1)]) == nil)
  }

  @Test("a negative correlation is no share")
  func negative() throws {
    let pairs = (0..<10).map { (first: Double($0), second: -Double($0)) }
    let share = try #require(SharedVariance(pairs)).share
    #expect(share.value == 0 && share.low == 0)
  }
}
