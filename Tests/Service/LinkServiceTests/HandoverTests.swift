import Foundation
import GrowthloopLoadGenerator
import GrowthloopTransport
import Synchronization
import TestSupport
import Testing

@Suite("Sockets that are handed over · a restart refuses nobody", .timeLimit(.minutes(60)))
struct HandoverTests {
  /// Starts the tool over a socket that listens, as systemd does; ends when it says where it listens.
  private static func serve(over socket: Int32) throws -> Process {
    let process = Process()
    let complaints = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c",
      "exec 3<&0 < /dev/null; LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" serve --memory "
        + "--data \"$1\" --rate-per-address none",
      URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "growthloop").path, NSTemporaryDirectory(),
    ]
    process.environment = ["GROWTHLOOP_SECRET": "a secret for tests alone"]
    process.standardInput = FileHandle(fileDescriptor: socket, closeOnDealloc: false)
    process.standardError = complaints
    try process.run(minutesAtMost: 10)
    let said = String(decoding: complaints.fileHandleForReading.availableData, as: UTF8.self)
    #expect(said.hasPrefix("growthloop: listening at http://127.0.0.1:"), "\(said)")
    return process
  }

  @Test func `callers wait in the socket while the service is started anew`() throws {
    let listener = try ListeningSocket(on: SocketAddress(.loopbackV4, port: 0))
    let first = try Self.serve(over: listener.descriptor.number)
    var plan = LoadPlan(
      LoadTarget(host: "127.0.0.1", port: listener.address.port),
      .open(.constant(300, for: .seconds(3), spacing: .even)),
      TrafficMix(.get("/readyz", connection: .new)))
    plan.limits.connections = 2_000
    plan.limits.timeout = .seconds(60)
    plan.limits.overtime = .seconds(60)
    let socket = listener.descriptor.number
    let last = Mutex(first)
    let restarts = try BackgroundThread {
      for _ in 0..<2 {
        ThisThread.sleep(until: .now() + .milliseconds(700))
        last.withLock { process in
          if let next = try? Self.restart(process, socket) { process = next }
        }
      }
    }
    let record = try LoadRun(plan).run()
    restarts.join()
    last.withLock { process in
      #expect(process.processIdentifier != first.processIdentifier)
      process.terminate()
      process.waitUntilExit()
    }
    #expect(record.counts.errors == 0 && record.counts.answered == 900, "\(record.counts)")
  }

  private static func restart(_ process: Process, _ socket: Int32) throws -> Process {
    process.terminate()
    process.waitUntilExit()
    return try serve(over: socket)
  }
}
