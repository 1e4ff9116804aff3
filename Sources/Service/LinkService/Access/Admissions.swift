internal import Invites
public import GrowthloopTransport
internal import Vocabulary

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
