import Foundation
import GrowthloopLoadGenerator
import GrowthloopTransport
import Invites
import Synchronization
import TestSockets
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkService

@Suite("Sockets that are handed over · a restart refuses nobody", .timeLimit(.minutes(60)))
struct HandoverTests {
  /// The tool over a socket that listens, as systemd starts it.
  private struct Served {
    let process = Process()
    private let complaints = Pipe()

    /// Ends when it says where it listens.
    init(over socket: Int32, in folder: String, manager: String) throws {
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = [
        "-c",
        "exec 3<&0 < /dev/null; LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" serve --data \"$1\" "
          + "--rate-per-address none --rate-per-user none --behind-proxy",
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
          .appending(path: "growthloop").path, folder,
      ]
      process.environment = [
        "GROWTHLOOP_SECRET": "a secret for tests alone",
        "GROWTHLOOP_ROOT_SECRET": "a root secret for tests alone", "NOTIFY_SOCKET": manager,
      ]
      process.standardInput = FileHandle(fileDescriptor: socket, closeOnDealloc: false)
      process.standardError = complaints
      try process.run(minutesAtMost: 10)
      let said = String(decoding: complaints.fileHandleForReading.availableData, as: UTF8.self)
      #expect(said.hasPrefix("growthloop: listening at http://127.0.0.1:"), "\(said)")
    }

    /// Asks it to stop, and returns the number of requests that it answered.
    func stop() throws -> Int {
      process.terminate()
      let rest = try complaints.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      let said = String(decoding: rest, as: UTF8.self)
      #expect(process.terminationStatus == 0 && said.contains(" 0 failed, 0 cut off"), "\(said)")
      let requests = said.split(separator: "stopped by signal 15: ").last?.split(separator: " ")
      return requests?.first.flatMap { Int($0) } ?? 0
    }
  }

  private struct State {
    var served: Served
    var requests = 0
    var restarts = 0
  }

  private static let isTorture = ProcessTests.rounds >= 20
  /// Twice at 300 requests a second; `make torture` asks for twenty times at 2,000.
  private static let (rounds, rate) = isTorture ? (20, 2_000.0) : (2, 300.0)

  /// Taps, creations and lists, over new connections.
  ///
  /// Torture keeps some, whose requests come so often that each comes before its connection ends. On a
  /// machine that stands still for a second a client may send while it is closed: HTTP has it
  /// send again, which the generator never does.
  private static var kinds: [TrafficMix.Part] {
    [
      (RequestKind.get("/readyz"), 2), (OwnRequest.landingTapKept.kind, 4.0),
      (OwnRequest.create.kind, 1), (OwnRequest.dashboard.kind, 1),
    ].map {
      var kind = $0
      if !isTorture || kind.path == "/readyz" { kind.connection = .new }
      return .init(kind, weight: $1)
    }
  }

  @Test func `callers wait in the socket while the service is started anew`() throws {
    let folder = NSTemporaryDirectory() + "growthloop-handover-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let manager = try ManagerSocket("@growthloop-\(UUID())")
    let listener = try ListeningSocket(on: SocketAddress(.loopbackV4, port: 0))
    let socket = listener.descriptor.number
    let first = try Served(over: socket, in: folder, manager: manager.name)
    let code = try Service.create(on: listener.address)

    var target = LoadTarget(host: "127.0.0.1", port: listener.address.port)
    target.bearerToken = Service.backendToken
    let rounds = Self.rounds
    var plan = LoadPlan(
      target,
      .open(.constant(Self.rate, for: .seconds(2 * rounds + 1), spacing: .even)),
      TrafficMix(
        Self.kinds, links: LinkPopulation([.init(.known, weight: 1, codes: [code])]),
        people: (10..<4_000).map { OpaqueID(PrincipalID(rawValue: $0)).text }))
    plan.limits.connections = 12_000
    plan.limits.timeout = .seconds(60)
    plan.limits.overtime = .seconds(60)

    let state = Mutex(State(served: first))
    let restarts = try BackgroundThread {
      for _ in 0..<rounds {
        ThisThread.sleep(until: .now() + .milliseconds(700))
        state.withLock { state in
          guard let requests = try? state.served.stop(),
            (try? manager.receive()) == ["READY=1"], (try? manager.receive()) == ["STOPPING=1"],
            let next = try? Served(over: socket, in: folder, manager: manager.name)
          else { return }
          state.served = next
          state.requests += requests
          state.restarts += 1
        }
      }
    }
    let record = try LoadRun(plan).run()
    restarts.join()
    try state.withLock { state in
      state.requests += try state.served.stop()
      #expect(state.restarts == rounds)
      #expect(record.counts.errors == 0, "\(record.counts)")
      #expect(record.counts.answered == record.counts.planned)
      // The first created the link.
      #expect(state.requests == record.counts.answered + 1)
    }
    AttackReport.tell(
      "\(rounds) restarts under \(Int(Self.rate)) requests/s: \(record.counts.answered) of "
        + "\(record.counts.planned) answered")
  }
}
