import RandomStreams
import Statistics
import Testing

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
