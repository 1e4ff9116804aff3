public import LinuxIO

/// A server of HTTP/1.1 on one thread, which lets many answers share a commit.
///
/// In a turn libmicrohttpd reads what has arrived and the application answers. Answers that rest on
/// something new wait until the application has made it durable, once for all of them; while that is
/// under way the turns go on, and who comes meanwhile waits for the next commit, which begins when
/// the one before has ended. No answer is sent before its own commit has ended.
/// A client that sends requests without waiting for answers gets a `Relay`, so that its answers share
/// commits too. Nothing of a request is ever logged.
public final class WebServer {
  /// Where it listens, with the port that was chosen where any was asked for.
  public let addresses: [SocketAddress]
  /// Stops the server from another thread.
  public let stopSwitch: StopSwitch
  public let limits: WebLimits
  public let metrics: WebMetrics
  let application: any WebApplication
  var listeners: [Listener]
  let signals: SignalDescriptor

  /// All that are open, by their numbers.
  var connections: [UInt64: Connection] = [:]
  var nextNumber: UInt64 = 0
  var addressCounts = AddressCounts()
  /// Who is at the other end of the connection that libmicrohttpd is being given.
  var arriving: IPAddress?
  /// Those whose answers may not be sent before the next commit has ended.
  var waiting: [Connection] = []
  /// Those whose answers may not be sent before the commit that is under way has ended.
  var committing: [Connection] = []
  var isCommitting = false
  /// Whether there is something to commit though nobody waits for it.
  var wantsCommit = false
  let commitBell: Bell
  /// How many commits have begun, and how many of them have ended.
  var begunCommits = 0
  var endedCommits = 0
  /// Those of connections that pipeline, by the numbers of the connections.
  var relays: [UInt64: Relay] = [:]
  /// Connections that are to get a relay after this run of libmicrohttpd.
  var pipelining: [Connection] = []
  /// How many answers in relays wait for the next commit.
  var relayedWaiting = 0
  /// How often libmicrohttpd has run.
  var runs = 0
  /// Whether an answer that need not wait was given in this turn, and is to be sent in the next.
  var hasQueued = false
  /// Whether there are answers that waited and need not any more.
  var hasReady = false
  var turnStart = MonotonicTime.now()
  var turnHasRequests = false
  var ending: ServerReport.Ending?
  static let notCommittedProblem = Problem(503, detail: "Nothing could be recorded; try again.")
  let notCommitted = WebServer.notCommittedProblem.response(
    fields: [(name: "Retry-After", value: "1")])

  /// Begins to listen; `run` begins to answer.
  ///
  /// The signals of `stopSignals`, such as `SIGTERM`, stop the server; they are caught from now on in
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
    commitBell = try Bell()
  }
}
