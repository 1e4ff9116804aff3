public import Vocabulary

/// The decay of a score with the age of the click.
public enum ScoreDecay: Hashable, Sendable, BitwiseCopyable {
  /// No loss: the score is the same at every age.
  case none
  /// A loss of this many thousandths by the end of the window, and in proportion before.
  case linear(lost: Int)
  /// A factor for each stretch of age, whatever the window.
  case stepped(AgeSteps)
}

extension ScoreDecay {
  /// Returns the greatest remainder of `score` at any age.
  func greatest(of score: Int) -> Int {
    switch self {
    case .none: score
    case .linear(let lost): score - min(lost, 0)
    case .stepped(let steps): score * steps.greatestFactor / 1_000
    }
  }

  /// Returns the remaining thousandths of `score` for a click of `age` in a window of `window`.
  func applied(to score: Int, age: Interval, window: Interval) -> Int {
    switch self {
    case .none:
      return score
    case .linear(let lost):
      guard window > .zero else { return score }
      return score - lost * Int(age.milliseconds) / Int(window.milliseconds)
    case .stepped(let steps):
      return score * steps.factor(at: age) / 1_000
    }
  }
}

/// A factor, in thousandths, for each stretch of age; at most eight stretches.
public struct AgeSteps: Hashable, Sendable, BitwiseCopyable {
  private var ends = SIMD8<Int64>(repeating: .max)
  private var factors = SIMD8<Int64>(repeating: 0)

  /// Creates the stretches in rising order, each with the last age that belongs to it.
  ///
  /// Beyond the last stretch the factor is `after`.
  public init(_ steps: [(through: Interval, factor: Int)], after: Int) {
    precondition(steps.count < 8, "seven stretches and a rest are the most, not \(steps.count)")
    for (place, step) in steps.enumerated() {
      ends[place] = step.through.milliseconds
      factors[place] = Int64(step.factor)
    }
    factors[steps.count] = Int64(after)
  }

  /// Returns the factor for a click of `age`.
  public func factor(at age: Interval) -> Int {
    for place in 0..<8 where age.milliseconds <= ends[place] { return Int(factors[place]) }
    return 0
  }

  var greatestFactor: Int { Int(factors.max()) }

  /// Returns the greatest age that leaves so many thousandths; `nil` if none does.
  func lastAge(leaving factor: Int) -> Interval? {
    for place in (0..<8).reversed() where factors[place] >= Int64(factor) {
      // Places after the endless stretch are unused.
      if place == 0 || ends[place - 1] < .max { return Interval(milliseconds: ends[place]) }
    }
    return nil
  }
}
