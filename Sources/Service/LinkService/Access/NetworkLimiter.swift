public import GrowthloopLinkStore
public import GrowthloopTransport
package import Invites
public import Vocabulary

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

/// The caller of an operation.
public enum Caller: Hashable, Sendable {
  /// The app of a user, which may act for that user.
  case user(PrincipalID)
  /// The app's own backend, which may act for every user.
  case backend
}

/// The content of a bearer token: the caller and the expiry.
public struct AccessToken: Hashable, Sendable {
  public let caller: Caller
  public let expiresAt: Instant

  public init(for caller: Caller, until expiresAt: Instant) {
    self.caller = caller
    self.expiresAt = expiresAt
  }
}

/// A signer of bearer tokens: `user.UUID.seconds.signature` or `backend.seconds.signature`.
public struct TokenAuthority: Sendable {
  private let secret: Secret

  public init(_ secret: Secret) {
    self.secret = secret
  }

  /// Returns the text of a token; its expiry is cut to the whole second.
  public func text(of token: AccessToken) -> String {
    let seconds = token.expiresAt.milliseconds / 1_000
    let claims =
      switch token.caller {
      case .user(let id): "user.\(OpaqueID(id)).\(seconds)"
      case .backend: "backend.\(seconds)"
      }
    return "\(claims).\(signature(of: claims))"
  }

  /// Returns the content of a token; `nil` unless it was signed here and is valid at `now`.
  public func read(_ text: String, at now: Instant) -> AccessToken? {
    guard let dot = text.lastIndex(of: ".") else { return nil }
    let claims = String(text[..<dot])
    guard
      areEqualInConstantTime(
        Array(text[dot...].dropFirst().utf8), Array(signature(of: claims).utf8))
    else { return nil }
    let parts = claims.split(separator: ".")
    guard let seconds = parts.last.flatMap({ Int64($0) }),
      let expiresAt = Instant(seconds: seconds),
      now < expiresAt
    else { return nil }
    switch (parts.first, parts.count) {
    case ("backend", 2):
      return AccessToken(for: .backend, until: expiresAt)
    case ("user", 3):
      return OpaqueID(parts[1])?.principal.map { AccessToken(for: .user($0), until: expiresAt) }
    default:
      return nil
    }
  }

  private func signature(of claims: String) -> String {
    secret.authenticationCode(of: Array(claims.utf8)).hexadecimal
  }
}

extension Instant {
  /// A moment in seconds; `nil` on overflow.
  fileprivate init?(seconds: Int64) {
    let (milliseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000)
    guard !isTooLarge else { return nil }
    self.init(milliseconds: milliseconds)
  }
}

/// Rate limits; `nil` sets none.
public struct ServiceLimits: Hashable, Sendable {
  /// Requests per address.
  public var address: RateLimit? = RateLimit(burst: 600, thenOneEvery: .milliseconds(5))
  /// Requests per user.
  public var user: RateLimit? = RateLimit(burst: 60, thenOneEvery: .milliseconds(500))
  /// Unknown codes per address and per user: stops code guessing, and allows typing errors.
  public var misses: RateLimit? = RateLimit(burst: 20, thenOneEvery: .seconds(30))
  /// Clicks that are kept per address, in force with the limit of requests: a mobile network shares
  /// an address, and a flood leaves some 140,000 in seven days, which are 26 MB.
  public var clicks: RateLimit? = RateLimit(burst: 20_000, thenOneEvery: .seconds(5))
  /// The same of one code: who floods one link leaves room for the others behind the address.
  public var clicksOfCode: RateLimit? = RateLimit(burst: 2_000, thenOneEvery: .seconds(60))
  /// Email addresses that are left or withdrawn, per address: a mobile network shares one.
  public var emails: RateLimit? = RateLimit(burst: 20, thenOneEvery: .seconds(30))
  /// The same in all, some 10,000 a day of each: what a flood may add to the store.
  public var emailsInAll: RateLimit? = RateLimit(burst: 10_000, thenOneEvery: .milliseconds(8_640))
  /// The most email addresses that wait at a time: some 250 MB on disk, and 450 MB in memory.
  public var waitingEmails = 1_000_000

  public init() {}
}

/// The rate limiters of the service.
struct Admissions {
  private var addresses: NetworkLimiter?
  private var users: RateLimiter<PrincipalID>?
  private var missesOfAddresses: NetworkLimiter?
  private var missesOfUsers: RateLimiter<PrincipalID>?
  private var clicks: NetworkLimiter?
  private var clicksOfCodes: RateLimiter<CodeAtAddress>?
  /// The taps that left no click, as their address had left enough.
  private(set) var unkeptTaps = 0

