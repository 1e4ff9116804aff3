import Statistics
import Testing

/// What a closed form says, and what has to be seen for it to count as held.
struct Claim {
  /// How sure an interval has to be of holding the truth.
  static let confidence = 0.999

  let name: String
  let truth: Double
  /// What somebody would claim who is mistaken.
  let mistakes: [Double]
  /// The greatest half of the interval's width that still tells something.
  let halfWidth: Double

  init(_ name: String, is truth: Double, andNot mistakes: [Double], within halfWidth: Double) {
    self.name = name
    self.truth = truth
    self.mistakes = mistakes
    self.halfWidth = halfWidth
  }

  /// Expects that `estimate` holds the truth, is narrow enough, and does not hold any mistake.
  func check(_ estimate: Estimate?, sourceLocation: SourceLocation = #_sourceLocation) {
    guard let estimate else {
      Issue.record("there is no estimate of \(name)", sourceLocation: sourceLocation)
      return
    }
    let found = "\(name) is \(estimate.value) ± \(estimate.halfWidth)"
    #expect(
      estimate.contains(truth), "\(found), not \(truth)", sourceLocation: sourceLocation)
    #expect(
      estimate.halfWidth <= halfWidth, "\(found), not within \(halfWidth)",
      sourceLocation: sourceLocation)
    for mistake in mistakes {
      #expect(
        !estimate.contains(mistake), "\(found): that allows \(mistake) too",
        sourceLocation: sourceLocation)
    }
  }

  func check(_ values: [Double], sourceLocation: SourceLocation = #_sourceLocation) {
    check(
      Replications(values).estimate(confidence: Self.confidence),
      sourceLocation: sourceLocation)
  }
}
