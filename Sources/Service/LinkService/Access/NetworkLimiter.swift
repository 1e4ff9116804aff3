internal import GrowthloopTransport

/// A rate limiter by address and network.
///
/// An IPv6 customer has at least 2^64 addresses, and many have 2^72 or 2^80: these networks are
/// counted too, each with the limit of four of the next smaller ones.
struct NetworkLimiter {
  private var limiters: [(bits: Int, limiter: RateLimiter<IPAddress>)]

  /// Makes room for at least so many networks of each size.
  init(_ limit: RateLimit, keys: Int) {
    limiters = [(64, 1), (56, 4), (48, 16)].map { bits, times in
      let wider = RateLimit(burst: limit.burst * times, thenOneEvery: limit.interval / times)
      return (bits, RateLimiter(wider, keys: max(1, keys / times)))
    }
  }

  /// Counts a use by `address` in each of its networks, up to the first that refuses it: a refusal
  /// is not counted in wider ones.
  mutating func admit(
    _ address: IPAddress, at now: MonotonicTime, orOwes: Bool = false
  ) -> Admission {
    for place in limiters.indices.prefix(Self.sizes(of: address)) {
      let network = address.network(limiters[place].bits)
      let admission = limiters[place].limiter.admit(network, at: now, orOwes: orOwes)
      if admission != .admitted { return admission }
    }
    return .admitted
  }

  /// Returns whether another use by `address` is allowed, without counting it.
  func look(at address: IPAddress, at now: MonotonicTime) -> Admission {
    for (bits, limiter) in limiters.prefix(Self.sizes(of: address)) {
      let admission = limiter.look(at: address.network(bits), at: now)
      if admission != .admitted { return admission }
    }
    return .admitted
  }

  /// The number of networks of an address: one for IPv4.
  private static func sizes(of address: IPAddress) -> Int { address.v4 == nil ? 3 : 1 }
}

extension IPAddress {
  /// The smallest network that has one customer.
  var customer: IPAddress { network(64) }

  /// The first address of the network of IPv6 with so many bits in front, up to 64; an address of IPv4
  /// is its own.
  fileprivate func network(_ bits: Int) -> IPAddress {
    v4 == nil ? IPAddress(network: network & ~0 << UInt64(64 - bits), interface: 0) : self
  }
}
