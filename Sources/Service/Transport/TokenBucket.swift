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

/// The number of open connections of each address.
struct AddressCounts {
  private var counts: [IPAddress: Int] = [:]

  /// Counts a connection; returns `false` if its address has `most` already.
  mutating func add(_ address: IPAddress, most: Int) -> Bool {
    let count = counts[Self.holder(of: address), default: 0]
    guard count < most else { return false }
    counts[Self.holder(of: address)] = count + 1
    return true
  }

  mutating func remove(_ address: IPAddress) {
    let holder = Self.holder(of: address)
    guard let count = counts[holder] else { preconditionFailure("a connection left twice") }
    counts[holder] = count == 1 ? nil : count - 1
  }

  /// An IPv6 customer has a network of 2^64 addresses, counted as one.
  private static func holder(of address: IPAddress) -> IPAddress {
    address.v4 == nil ? IPAddress(network: address.network, interface: 0) : address
  }
}

/// A token bucket for each key, in memory of fixed size.
///
/// Keys are stored as hashes, seeded per process, in sets of four. A full set replaces its fullest
/// bucket, which has the least state. So a client with ever new keys does not displace an empty
/// bucket.
public struct RateLimiter<Key: Hashable> {
  public let limit: RateLimit
  private var entries: [Entry]
  private let setMask: Int
  private static var ways: Int { 4 }

  private struct Entry {
    var hash = 0
    var bucket = TokenBucket()
  }

  /// Makes a limiter with space for at least `keys` keys.
  public init(_ limit: RateLimit, keys: Int) {
    precondition(keys > 0, "a limiter has at least one key")
    self.limit = limit
    var sets = 1
    while sets * Self.ways < keys { sets *= 2 }
    setMask = sets - 1
    entries = [Entry](repeating: Entry(), count: sets * Self.ways)
  }

  /// Counts a use by `key`, if its bucket has a token left; with `orOwes` in any case.
  public mutating func admit(
    _ key: Key, at now: MonotonicTime, orOwes: Bool = false
  ) -> Admission {
    let hash = key.hashValue
    let first = (hash & setMask) * Self.ways
    var chosen = first
    for index in first..<first + Self.ways {
      if entries[index].hash == hash {
        chosen = index
        break
      }
      if entries[index].bucket.fullAt < entries[chosen].bucket.fullAt { chosen = index }
    }
    if entries[chosen].hash != hash { entries[chosen] = Entry(hash: hash, bucket: TokenBucket()) }
    return entries[chosen].bucket.take(at: now, limit: limit, orOwes: orOwes)
  }

  /// Returns whether `key` has a token left, without taking it.
  public func look(at key: Key, at now: MonotonicTime) -> Admission {
    let hash = key.hashValue
    let first = (hash & setMask) * Self.ways
    var bucket = entries[first..<first + Self.ways].first { $0.hash == hash }?.bucket
    return bucket?.take(at: now, limit: limit) ?? .admitted
  }
}
