/// A rate limit: a burst, then one use per interval.
public struct RateLimit: Hashable, Sendable {
  public let burst: Int
  public let interval: Duration

  public init(burst: Int, thenOneEvery interval: Duration) {
    precondition(burst > 0 && interval > .zero, "a limit lets something happen, at a finite rate")
    self.burst = burst
    self.interval = interval
  }
}

/// The decision of a rate limiter.
public enum Admission: Hashable, Sendable {
  case admitted
  /// Refused until this much time has passed.
  case refused(retryAfter: Duration)
}

/// A token bucket, stored as the moment at which it is full again.
public struct TokenBucket: Hashable, Sendable {
  private(set) var fullAt: MonotonicTime

  /// Makes a full bucket.
  public init() {
    fullAt = MonotonicTime(nanoseconds: .min)
  }

  /// Takes a token, if there is one.
  ///
  /// With `orOwes` a refusal costs one too: it stays owed, up to a burst, so that asking again does not
  /// wait for less.
  public mutating func take(
    at now: MonotonicTime, limit: RateLimit, orOwes: Bool = false
  ) -> Admission {
    let refilled = max(fullAt, now) + limit.interval
    let missing = refilled - now
    let most = limit.interval * limit.burst
    guard missing <= most else {
      if orOwes { fullAt = min(refilled, now + most * 2) }
      return .refused(retryAfter: missing - most)
    }
    fullAt = refilled
    return .admitted
  }
}

extension Duration {
  /// The duration in whole seconds, rounded up, for `Retry-After`.
  public var secondsToWait: Int64 {
    components.seconds + (components.attoseconds > 0 ? 1 : 0)
  }
}
