import RandomStreams
import Testing

@Suite("Chance · a parameter that cannot be is refused by name")
struct InvalidParameterTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let build: @Sendable () throws -> any Distribution

    init(
      _ testDescription: String,
      build: @escaping @Sendable () throws -> any Distribution
    ) {
      self.testDescription = testDescription
      self.build = build
    }
  }

  static let examples = [
    Example("upper must be at least lower, 3.0, not 2.0") {
      try Uniform(from: 3, to: 2)
    },
    Example("mean must be above 0 and finite, not 0.0") {
      try Exponential(mean: 0)
    },
    Example("rate must be above 0 and finite, not inf") {
      try Exponential(rate: .infinity)
    },
    Example("standardDeviation must be at least 0 and finite, not -1.0") {
      try Normal(mean: 0, standardDeviation: -1)
    },
    Example("mean must be finite, not nan") {
      try Normal(mean: .nan, standardDeviation: 1)
    },
    Example("median must be above 0 and finite, not -2.0") {
      try LogNormal(median: -2, sigma: 1)
    },
    Example("sigma must be so small that values stay finite, not 90.0") {
      try LogNormal(median: 1, sigma: 90)
    },
    Example("shape must be from 10^-100 to 10^100, not 0.0") {
      try Gamma(shape: 0, scale: 1)
    },
    Example("beta must be from 10^-100 to 10^100, not nan") {
      try Beta(alpha: 1, beta: .nan)
    },
    Example("probability must be from 0 to 1, not 1.5") {
      try Bernoulli(probability: 1.5)
    },
    Example("mean must be from 0 to 10^15, not -1.0") {
      try Poisson(mean: -1)
    },
    Example("count must be from 0 to 10^15, not -1.0") {
      try Binomial(count: -1, probability: 0.5)
    },
    Example("count must be from 1 to 10^15, not 0.0") {
      try Zipf(exponent: 1, count: 0)
    },
    Example("exponent must be from 0 to 1000, not -0.5") {
      try Zipf(exponent: -0.5, count: 10)
    },
    Example("weight 1 must be at least 0 and finite, not -3.0") {
      try Categorical(weights: [1, -3])
    },
    Example("sum of the weights must be above 0 and finite, not 0.0") {
      try Categorical(weights: [])
    },
  ]

  @Test(arguments: examples)
  func `the error says which, what is allowed and what was given`(_ example: Example) {
    let error = #expect(throws: InvalidParameter.self) { try example.build() }
    #expect(error?.description == example.testDescription)
  }

  @Test func `a selection is no greater than the whole`() {
    let error = #expect(throws: InvalidParameter.self) { try Selection(7, of: 6) }
    #expect(error?.description == "size must be from 0 to the total, 6, not 7.0")
  }
}