  private struct CodeAtAddress: Hashable {
    let code: InviteCode?
    let network: IPAddress
  }

  init(_ limits: ServiceLimits) {
    addresses = limits.address.map { NetworkLimiter($0, keys: 65_536) }
    users = limits.user.map { RateLimiter($0, keys: 65_536) }
    missesOfAddresses = limits.misses.map { NetworkLimiter($0, keys: 16_384) }
    missesOfUsers = limits.misses.map { RateLimiter($0, keys: 16_384) }
    guard limits.address != nil else { return }
    clicks = limits.clicks.map { NetworkLimiter($0, keys: 65_536) }
    clicksOfCodes = limits.clicksOfCode.map { RateLimiter($0, keys: 65_536) }
  }

  /// Counts a request; a backend is not limited.
  mutating func admit(
    _ caller: Caller?, from address: IPAddress, at now: MonotonicTime
  ) -> Admission {
    if caller == .backend { return .admitted }
    if case .refused(let wait) = addresses?.admit(address, at: now) {
      return .refused(retryAfter: wait)
    }
    guard case .user(let user) = caller else { return .admitted }
    return users?.admit(user, at: now) ?? .admitted
  }

  /// Returns whether a caller may name a code.
  ///
  /// The check comes before the look-up: otherwise the refusal would reveal the code.
  func mayGuess(_ caller: Caller?, from address: IPAddress, at now: MonotonicTime) -> Admission {
    if caller == .backend { return .admitted }
    if case .refused(let wait) = missesOfAddresses?.look(at: address, at: now) {
      return .refused(retryAfter: wait)
    }
    guard case .user(let user) = caller else { return .admitted }
    return missesOfUsers?.look(at: user, at: now) ?? .admitted
  }

  /// Counts an unknown code, also over the limit: then it is owed.
  mutating func countMiss(_ caller: Caller?, from address: IPAddress, at now: MonotonicTime) {
    if caller == .backend { return }
    _ = missesOfAddresses?.admit(address, at: now, orOwes: true)
    countMiss(of: caller, at: now)
  }

  /// Counts a miss of a user alone, at an address that others may share.
  mutating func countMiss(of caller: Caller?, at now: MonotonicTime) {
    if case .user(let user) = caller { _ = missesOfUsers?.admit(user, at: now, orOwes: true) }
  }

  /// Counts a tap, and returns whether its click is to be kept.
  ///
  /// A code that is unknown counts like any other, so that the time reveals nothing.
  mutating func keepsClick(
    on code: InviteCode?, from address: IPAddress, at now: MonotonicTime
  ) -> Bool {
    let place = CodeAtAddress(code: code, network: address.customer)
    if clicksOfCodes?.admit(place, at: now) ?? .admitted == .admitted,
      clicks?.admit(address, at: now) ?? .admitted == .admitted
    {
      return true
    }
    unkeptTaps += 1
    return false
  }
}

/// The limits of addresses that are left on the page, or withdrawn there.
///
/// All are checked before an address is looked up, so that a refusal does not reveal whether it is
/// known.
struct EmailAdmissions {
  private var networks: NetworkLimiter?
  private let total: RateLimit?
  private var left = TokenBucket()
  private var withdrawn = TokenBucket()
  private let mostWaiting: Int

  init(_ limits: ServiceLimits) {
    networks = limits.emails.map { NetworkLimiter($0, keys: 16_384) }
    total = limits.emailsInAll
    mostWaiting = limits.waitingEmails
  }

  /// Counts an address that is left, while `waiting` ones are stored.
  mutating func admit(
    waiting: Int, from address: IPAddress, at now: MonotonicTime
  ) -> Admission {
    guard waiting < mostWaiting else { return .refused(retryAfter: .seconds(86_400)) }
    if case .refused(let wait) = networks?.admit(address, at: now) {
      return .refused(retryAfter: wait)
    }
    return total.map { left.take(at: now, limit: $0) } ?? .admitted
  }

  /// Counts a withdrawal, which a flood of new addresses does not block.
  mutating func admitWithdrawal(from address: IPAddress, at now: MonotonicTime) -> Admission {
    if case .refused(let wait) = networks?.admit(address, at: now) {
      return .refused(retryAfter: wait)
    }
    return total.map { withdrawn.take(at: now, limit: $0) } ?? .admitted
  }
}

