import Foundation
import GrowthloopLinkService
import GrowthloopTransport
import Invites
import Vocabulary

/// A system program that a measurement requires.
public enum SystemTool: String, CaseIterable, Sendable {
  case taskset
  case wrk
  case nginx
  case perf

  /// The reason why a measurement is impossible.
  public struct Trouble: Error, CustomStringConvertible {
    public let description: String
  }

  /// The Debian package of the program.
  private var package: String {
    switch self {
    case .taskset: "util-linux"
    case .wrk: "wrk"
    case .nginx: "nginx-light"
    case .perf: "linux-perf"
    }
  }

  /// The path of the program; `nil` if it is not installed.
  var path: String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin"]
    return folders.map { "\($0)/\(rawValue)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  func command(_ arguments: [String]) throws -> [String] {
    guard let path else {
      throw Trouble(
        description: "'\(rawValue)' is missing: apt-get install \(package)")
    }
    return [path] + arguments
  }

  /// Runs the program to its end.
  ///
  /// - Returns: Its standard output and standard error.
  @discardableResult
  func run(_ arguments: [String]) throws -> (output: String, complaints: String) {
    let command = try command(arguments)
    let process = Process()
    process.executableURL = URL(filePath: command[0])
    process.arguments = arguments
    let output = Pipe()
    // A file, because two pipes would have to be read at once.
    let complaints = FileManager.default.temporaryDirectory.appending(path: "said-\(UUID())")
    try Data().write(to: complaints)
    defer { try? FileManager.default.removeItem(at: complaints) }
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: complaints)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let said = String(decoding: (try? Data(contentsOf: complaints)) ?? Data(), as: UTF8.self)
    guard process.terminationStatus == 0 else {
      throw Trouble(description: "\(rawValue) failed: \(said.prefix(300))")
    }
    return (String(decoding: printed, as: UTF8.self), said)
  }
}

/// The link service of this build in a separate process.
final class BenchedService {
  let server: PinnedServer
  let address: SocketAddress
  let token: String
  let secondsToStart: Double

  private static let words = "a secret for measurements alone"

  init(in folder: String, onCore core: Int, _ options: [String] = []) throws {
    guard let secret = Secret(Array(Self.words.utf8)) else {
      preconditionFailure("the words are long enough for a secret")
    }
    token = ServiceKeys(secret).tokens.text(
      of: AccessToken(for: .backend, until: ServiceClock.real.now() + .days(1)))
    let start = MonotonicTime.now()
    server = try PinnedServer(
      [
        try Self.tool(), "serve", "--host", "127.0.0.1", "--port", "0", "--data", folder,
        "--behind-proxy",
        "--rate-per-address", "none", "--rate-per-user", "none",
      ] + options, onCore: core, environment: ["GROWTHLOOP_SECRET": Self.words])
    let said = try server.firstWords()
    secondsToStart = Double((MonotonicTime.now() - start).nanoseconds) / 1e9
    guard let port = said.split(separator: ":").last.flatMap({ UInt16($0.prefix { $0.isNumber }) })
    else { throw SystemTool.Trouble(description: "the service printed: \(said)") }
    address = SocketAddress(.loopbackV4, port: port)
  }

  /// Returns the path of the `growthloop` beside this program.
  private static func tool() throws -> String {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let tool = URL(filePath: own).deletingLastPathComponent().appending(path: "growthloop").path
    guard FileManager.default.isExecutableFile(atPath: tool) else {
      throw SystemTool.Trouble(
        description: "'\(tool)' is missing: swift build -c release --product growthloop")
    }
    return tool
  }

  /// Returns a value of `GET /metrics`.
  func metric(_ name: String) throws -> Double {
    let socket = try OwnedDescriptor.connected(to: address, patience: .seconds(30))
    let request = RequestText("GET", "/metrics", host: "localhost")
      .bearing(token).with("Connection", "close")
    try socket.writeAll(request.bytes)
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var span = part.mutableSpan
      guard let count = try socket.read(into: &span), count > 0 else { break }
      text += part[..<count]
    }
    let line = String(decoding: text, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("\(name) ") }
    guard let value = line?.split(separator: " ").last.flatMap({ Double($0) }) else {
      throw SystemTool.Trouble(description: "the service has no metric '\(name)'")
    }
    return value
  }
}

