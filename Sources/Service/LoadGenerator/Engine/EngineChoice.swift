internal import GrowthloopTransport
internal import Synchronization

/// How a generator sends and receives.
public enum EngineChoice: String, Sendable, Hashable, CaseIterable {
  /// The one that takes less of the processor on this machine, by a measurement before the start.
  case auto
  /// A call for each sending and each receiving.
  case epoll
  /// One call for all that is sent and received at a time; for HTTP/1.1 without TLS.
  case ring = "io_uring"
}

/// The way in which a generator sent and received, and why.
public struct EngineUse: Sendable, Hashable {
  /// A measurement of both ways on this machine.
  public struct Comparison: Sendable, Hashable {
    /// The requests that were under way at a time.
    public let requests: Int
    /// The processor time of a request by io_uring, as a share of that by epoll.
    public let ratio: Double
  }

  /// Epoll or io_uring.
  public let engine: EngineChoice
  /// What decided; `nil` where nothing was to be decided.
  public let comparison: Comparison?
}

extension LoadPlan {
  /// Whether the ring can carry the plan: libraries read and write the sockets of TLS and HTTP/2.
  var suitsRing: Bool { target.endpoint.scheme == .http && target.version == .http1 }

  /// A ring for the plan's connections; `nil` where the kernel lacks it or forbids it.
  func ring() -> SocketRing? {
    SocketRing(sockets: limits.connections, isStamping: isOpen)
  }

  /// Decides how the plan is sent.
  func engine() throws(LoadRefusal) -> EngineUse {
    guard limits.engine == .auto else { return EngineUse(engine: limits.engine, comparison: nil) }
    let requests = requestsTogether
    guard suitsRing, requests >= EngineUse.fewest, ring() != nil else {
      return EngineUse(engine: .epoll, comparison: nil)
    }
    return try EngineUse.measured(with: min(requests, EngineUse.most))
  }

  /// How many requests are sent and answered at a time, where connections are kept.
  private var requestsTogether: Int {
    guard mix.kinds.allSatisfy({ $0.connection == .kept }) else { return 1 }
    switch loop {
    case .open(let arrivals):
      let rate = arrivals.expectedCount / max(length / .seconds(1), 1e-9)
      return Int(min(rate * (limits.lateness / .seconds(1)), 1e6))
    case .closed(let users, let pause, _):
      return pause == .zero ? min(users, limits.connections) : 1
    }
  }
}

extension EngineUse {
  /// With fewer requests at a time, one call for all of them saves nothing.
  static let fewest = 4
  static let most = 64
  /// The ratio below which the ring is worth it, beyond the noise of the measurement.
  static let worthwhile = 0.95
  private static let rounds = 5
  private static let length = Duration.milliseconds(20)

  /// What this process has measured, by the requests at a time.
  private static let known = Mutex<[Int: EngineUse]>([:])

  /// Returns the engine for so many requests at a time, which is measured once: runs that are compared
  /// are sent alike.
  static func measured(with requests: Int) throws(LoadRefusal) -> EngineUse {
    if let use = known.withLock({ $0[requests] }) { return use }
    let use = try EngineUse(comparing: requests)
    return known.withLock { known in
      let first = known[requests] ?? use
      known[requests] = first
      return first
    }
  }

  /// Measures both, in turns, against a server of this process.
  private init(comparing requests: Int) throws(LoadRefusal) {
    do throws(SystemCallError) {
      let server = try ScriptedServer()
      defer { server.stop() }
      var ratios: [Double] = []
      for _ in 0..<Self.rounds {
        let epoll = try Self.cost(of: .epoll, requests, at: server.address)
        ratios.append(try Self.cost(of: .ring, requests, at: server.address) / epoll)
      }
      let ratio = ratios.sorted()[Self.rounds / 2]
      self.init(
        engine: ratio < Self.worthwhile ? .ring : .epoll,
        comparison: Comparison(requests: requests, ratio: ratio))
    } catch {
      throw .system(error)
    }
  }

  /// The processor time of a request, in seconds.
  private static func cost(
    of engine: EngineChoice, _ requests: Int, at address: SocketAddress
  ) throws(SystemCallError) -> Double {
    var plan = LoadPlan(
      LoadTarget(host: "\(address.address)", port: address.port),
      .closed(users: requests, pause: .zero, length: length), TrafficMix(.get("/")))
    plan.limits.connections = requests
    let before = ThisThread.processorTime()
    let record = try LoadEngine(
      plan, routes: [.init(to: address)], security: nil, ring: engine == .ring ? plan.ring() : nil
    ).run(stoppingOn: nil) { _ in }
    let used = ThisThread.processorTime() - before
    return used / .seconds(1) / Double(max(1, record.counts.answered))
  }
}
