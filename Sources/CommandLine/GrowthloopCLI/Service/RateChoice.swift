import LinkService
import WebServer

/// How often one sender may ask.
enum RateChoice {
  static let options = ["--rate-per-address", "--rate-per-user"]
  static let flag = "--allow-guessing"

  static let help = """
      --rate-per-address N  requests a second from one address, after three seconds' worth at once;
                            200, or 'none'
      --rate-per-user N     the same for one user's token; 2, or 'none'. A backend has no limit.
      --allow-guessing      does not stop who tries out codes, as a load test does; not with '--public'
    """

  static func read(_ arguments: Arguments) throws -> ServiceLimits {
    var limits = ServiceLimits()
    if let text = try arguments.one("--rate-per-address") {
      limits.address = try limit(text, "--rate-per-address")
    }
    if let text = try arguments.one("--rate-per-user") {
      limits.user = try limit(text, "--rate-per-user")
    }
    if arguments.has(flag) {
      guard !arguments.has(ListeningChoice.flag) else {
        throw UsageError(description: "codes are not for guessing: no '\(flag)' with '--public'")
      }
      limits.misses = nil
    }
    return limits
  }

  private static func limit(_ text: String, _ option: String) throws -> RateLimit? {
    if text == "none" { return nil }
    guard let rate = Int(text), (1...1_000_000).contains(rate) else {
      throw UsageError(description: "'\(option) \(text)' must be from 1 to 1000000, or none")
    }
    return RateLimit(burst: 3 * rate, thenOneEvery: .nanoseconds(1_000_000_000 / rate))
  }
}
