internal import GrowthloopTransport

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