extension IPAddress {
  /// Parses an address as proxies write it: bare, or with a port, `192.0.2.1:80` and
  /// `[2001:db8::1]:80`.
  init?(forwarded text: String) {
    if let bare = IPAddress(text) {
      self = bare
    } else if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      guard Self.isPort(text[text.index(after: end)...]) else { return nil }
      self.init(text[text.index(after: text.startIndex)..<end])
    } else if let colon = text.lastIndex(of: ":"), Self.isPort(text[colon...]) {
      // An IPv6 address with a port must stand in brackets.
      guard !text[..<colon].contains(":") else { return nil }
      self.init(text[..<colon])
    } else {
      return nil
    }
  }

  /// Parses the client of an element of `Forwarded`: `for="[2001:db8::1]:80";proto=https` (RFC 7239).
  init?(forwardedElement text: Substring) {
    for pair in text.split(separator: ";") {
      let halves = pair.split(separator: "=", maxSplits: 1)
      guard halves.count == 2, halves[0].filter({ $0 != " " }).lowercased() == "for" else {
        continue
      }
      self.init(forwarded: halves[1].filter { $0 != "\"" && $0 != " " })
      return
    }
    return nil
  }

  /// Whether the text is empty, or a colon and a port number.
  private static func isPort(_ text: Substring) -> Bool {
    text.isEmpty || text.first == ":" && UInt16(text.dropFirst()) != nil
  }
}

/// A network of addresses, such as that of proxies: `10.0.0.0/8`, or one address.
public struct AddressRange: Hashable, Sendable {
  private let first: IPAddress
  /// The bits that all addresses share, of 128.
  private let bits: Int

  /// Parses an address with or without the length of its prefix; `nil` for any other text.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = IPAddress(parts[0]) else { return nil }
    let most = address.v4 == nil ? 128 : 32
    let length = parts.count == 2 ? Int(parts[1]) : most
    guard let length, (0...most).contains(length) else { return nil }
    first = address
    bits = length + 128 - most
  }

  /// Whether an address is in the network.
  public func contains(_ address: IPAddress) -> Bool {
    func differs(_ left: UInt64, _ right: UInt64, in bits: Int) -> Bool {
      bits > 0 && (left ^ right) >> UInt64(64 - bits) != 0
    }
    return !differs(first.network, address.network, in: min(bits, 64))
      && !differs(first.interface, address.interface, in: max(0, bits - 64))
  }
}

/// A hash of telephone numbers with HMAC-SHA256, cut to 128 bits, under a key of its own.
package struct NumberHasher: Sendable {
  private let secret: Secret

  init(_ secret: Secret) {
    self.secret = secret
  }

  /// Returns the hash of a number, in a time that does not depend on its digits.
  package func hash(_ number: E164Number) -> NumberHash {
    let code = secret.authenticationCode(of: Array(number.text.utf8))
    return NumberHash(rawValue: code.prefix(16).reduce(0) { $0 << 8 | UInt128($1) })
  }
}

/// The keys of a service, each for one purpose, all from one secret.
public struct ServiceKeys: Sendable {
  /// Signs and checks access tokens.
  public let tokens: TokenAuthority
  /// Signs and checks links, where the profile has signed ones.
  let links: HMACLinkSigner
  /// Hashes persons in exported events.
  public let identities: HMACIdentityHasher
  /// Hashes the signals of devices.
  let devices: KeyedHash
  /// Hashes idempotency keys.
  let requests: Secret
  /// Hashes telephone numbers.
  package let numbers: NumberHasher

  /// `links` is the key that signs links and hashes persons in events, if it is shared with others;
  /// else the two are made from the secret.
  public init(_ secret: Secret, links: SigningKey? = nil) {
    tokens = TokenAuthority(secret.derived(for: "growthloop access tokens 1"))
    devices = KeyedHash(secret.derived(for: "growthloop device signals 1"))
    requests = secret.derived(for: "growthloop request keys 1")
    numbers = NumberHasher(secret.derived(for: "growthloop phone numbers 1"))
    self.links = HMACLinkSigner(signingWith: links ?? Self.key("growthloop links 1", of: secret))
    identities = HMACIdentityHasher(links ?? Self.key("growthloop identities 1", of: secret))
  }

  private static func key(_ purpose: String, of secret: Secret) -> SigningKey {
    do throws(SigningKey.Refusal) {
      return try SigningKey(secret.derived(for: purpose).bytes)
    } catch {
      preconditionFailure("32 bytes are a key")
    }
  }
}
