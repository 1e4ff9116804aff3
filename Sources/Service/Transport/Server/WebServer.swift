internal import Glibc

/// A single-threaded HTTP/1.1 server whose answers share commits.
///
/// In a turn libmicrohttpd reads requests and the application answers them. Answers that depend on
/// new changes wait for a commit, which they share. Turns continue during a commit, and later
/// answers wait for the next one. No answer is sent before its own commit has ended. A client that
/// pipelines requests gets a `Relay`, so that its answers share commits too.
public final class WebServer {
  /// The addresses it listens at, with the actual ports.
  public let addresses: [SocketAddress]
  /// The switch that stops the server from another thread.
  public let stopSwitch: StopSwitch
  public let limits: WebLimits
  public let metrics: WebMetrics
  /// The service manager, which hears when the server answers and when it stops.
  public var manager: ServiceManager?
  /// The file that receives a line for each request; `nil` where there is none.
  public var requestLog: RequestLog?
  /// Receives lines about problems for the operator, without personal data.
  public var report: (String) -> Void = { _ in }
  /// The signal on which files are read anew.
  let reloadSignal: Int32?
  /// What connections are encrypted with; `nil` for HTTP in clear.
  var certificate: ServerCertificate?
  /// The number of certificates so far; connections under an earlier one end with their next answer.
  var generation = 0
  let application: any WebApplication
  var listeners: [Listener]
  let signals: SignalDescriptor

  /// The open connections by number.
  var connections: [UInt64: Connection] = [:]
  var nextNumber: UInt64 = 0
  /// The number of the connection whose request began last.
  var latestRequest: UInt64 = 0
  var addressCounts = AddressCounts()
  /// The address of the connection that libmicrohttpd is adding.
  var arriving: IPAddress?
  /// Connections whose responses wait for the next commit.
  var waiting: [Connection] = []
  /// Connections whose responses wait for the current commit.
  var committing: [Connection] = []
  var isCommitting = false
  /// Whether there are changes to commit without a waiting response.
  var hasUncommittedChanges = false
  /// The event that is signalled when the current commit can be ended without blocking.
  let commitEnded: WakeupEvent
  /// The numbers of commits that have begun and ended.
  var begunCommits = 0
  var endedCommits = 0
  /// The relays of pipelining connections, by connection number.
  var relays: [UInt64: Relay] = [:]
  /// The open streams, by the number of the connection that each was.
  var streams: [UInt64: StreamClient] = [:]
  /// Connections that become streams after this run of libmicrohttpd.
  var beginning: [Connection] = []
  /// The event that is signalled when a stream has a frame.
  let streamsChanged: WakeupEvent
  /// Connections that get a relay after this run of libmicrohttpd.
  var pipelining: [Connection] = []
  /// The number of answers in relays that wait for the next commit.
  var relayedWaiting = 0
  /// The number of runs of libmicrohttpd.
  var runs = 0
  /// Whether this turn queued an answer, which the next turn sends.
  var hasQueued = false
  /// Whether a commit has released answers.
  var hasReady = false
  var turnStart = MonotonicTime.now()
  var turnHasRequests = false
  var ending: ServerReport.Ending?
  static let notCommittedProblem = Problem(503, detail: "Nothing could be recorded; try again.")
  let notCommitted = WebServer.notCommittedProblem.response(
    fields: [(name: "Retry-After", value: "1")])

  /// Begins to listen; `run()` begins to answer.
  ///
  /// The signals `stopSignals`, such as `SIGTERM`, stop the server. They are blocked from now on in
  /// this thread and those it starts. So is `reloadSignal`, on which it reads its files anew.
  public init(
    _ application: any WebApplication, at place: ListeningPlace = .loopback(port: 0),
    limits: WebLimits = WebLimits(), metrics: WebMetrics = WebMetrics(),
    encrypting certificate: ServerCertificate? = nil, stoppingOn stopSignals: [Int32] = [],
    reloadingOn reloadSignal: Int32? = nil
  ) throws(SystemCallError) {
    self.application = application
    self.certificate = certificate
    var limits = limits
    if certificate != nil {
      // Both hand bytes on past the library, which alone can encrypt them.
      limits.pipelines = 0
      limits.streams = 0
    }
    self.limits = limits
    self.metrics = metrics
    self.reloadSignal = reloadSignal
    signals = try SignalDescriptor(catching: stopSignals + [reloadSignal].compactMap(\.self))
    listeners = try Listener.open(at: place)
    addresses = listeners.map { $0.socket.address }
    stopSwitch = try StopSwitch()
    commitEnded = try WakeupEvent()
    streamsChanged = try WakeupEvent()
  }
}

/// The place at which a server listens.
public enum ListeningPlace: Hashable, Sendable {
  /// The loopback addresses of IPv4 and, if available, IPv6; port 0 selects a free port.
  case loopback(port: UInt16)
  /// One address, such as `0.0.0.0` for all interfaces.
  case address(SocketAddress)
  /// So many sockets that were handed over, from descriptor 3 on: `sd_listen_fds(3)` of systemd.
  case inherited(count: Int)

