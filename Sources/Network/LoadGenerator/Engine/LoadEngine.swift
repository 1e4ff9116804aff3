internal import LinuxIO

/// Sends what the plan says when it says so, and reads what comes: one thread, one loop, and
/// nothing is made for a request.
struct LoadEngine: ~Copyable {
  let plan: LoadPlan
  let timeout: Int64
  /// For how long requests that fall due are gathered.
  let lateness: Int64
  /// After this nothing more is sent.
  let sendingEnd: Int64
  let writer: RequestWriter
  let draws: RequestDraws
  let connections: [RequestKind.Connection]
  let areToHead: [Bool]
  let security: TLSClient?

  var source: RequestSource
  var poller: Poller
  var routes: [ClientSocket.Route]
  var recorder: LoadRecorder

  /// Room for each connection, and in which of the lists it is.
  var slots: [Slot]
  var sessions: [TLSSession?]
  var free = SlotList()
  /// The longest unused first.
  var idle = SlotList()
  /// The earliest sent first: they all have the same time, so it runs out in this order.
  var busy = SlotList()

  /// Room for the request of each slot, one behind the other.
  var outbox: [UInt8]
  var inbox = [UInt8](repeating: 0, count: 65_536)

  /// The last time that was read.
  var now: Int64
  /// How early the next moment has to be waited for.
  var lead = WakeLead()
  /// When the last requests were sent that went together.
  var lastSending: Int64 = 0

  /// Has the kernel stamp what arrives; `nil` for users who wait for answers, and need them at once, and
  /// where OpenSSL reads.
  let stamps: StampKeeper?
  var arrivals = ArrivalClock()
  /// Whether the last answer had a stamp: those to come may wait to be read.
  var isStamped = false
  /// How many connections have something to be done as soon as can be.
  var hurried = 0
  /// The connections that have more to read than one turn takes.
  var unread: [Poller.Token] = []

  /// The request that is planned next, and its number.
  var nextRequest: DrawnRequest
  var nextNumber = 0
  /// Whether a request that is due found no connection.
  var isBlocked = false
  /// When a connection became free for a request that waited.
  var lastFreed: Int64 = 0

  init(
    _ plan: LoadPlan, routes: [ClientSocket.Route], security: TLSClient?
  ) throws(SystemCallError) {
    self.plan = plan
    self.routes = routes
    self.security = security
    timeout = plan.limits.timeout.nanoseconds
    lateness = plan.limits.lateness.nanoseconds
    writer = RequestWriter(plan.mix, to: plan.target)
    draws = RequestDraws.checked(plan)
    connections = plan.mix.parts.map(\.kind.connection)
    areToHead = plan.mix.parts.map { $0.kind.method == "HEAD" }
    stamps = plan.isOpen && security == nil ? StampKeeper() : nil
    poller = try Poller(eventsAtOnce: 256)
    let count = plan.limits.connections
    slots = [Slot](repeating: Slot(), count: count)
    sessions = [TLSSession?](repeating: nil, count: security == nil ? 0 : count)
    outbox = [UInt8](repeating: 0, count: count * writer.longest)
    // Those that were read in a turn go only after those are added that have still more.
    unread.reserveCapacity(2 * count)
    nextRequest = draws.request(0)
    // Time for what is left to prepare.
    now = MonotonicTime.now().nanoseconds
    let start = now + 2_000_000
    source = RequestSource(plan, start: start)
    sendingEnd = source.end + plan.limits.overtime.nanoseconds
    recorder = LoadRecorder(plan, start: start, end: source.end)
    for index in 0..<Int32(count) { free.append(index, in: &slots) }
  }
}
