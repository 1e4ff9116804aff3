import GrowthloopLinkService
import GrowthloopLinkStore
import GrowthloopReports
import GrowthloopTransport
import Vocabulary

/// The file that receives events, and the collector to which they are delivered.
struct EventsChoice {
  static let tokenVariable = "GROWTHLOOP_EVENTS_TOKEN"

  static let options = [file, collector]

  private static let file = CommandOption(
    "--events", "FILE",
    "appends each event that the service sees, one line of JSON, on the disk before the answer: at least "
      + "once each, persons under a hash as 'events.identities' says", completion: .file)
  private static let collector = CommandOption(
    "--events-to", "URL",
    "delivers the lines of '\(file)' by POST over HTTP, in order and at least once each; what the collector "
      + "does not take is sent again, and waits in the file; a bearer token in the environment, as "
      + tokenVariable)

  private let path: String?
  private let collector: EventCollector?

  static func read(
    _ arguments: Arguments, over folder: DataFolder, on console: any Console
  ) throws -> EventsChoice {
    let path = try arguments.one(file)
    let collector = try collector(arguments, on: console)
    guard path != nil || collector == nil else {
      throw UsageError(
        description:
          "'\(Self.collector)' needs '\(file)': events wait there for the collector")
    }
    guard path == nil || !folder.isForSecretOnly else {
      throw UsageError(
        description:
          "'\(file)' needs a folder of data: a service in memory forgets after a crash "
          + "which events were true")
    }
    return EventsChoice(path: path, collector: collector)
  }

  /// Opens the file, if there is one.
  func open() throws -> ExportLog? {
    do throws(StoreError) {
      return try path.map(ExportLog.init)
    } catch {
      throw error.asFailure
    }
  }

  private static func collector(
    _ arguments: Arguments, on console: any Console
  ) throws -> EventCollector? {
    guard let url = try arguments.one(collector) else { return nil }
    guard let endpoint = HTTPEndpoint(url: url) else {
      throw UsageError(
        description:
          "'\(collector)' needs a URL such as https://example.com/events, without query or user, not '\(url)'"
      )
    }
    do throws(EventCollector.Problem) {
      return try EventCollector(endpoint, token: console.variable(tokenVariable))
    } catch {
      throw UsageError(description: "'\(collector)': \(error)")
    }
  }

  /// Returns the delivery of the file to the collector, if there is one; the store must be open.
  func delivery(of log: ExportLog?) throws -> EventDelivery? {
    guard let log, let collector else { return nil }
    do {
      return try EventDelivery(of: log, to: collector)
    } catch let error as StoreError {
      throw error.asFailure
    }
  }
}

/// The options for the clock of the service: the time of day, or that of a rehearsal.
enum ClockChoice {
  static let start = CommandOption(
    "--clock-start", "T", "for rehearsals: starts the service's clock at T, as 2026-03-01T09:00:00Z"
  )
  static let speed = CommandOption(
    "--clock-speed", "X", "for rehearsals: runs the service's clock X times as fast")
  static let byRequest = CommandOption(
    flag: "--clock-by-request",
    "for rehearsals: each request carries its moment in \(ServiceClock.field). No '--clock-…' goes with "
      + "'--public'")
  static let options = [start, speed, byRequest]

  static func read(_ arguments: Arguments, at place: ListeningPlace) throws -> ServiceClock {
    let start = try arguments.one(self.start)
    let speed = try arguments.one(self.speed)
    let isTold = arguments.has(byRequest)
    guard start != nil || speed != nil || isTold else { return .real }
    guard place.isLoopback, !arguments.has(ListeningChoice.open) else {
      throw UsageError(description: "'--clock-…' and '--public' exclude each other")
    }
    guard !isTold || (start == nil && speed == nil) else {
      throw UsageError(
        description: "'\(byRequest)' excludes '\(Self.start)' and '\(Self.speed)'")
    }
    if isTold { return .toldByRequests }
    let moment = try start.map { text in
      guard let moment = Instant(iso8601: text) else {
        throw UsageError(
          description: "'--clock-start \(text)' must be a moment such as 2026-03-01T09:00:00Z")
      }
      return moment
    }
    guard let factor = Double(speed ?? "1"), factor > 0, factor <= 1_000_000 else {
      throw UsageError(
        description: "'--clock-speed \(speed ?? "")' must be above 0 and at most 1000000")
    }
    return .rehearsing(from: moment ?? ServiceClock.real.now(), speed: factor)
  }
}

/// The address at which the service listens.
enum ListeningChoice {
  static let port = CommandOption(
    "--port", "N", "the port to listen on; 0 is any free port (default: 8080)")
  static let host = CommandOption(
    "--host", "A", "the address to listen on (default: this machine's own, by IPv4 and IPv6)")
  static let open = CommandOption(
    flag: "--public", "allows an address that other machines reach")
  static let options = [port, host, open]

  static func read(_ arguments: Arguments, on console: any Console) throws -> ListeningPlace {
    if let place = ListeningPlace(environment: console.variable) {
      guard let option = arguments.first(of: [port, host]) else { return place }
      throw UsageError(
        description: "the sockets were handed over (LISTEN_FDS): leave '\(option)' out")
    }
    let text = try arguments.one(self.port) ?? "8080"
    guard let port = UInt16(text) else {
      throw UsageError(description: "'--port \(text)' must be a number from 0 to 65535")
    }
    guard let host = try arguments.one(self.host) else { return .loopback(port: port) }
    guard let address = IPAddress(host) else {
      throw UsageError(description: "'--host \(host)' must be an address, such as 127.0.0.1 or ::")
    }
    guard address.isLoopback || arguments.has(open) else {
      throw UsageError(
        description: "other machines reach \(host): give '--public' to allow that")
    }
    return .address(SocketAddress(address, port: port))
  }
}

extension ListeningPlace {
  /// Whether only this machine can connect.
  var isLoopback: Bool {
    switch self {
    case .loopback: true
    case .address(let place): place.address.isLoopback
    // Who made the socket knows; here the stricter is taken.
    case .inherited: false
    }
  }
}

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
    guard let rate = ValueText.integer(text), (1...1_000_000).contains(rate) else {
      throw UsageError(description: "'\(option) \(text)' must be from 1 to 1000000, or none")
    }
    return RateLimit(burst: 3 * rate, thenOneEvery: .nanoseconds(1_000_000_000 / rate))
  }
}
