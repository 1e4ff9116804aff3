public import LinuxIO

/// A token bucket for each key, in memory that does not grow.
///
/// Keys are kept as hashes, under a secret of this process, in sets of four. Where a set is full, the
/// fullest of its buckets makes room: it has the least to forget, and a sender who comes with ever
/// new keys does not wash out a bucket that is empty.
public struct RateLimiter<Key: Hashable> {
  public let limit: RateLimit
  private var entries: [Entry]
  private let setMask: Int
  private static var ways: Int { 4 }

  private struct Entry {
    var hash = 0
    var bucket = TokenBucket()
  }

  /// Makes room for at least so many keys.
  public init(_ limit: RateLimit, keys: Int) {
    precondition(keys > 0, "a limiter knows at least one key")
    self.limit = limit
    var sets = 1
    while sets * Self.ways < keys { sets *= 2 }
    setMask = sets - 1
    entries = [Entry](repeating: Entry(), count: sets * Self.ways)
  }

  /// Counts one more use by `key`, if its bucket has a token left.
  public mutating func admit(_ key: Key, at now: MonotonicTime) -> Admission {
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
    return entries[chosen].bucket.take(at: now, limit: limit)
  }

  /// Whether `key` may do it once more, without counting that.
  public func look(at key: Key, at now: MonotonicTime) -> Admission {
    let hash = key.hashValue
    let first = (hash & setMask) * Self.ways
    var bucket = entries[first..<first + Self.ways].first { $0.hash == hash }?.bucket
    return bucket?.take(at: now, limit: limit) ?? .admitted
  }
}
