internal import GrowthloopTransport

/// The event loop of a load run: one thread, without allocations per request.
struct LoadEngine: ~Copyable {
  let plan: LoadPlan
  let timeout: Int64
  /// The time for which due requests are gathered.
  let lateness: Int64
  /// The time after which nothing is sent.
  let sendingEnd: Int64
  let template: RequestTemplate
  let draws: RequestDraws
  let connections: [RequestKind.Connection]
  let areToHead: [Bool]
  let security: TLSClient?

  var source: RequestSource
  var poller: Poller
  var routes: [ClientSocket.Route]
  var recorder: LoadRecorder

  /// The slots of all connections; each is in one of the lists.
  var slots: [Slot]
  var sessions: [TLSSession?]
  var free = SlotList()
  /// Slots with an unused connection, the longest unused first.
  var idle = SlotList()
  /// Slots with a request under way, the earliest sent first: their time limits expire in this
  /// order.
  var busy = SlotList()

  /// The buffer of each slot's request, one behind the other.
  var outbox: [UInt8]
  var inbox = [UInt8](repeating: 0, count: 65_536)

  /// The last reading of the clock.
  var now: Int64
  /// The estimated lateness of wake-ups.
  var lead = WakeupEstimator()
  /// The time at which the last group of requests was sent.
  var lastSending: Int64 = 0

  /// Keeps kernel receive timestamps enabled; `nil` in closed loops, which need responses at once,
  /// and with TLS.
  let stamps: TimestampGuard?
  var arrivals = ArrivalClock()
  /// Whether the last response had a timestamp; then reading may be delayed.
  var isStamped = false
  /// The number of connections with urgent work.
  var hurried = 0
  /// The connections with more bytes than one turn reads.
  var unread: [Poller.Token] = []

  /// The next planned request.
  var nextRequest: DrawnRequest
  var nextNumber: Int
  /// Whether a due request waits for a connection.
  var isBlocked = false
  /// The time at which a connection last became free.
  var lastFreed: Int64 = 0

  init(
    _ plan: LoadPlan, routes: [ClientSocket.Route], security: TLSClient?,
    notBefore earliest: MonotonicTime? = nil
  ) throws(SystemCallError) {
    self.plan = plan
    self.routes = routes
    self.security = security
    timeout = plan.limits.timeout.nanoseconds
    lateness = plan.limits.lateness.nanoseconds
    template = RequestTemplate(plan.mix, to: plan.target)
    draws = RequestDraws.checked(plan)
    connections = plan.mix.parts.map(\.kind.connection)
    areToHead = plan.mix.parts.map { $0.kind.method == "HEAD" }
    stamps = plan.isOpen && security == nil ? TimestampGuard() : nil
    poller = try Poller(eventsAtOnce: 256)
    let count = plan.limits.connections
    slots = [Slot](repeating: Slot(), count: count)
    sessions = [TLSSession?](repeating: nil, count: security == nil ? 0 : count)
    outbox = [UInt8](repeating: 0, count: count * template.longest)
    // Those that were read in a turn go only after those are added that have still more.
    unread.reserveCapacity(2 * count)
    nextNumber = plan.share.number - 1
    nextRequest = draws.request(nextNumber)
    // Time for the rest of the preparation.
    now = MonotonicTime.now().nanoseconds
    let start = max(now + 2_000_000, earliest?.nanoseconds ?? 0)
    source = RequestSource(plan, start: start)
    sendingEnd = source.end + plan.limits.overtime.nanoseconds
    recorder = LoadRecorder(plan, start: start, end: source.end)
    for index in 0..<Int32(count) { free.append(index, in: &slots) }
  }
}
