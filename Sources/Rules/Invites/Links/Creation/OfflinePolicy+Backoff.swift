public import Vocabulary

extension OfflinePolicy {
  /// Returns the longest wait before retry `retry`, from 1: it grows by the factor each time.
  public func longestWait(beforeRetry retry: Int) -> Interval {
    guard let createBackoff else { return .zero }
    var wait = Double(createBackoff.milliseconds)
    for _ in 1..<max(retry, 1) { wait *= createBackoffFactor ?? 1 }
    // A day is longer than any user waits, and far from where the arithmetic overflows.
    return .milliseconds(Int64(min(wait, 86_400_000).rounded()))
  }

  /// Draws the wait before retry `retry`: between half and all of the longest.
  ///
  /// The fixed half protects a failing service from an immediate retry. The random half spreads
  /// clients that failed together.
  func createWait(
    beforeRetry retry: Int, using generator: inout some RandomNumberGenerator
  ) -> Interval {
    let longest = longestWait(beforeRetry: retry).milliseconds
    guard longest > 0 else { return .zero }
    let least = (longest + 1) / 2
    return .milliseconds(least + Int64(generator.number(below: UInt64(longest - least + 1))))
  }

  /// The longest time from the first request to the error: every request times out, and every wait
  /// is as long as it may be.
  public var longestCreation: Interval {
    (1..<max(createMaxRetries, 0) + 1).reduce(createTimeout) {
      $0 + longestWait(beforeRetry: $1) + createTimeout
    }
  }
}

extension LinkRules {
  static let creation: [Rule] = [
    Rule("LNK-10", "A link from before is shown at once, without a network."),
    Rule("D-LNK-10", "A creation fails by a network error, or by a time-out above 2 s."),
    Rule("D-LNK-11", "A failed creation is tried again at most twice, after waits that double."),
    Rule("D-LNK-13", "At worst the error comes after three time-outs and both waits."),
  ]
}