/// An nginx server that answers every request with `return 302`.
enum NginxPeer {
  /// Starts nginx with its own configuration; `nil` if it is not installed.
  static func start(
    in folder: String, onCore core: Int
  ) throws -> (server: PinnedServer, address: SocketAddress)? {
    guard let nginx = SystemTool.nginx.path else { return nil }
    // The port is free again after this statement.
    let address = try ListeningSocket(on: SocketAddress(.loopbackV4, port: 0)).address
    let file = "\(folder)/nginx.conf"
    let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \(folder)/\($0);" }.joined(separator: " ")
    let text = """
      worker_processes 1; daemon off; master_process off;
      pid \(folder)/nginx.pid; error_log stderr notice;
      events { worker_connections 4096; }
      http {
        access_log off; keepalive_requests 1000000000; \(places)
        server {
          listen \(address);
          location / { return 302 https://apps.apple.com/; }
        }
      }
      """
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let server = try PinnedServer([nginx, "-p", folder, "-e", "stderr", "-c", file], onCore: core)
    // nginx prints its first line when it listens.
    _ = try server.firstWords()
    return (server, address)
  }
}

/// A server in a separate process, bound to one core.
final class PinnedServer {
  private let process = Process()
  private let complaints = Pipe()

  var id: Int32 { process.processIdentifier }

  init(_ command: [String], onCore core: Int, environment: [String: String] = [:]) throws {
    let command = try SystemTool.taskset.command(["-c", "\(core)"] + command)
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardError = complaints
    process.standardOutput = FileHandle.nullDevice
    try process.run()
  }

  deinit { stop() }

  /// Waits for the first line of the server's standard error, and returns it.
  func firstWords() throws -> String {
    var said = ""
    while !said.contains("\n") {
      let part = complaints.fileHandleForReading.availableData
      guard !part.isEmpty else {
        throw SystemTool.Trouble(description: "a server ended: \(said)")
      }
      said += String(decoding: part, as: UTF8.self)
    }
    return said
  }

  /// The resident memory in bytes.
  var residentBytes: Int {
    let status = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 } ?? 0
  }

  func stop() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }
}

/// The cost of a request for a server beside time, counted by the kernel.
public struct RequestCost: Encodable, Sendable {
  public let systemCalls: Double
  public let allocations: Double

  private static let probe = "growthloop_malloc"

  /// Counts while a load runs; `nil` if `perf` is missing or not permitted.
  static func count(
    of server: PinnedServer, at address: SocketAddress, under load: WrkLoad, onCore core: Int
  ) throws -> RequestCost? {
    guard SystemTool.perf.path != nil, let library = cLibrary() else { return nil }
    _ = try? SystemTool.perf.run(["probe", "-q", "-d", probe])
    guard (try? SystemTool.perf.run(["probe", "-q", "-x", library, "\(probe)=malloc"])) != nil
    else { return nil }
    defer { _ = try? SystemTool.perf.run(["probe", "-q", "-d", probe]) }
    let events = ["raw_syscalls:sys_enter", "probe_libc:\(probe)"]
    let (printed, counted) = try SystemTool.perf.run(
      ["stat", "-x", ",", "-e", events.joined(separator: ","), "-p", "\(server.id)", "--"]
        + SystemTool.taskset.command(try load.command(against: address, onCore: core)))
    let requests = Double(try load.outcome(of: printed).requests)
    let counts = events.map { event in
      counted.split(separator: "\n").first { $0.contains(event) }?
        .split(separator: ",").first.flatMap { Double($0) }
    }
    guard let calls = counts[0], let allocations = counts[1] else { return nil }
    return RequestCost(systemCalls: calls / requests, allocations: allocations / requests)
  }

  /// Returns the path of the C library of this process, which is also the service's.
  private static func cLibrary() -> String? {
    // Read by a handle: functions that read a whole file stop after the first page of this one.
    let bytes = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()
    return String(decoding: bytes ?? Data(), as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .first { $0.contains("/libc.so") }
      .map(String.init)
  }
}
