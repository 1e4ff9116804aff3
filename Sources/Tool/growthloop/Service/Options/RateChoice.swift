import GrowthloopLinkService
import GrowthloopReports
import GrowthloopTransport

/// The limits of requests per address and per user.
enum RateChoice {
  static let perAddress = CommandOption(
    "--rate-per-address", "N",
    "requests a second from one address, after three seconds' worth at once, or 'none' (default: 200)"
  )
  static let perUser = CommandOption(
    "--rate-per-user", "N",
    "the same for one user's token (default: 2, and bursts of 60). A backend has no limit")
  static let guessing = CommandOption(
    flag: "--allow-guessing",
    "disables the code-guessing limit, for load tests; not with '--public'")
  static let options = [perAddress, perUser, guessing]

  static func read(_ arguments: Arguments) throws -> ServiceLimits {
    var limits = ServiceLimits()
    if let text = try arguments.one(perAddress) {
      limits.address = try limit(text, perAddress)
    }
    if let text = try arguments.one(perUser) {
      limits.user = try limit(text, perUser)
    }
    if arguments.has(guessing) {
      guard !arguments.has(ListeningChoice.open) else {
        throw UsageError(
          description: "'\(guessing)' and '--public' exclude each other")
      }
      limits.misses = nil
    }
    return limits
  }

  private static func limit(_ text: String, _ option: CommandOption) throws -> RateLimit? {
    if text == "none" { return nil }
    guard let rate = Int(text), (1...1_000_000).contains(rate) else {
      throw UsageError(description: "'\(option) \(text)' must be from 1 to 1000000, or none")
    }
    return RateLimit(burst: 3 * rate, thenOneEvery: .nanoseconds(1_000_000_000 / rate))
  }
}