  /// The sockets that the environment hands over to this process; `nil` where it does not.
  public init?(environment variable: (String) -> String?) {
    guard let count = variable("LISTEN_FDS").flatMap({ Int($0) }), (1...64).contains(count),
      variable("LISTEN_PID").map({ $0 == "\(getpid())" }) ?? false
    else { return nil }
    self = .inherited(count: count)
  }
}

/// A listening socket with a reference, for arrays.
final class Listener {
  let socket: ListeningSocket

  private init(on address: SocketAddress) throws(SystemCallError) {
    socket = try ListeningSocket(on: address)
  }

  private init(taking number: Int32) throws(SystemCallError) {
    socket = try ListeningSocket(taking: OwnedDescriptor(owning: number))
  }

  /// Opens the sockets of a place.
  static func open(at place: ListeningPlace) throws(SystemCallError) -> [Listener] {
    switch place {
    case .address(let address):
      return [try Listener(on: address)]
    case .inherited(let count):
      var listeners: [Listener] = []
      for number in 0..<Int32(count) { listeners.append(try Listener(taking: 3 + number)) }
      return listeners
    case .loopback(let port):
      // A port that is free in one address family may be taken in the other: then another is tried.
      for _ in 0..<16 {
        let four = try Listener(on: SocketAddress(.loopbackV4, port: port))
        do {
          let six = SocketAddress(.loopbackV6, port: four.socket.address.port)
          return [four, try Listener(on: six)]
        } catch  where error.isMissingFamily {
          return [four]
        } catch  where error.isAddressInUse && port == 0 {
          continue
        }
      }
      throw SystemCallError.noFreePort
    }
  }
}

/// Stops a server from any thread.
public final class StopSwitch: Sendable {
  private let wakeup: WakeupEvent

  init() throws(SystemCallError) {
    wakeup = try WakeupEvent()
  }

  /// Requests that the server finish its open requests and return; returns at once.
  public func stop() {
    wakeup.signal()
  }

  var descriptor: Int32 { wakeup.descriptor.number }
}

/// The application behind a web server.
///
/// The server calls every method on its one thread.
public protocol WebApplication: AnyObject {
  /// Answers a request, for release at once or after the commit of this turn.
  func answer(_ request: borrowing WebRequest) -> WebAnswer

  /// Begins the commit of all changes that waiting answers depend on.
  ///
  /// The server calls it when an answer waits and no commit is in progress, and once more after it
  /// has stopped. It answers requests meanwhile; new answers that wait belong to the next commit.
  /// Any thread calls `ready` when `endCommit` would not block.
  func beginCommit(_ ready: @escaping @Sendable () -> Void)

  /// Returns when the commit that began is durable.
  ///
  /// If it throws, the application has reverted this commit's changes and all since. The answers of
  /// both become a 503.
  func endCommit() throws

  /// Does periodic work, at the interval of the limits; returns whether that needs a commit.
  func tick() -> Bool
}

extension WebApplication {
  /// Leaves the whole commit to `endCommit`.
  public func beginCommit(_ ready: @escaping @Sendable () -> Void) { ready() }

  /// Does nothing.
  public func tick() -> Bool { false }
}

/// The limits of size, number and time for clients.
public struct WebLimits: Hashable, Sendable {
  /// The longest path with its query.
  public var targetBytes = 2_048
  /// The longest head: the request line and all header fields.
  public var headBytes = 8_192
  /// The longest body.
  public var bodyBytes = 65_536
  /// The most connections at a time.
  public var connections = 8_192
  /// The most connections at a time from one address, or from one network of IPv6 (64 bits).
  public var connectionsPerAddress = 1_024
  /// The most pipelining connections whose waiting answers share commits; each takes three
  /// descriptors.
  public var pipelines = 256
  /// The most streams at a time; each takes a descriptor, and holds one frame.
  public var streams = 1_024
  /// The time limit of a head, from its first line, or from the connection for the first one.
  public var headTime = Duration.seconds(5)
  /// The time limit of a body.
  public var bodyTime = Duration.seconds(10)
  /// The time limit in which a client reads an answer.
  public var answerTime = Duration.seconds(10)
  /// The time limit between two requests.
  public var idleTime = Duration.seconds(30)
  /// The time limit of a refused client: closing while bytes still arrive would destroy the refusal
  /// before it is read.
  public var lingeringTime = Duration.seconds(1)
  /// The time limit of open requests when the server stops.
  public var graceTime = Duration.seconds(5)
  /// The time in which an idle connection may still send a request when the server stops.
  ///
  /// Its answer says that the connection ends, so that a client that keeps connections loses no request.
  public var drainTime = Duration.seconds(1)
  /// The interval of time limit checks, and of the application's `tick`.
  public var tickInterval = Duration.milliseconds(250)

  public init() {}
}
