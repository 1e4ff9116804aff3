internal import LinuxIO
internal import WebServer

/// How often the addresses of one network may do something.
///
/// A customer of IPv6 holds 2^64 addresses at least, and many hold 2^72 or 2^80: those networks are
/// counted too, each with the room of four of the next smaller ones.
struct NetworkLimiter {
  private var limiters: [(bits: Int, limiter: RateLimiter<IPAddress>)]

  /// Makes room for at least so many networks of each size.
  init(_ limit: RateLimit, keys: Int) {
    limiters = [(64, 1), (56, 4), (48, 16)].map { bits, times in
      let wider = RateLimit(burst: limit.burst * times, thenOneEvery: limit.interval / times)
      return (bits, RateLimiter(wider, keys: max(1, keys / times)))
    }
  }

  /// Counts one more use by `address` in each of its networks, up to the first that may not: a network
  /// that is refused takes nothing from the wider ones.
  mutating func admit(_ address: IPAddress, at now: MonotonicTime) -> Admission {
    for place in limiters.indices.prefix(Self.sizes(of: address)) {
      let network = address.network(limiters[place].bits)
      let admission = limiters[place].limiter.admit(network, at: now)
      if admission != .admitted { return admission }
    }
    return .admitted
  }

  /// Whether `address` may do it once more, without counting that.
  func look(at address: IPAddress, at now: MonotonicTime) -> Admission {
    for (bits, limiter) in limiters.prefix(Self.sizes(of: address)) {
      let admission = limiter.look(at: address.network(bits), at: now)
      if admission != .admitted { return admission }
    }
    return .admitted
  }

  /// How many networks an address is counted in: one of IPv4 stands for itself alone.
  private static func sizes(of address: IPAddress) -> Int { address.v4 == nil ? 3 : 1 }
}

extension IPAddress {
  /// The first address of the network of IPv6 with so many bits in front, up to 64; an address of IPv4
  /// is its own.
  fileprivate func network(_ bits: Int) -> IPAddress {
    v4 == nil ? IPAddress(network: network & ~0 << UInt64(64 - bits), interface: 0) : self
  }
}
