public import GrowthloopTransport
internal import Synchronization

/// The reason why a run cannot begin.
public enum LoadRefusal: Error, Sendable, Hashable {
  /// The problems of the plan.
  case plan([PlanProblem])
  case unknownHost(HostLookup.Failure)
  /// The target accepts no connection.
  case unreachable(LoadTarget, SystemCallError)
  /// The TLS handshake failed, with OpenSSL's reason.
  case untrusted(LoadTarget, reason: String)
  /// The target does not speak HTTP/2, but what it is said to.
  case otherProtocol(LoadTarget, spoken: String)
  /// A file of the client's certificate or key cannot be used.
  case certificate(String)
  /// The process may not open as many descriptors as the plan has connections.
  case descriptors(needed: Int, allowed: Int)
  /// This machine has not as many ports as the plan has connections.
  case ports(needed: Int, available: Int)
  /// The kernel lacks io_uring, or forbids it.
  case lacksRing
  /// Another system call that failed.
  case system(SystemCallError)
}

extension LoadRefusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .plan(let problems):
      problems.map { "\($0)" }.joined(separator: "\n")
    case .unknownHost(let failure): "\(failure)"
    case .unreachable(let target, let error):
      "\(target) does not answer (\(error)); start it, or choose another target"
    case .untrusted(let target, let reason) where Self.withoutTLS.contains(reason):
      "\(target) does not answer in TLS (\(reason)); ask by http://, or at the port that is encrypted"
    case .untrusted(let target, let reason):
      "\(target) cannot be trusted (\(reason)); use a certificate that this machine knows, "
        + "name the file of its issuer in SSL_CERT_FILE, take any by --insecure, or ask by http://"
    case .otherProtocol(let target, let spoken):
      "\(target) \(spoken); leave out 'protocol: http2' or --http2, or ask a server that has it on"
        + (target.endpoint.scheme == .http ? " (without TLS: by prior knowledge)" : "")
    case .certificate(let problem): problem
    case .descriptors(let needed, let allowed):
      "the plan needs \(needed) open files and the system allows \(allowed); "
        + "raise it with 'ulimit -n \(needed)', or lower limits.connections"
    case .ports(let needed, let available):
      "the plan needs \(needed) ports and the system has \(available) to give; widen "
        + "net.ipv4.ip_local_port_range, or lower limits.connections"
    case .lacksRing:
      "this machine has no io_uring for programs (Linux 6.1, and sysctl kernel.io_uring_disabled=0); "
        + "write limits.engine: epoll, or auto"
    case .system(let error): "\(error)"
    }
  }
}

extension LoadRefusal {
  /// What OpenSSL says of an answer that is not encrypted, in its versions, and of none.
  private static let withoutTLS: Set<String> = [
    "wrong version number", "packet length too long", "http request", "record layer failure",
    TLSSession.silence,
  ]
}

/// A load run that is ready: a valid plan, a reachable target, enough descriptors and ports.
public struct LoadRun: ~Copyable {
  private let plan: LoadPlan
  private let routes: [ClientSocket.Route]
  private let security: TLSClient?
  private let multiplexing: HTTP2Client?
  private let use: EngineUse

  /// Checks everything that can be checked before the first request.
  public init(_ plan: LoadPlan) throws(LoadRefusal) {
    let problems = plan.problems()
    guard problems.isEmpty else { throw .plan(problems) }
    try Preflight.reserveDescriptors(for: plan.limits.connections)
    let routes = try Preflight.routes(to: plan.target, for: plan.limits.connections)
    let isEncrypted = plan.target.endpoint.scheme == .https
    let security = isEncrypted ? try Preflight.trust(plan.target, over: routes[0]) : nil
    let multiplexing =
      plan.target.version == .http2
      ? try Preflight.greet(
        plan.target, over: routes[0], security, requestsAtOnce: plan.requestsAtOnce) : nil
    let use = try plan.engine()
    guard use.engine == .epoll || plan.ring() != nil else { throw .lacksRing }
    self.plan = plan
    self.routes = routes
    self.security = security
    self.multiplexing = multiplexing
    self.use = use
  }

