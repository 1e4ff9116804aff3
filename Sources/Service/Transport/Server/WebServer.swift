/// A single-threaded HTTP/1.1 server whose answers share commits.
///
/// In a turn libmicrohttpd reads requests and the application answers them. Answers that depend on
/// new changes wait for a commit, which they share. Turns continue during a commit, and later
/// answers wait for the next one. No answer is sent before its own commit has ended. A client that
/// pipelines requests gets a `Relay`, so that its answers share commits too. The server never logs
/// a request.
public final class WebServer {
  /// The addresses it listens at, with the actual ports.
  public let addresses: [SocketAddress]
  /// The switch that stops the server from another thread.
  public let stopSwitch: StopSwitch
  public let limits: WebLimits
  public let metrics: WebMetrics
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
  /// this thread and those it starts.
  public init(
    _ application: any WebApplication, at place: ListeningPlace = .loopback(port: 0),
    limits: WebLimits = WebLimits(), metrics: WebMetrics = WebMetrics(),
    stoppingOn stopSignals: [Int32] = []
  ) throws(SystemCallError) {
    self.application = application
    self.limits = limits
    self.metrics = metrics
    signals = try SignalDescriptor(catching: stopSignals)
    listeners = try Listener.open(at: place)
    addresses = listeners.map { $0.socket.address }
    stopSwitch = try StopSwitch()
    commitEnded = try WakeupEvent()
  }
}
