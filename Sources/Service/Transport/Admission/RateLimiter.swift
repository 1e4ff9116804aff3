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