  /// Runs the plan on this thread until its end, or until it is stopped.
  ///
  /// - Parameters:
  ///   - earliest: The moment before which nothing is sent, such as the common start of several
  ///     generators.
  ///   - stop: Stops the run from another thread; the results so far are kept.
  ///   - onSecond: Receives every second at its end. The next requests wait for it to return.
  /// - Returns: The result of the run.
  /// - Throws: A system call that failed during the run.
  public consuming func run(
    notBefore earliest: MonotonicTime? = nil, stoppingOn stop: LoadSwitch? = nil,
    onSecond: (LoadProgress) -> Void = { _ in }
  ) throws(LoadRefusal) -> LoadRecord {
    do throws(SystemCallError) {
      // The default timer slack would add 50 microseconds to every wait.
      try ThisThread.setTimerSlack(nanoseconds: 1)
      if security != nil { try ThisThread.ignoreBrokenPipes() }
      let engine = try LoadEngine(
        plan, routes: routes, security: security, multiplexing: multiplexing,
        ring: use.engine == .ring ? plan.ring() : nil, notBefore: earliest)
      var record = try engine.run(stoppingOn: stop, onSecond)
      record.engine = use
      return record
    } catch {
      throw .system(error)
    }
  }
}

/// A switch that stops a run from another thread; the results so far are kept.
public final class LoadSwitch: Sendable {
  let bell: WakeupEvent
  private let wasThrown = Atomic(false)

  public init() throws(LoadRefusal) {
    do throws(SystemCallError) {
      bell = try WakeupEvent()
    } catch {
      throw .system(error)
    }
  }

  /// Ends the run at once; requests under way count as unfinished.
  public func stop() {
    wasThrown.store(true, ordering: .releasing)
    bell.signal()
  }

  var isThrown: Bool { wasThrown.load(ordering: .acquiring) }
}

/// The server under load.
public struct LoadTarget: Sendable, Hashable {
  /// Its address; the path is the prefix of every path.
  public var endpoint: HTTPEndpoint
  /// The token of authorised kinds.
  public var bearerToken: String?
  /// The values of the variables that hold the credentials of requests.
  public var credentials: [String: String] = [:]
  /// The protocol that it is asked in.
  public var version = HTTPVersion.http1
  /// How connections are encrypted, and whom they trust.
  public var tls = TLSSettings()
  /// The path of a socket of this machine, in place of host and port.
  public private(set) var socketPath: String?

  public init(
    _ scheme: HTTPEndpoint.Scheme = .http, host: String, port: UInt16? = nil,
    pathPrefix: String = "", bearerToken: String? = nil
  ) {
    endpoint = HTTPEndpoint(scheme, host: host, port: port ?? scheme.port, path: pathPrefix)
    self.bearerToken = bearerToken
  }

  /// Reads a URL as ``HTTPEndpoint`` does, or `unix:/run/app.sock` with a further `:/prefix` of paths.
  public init?(url: String) {
    if url.hasPrefix("unix:/") {
      let parts = url.dropFirst(5).split(separator: ":", maxSplits: 1)
      let prefix = parts.count == 2 ? parts[1] : ""
      guard let path = parts.first.map(String.init), ClientSocket.Route(toSocketAt: path) != nil,
        prefix.isEmpty || prefix.first == "/",
        let endpoint = HTTPEndpoint(url: "http://localhost\(prefix)")
      else { return nil }
      (self.endpoint, socketPath) = (endpoint, path)
      return
    }
    guard let endpoint = HTTPEndpoint(url: url) else { return nil }
    self.endpoint = endpoint
  }

  var host: String { endpoint.host }
  var port: UInt16 { endpoint.port }
}

extension LoadTarget: CustomStringConvertible {
  public var description: String {
    guard let socketPath else { return endpoint.description }
    return "unix:\(socketPath)" + (endpoint.path.isEmpty ? "" : ":\(endpoint.path)")
  }
}

/// The checks before a run.
enum Preflight {
  /// The number of descriptors beside connections.
  private static let otherDescriptors = 64
  /// The time limit of one connection, and of one TLS handshake.
  private static let patience = Duration.seconds(5)

  static func reserveDescriptors(for connections: Int) throws(LoadRefusal) {
    let needed = connections + otherDescriptors
    let allowed: Int
    do throws(SystemCallError) {
      allowed = try DescriptorLimit.raise(to: needed)
    } catch {
      throw .system(error)
    }
    guard allowed >= needed else { throw .descriptors(needed: needed, allowed: allowed) }
  }

  /// Returns the routes to a target that takes a connection.
  static func routes(
    to target: LoadTarget, for connections: Int
  ) throws(LoadRefusal) -> [ClientSocket.Route] {
    guard let path = target.socketPath, let route = ClientSocket.Route(toSocketAt: path) else {
      return try routes(to: try answeringAddress(of: target), for: connections)
    }
    do throws(SystemCallError) {
      _ = try OwnedDescriptor.connected(over: route, patience: patience, on: "\(target)")
    } catch {
      throw .unreachable(target, error)
    }
    return [route]
  }

  /// Finds the first of the host's addresses that takes a connection.
  static func answeringAddress(of target: LoadTarget) throws(LoadRefusal) -> SocketAddress {
    var last = SystemCallError.noFreePort
    for address in try addresses(of: target.host) {
      let place = SocketAddress(address, port: target.port)
      do throws(SystemCallError) {
        _ = try OwnedDescriptor.connected(to: place, patience: patience)
        return place
      } catch {
        last = error
      }
    }
    throw .unreachable(target, last)
  }

  private static func addresses(of host: String) throws(LoadRefusal) -> [IPAddress] {
    do throws(HostLookup.Failure) {
      return try HostLookup.addresses(of: host)
    } catch {
      throw .unknownHost(error)
    }
  }

  /// Returns routes with a port for every connection; loopback connections may use several source
  /// addresses.
  static func routes(
    to address: SocketAddress, for connections: Int, ports: Int = availablePorts()
  ) throws(LoadRefusal) -> [ClientSocket.Route] {
    if connections <= ports { return [ClientSocket.Route(to: address)] }
    guard let v4 = address.address.v4, address.address.isLoopback else {
      throw .ports(needed: connections, available: ports)
    }
    let sources = (connections + ports - 1) / ports
    return (0..<UInt32(sources)).map { number in
      // From the target's own address on; 127.0.0.0/8 is all this machine.
      let bits = v4 & 0xFF00_0000 | (v4 + number) & 0xFF_FFFF
      return ClientSocket.Route(to: address, from: IPAddress(v4: bits))
    }
  }

  /// The number of ephemeral ports, less a tenth for other programs.
  static func availablePorts() -> Int {
    let text = SystemText.read("/proc/sys/net/ipv4/ip_local_port_range") ?? ""
    let ends = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    guard ends.count == 2 else { return 25_000 }
    return max(1, (ends[1] - ends[0] + 1) * 9 / 10)
  }

  /// Checks that the target completes a TLS handshake with a trusted certificate.
  static func trust(
    _ target: LoadTarget, over route: ClientSocket.Route
  ) throws(LoadRefusal) -> TLSClient {
    let client: TLSClient
    do throws(TLSClient.UnfitFile) {
      client = try TLSClient(
        host: target.host, target.tls, isHTTP2: target.version == .http2)
    } catch {
      throw .certificate("\(error)")
    }
    let complaint: String?
    do throws(SystemCallError) {
      try ThisThread.ignoreBrokenPipes()
      let socket = try OwnedDescriptor.connected(over: route, patience: patience, on: "\(target)")
      complaint = try client.session(over: socket.number).agree(
        over: socket.number, within: patience)
    } catch {
      throw .unreachable(target, error)
    }
    if let complaint { throw .untrusted(target, reason: complaint) }
    return client
  }

  /// Checks that the target speaks HTTP/2, and learns how many requests at a time it allows.
  static func greet(
    _ target: LoadTarget, over route: ClientSocket.Route, _ security: TLSClient?,
    requestsAtOnce: Int
  ) throws(LoadRefusal) -> HTTP2Client {
    guard let client = HTTP2Client(places: requestsAtOnce, isEncrypted: security != nil),
      let session = client.session()
    else { throw .system(SystemCallError(call: "malloc", number: 12)) }
    var (spoken, complaint) = (nil as String?, nil as String?)
    do throws(SystemCallError) {
      let socket = try OwnedDescriptor.connected(over: route, patience: patience, on: "\(target)")
      let encryption = security?.session(over: socket.number)
      complaint = try encryption?.agree(over: socket.number, within: patience)
      if let encryption, encryption.applicationProtocol != "h2" {
        spoken = "agrees by ALPN on \(encryption.applicationProtocol ?? "nothing"), not on h2"
      } else {
        try BorrowedSocket.stopWaiting(socket.number)
        spoken = try session.greet(over: socket.number, encryption, within: patience)
      }
    } catch {
      throw .unreachable(target, error)
    }
    if let complaint { throw .untrusted(target, reason: complaint) }
    if let spoken { throw .otherProtocol(target, spoken: spoken) }
    client.firstAllowance = session.allowance
    client.clear()
    return client
  }
}
