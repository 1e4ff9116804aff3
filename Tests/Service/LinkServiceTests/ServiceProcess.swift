import Foundation
import Glibc
import GrowthloopTransport
import TestSockets
import TestSupport
import Testing

/// `growthloop serve` as a process of its own, that may be killed.
final class ServiceProcess {
  /// It ended, with that code.
  struct NotListening: Error {
    let said: String
    let code: Int32
  }

  let address: SocketAddress
  private let process = Process()
  private let complaints = Pipe()

  /// Whether a process may be told how large its files may grow: the thread sanitizer's shadow of the
  /// memory would not fit.
  static let takesFileLimits = ProcessInfo.processInfo.environment["TSAN_OPTIONS"] == nil

  /// Starts the tool of this build, or another, over a folder, and waits until it listens.
  ///
  /// With `mostBlocks` no file may grow beyond so many blocks of 512 bytes, as on a full disk. It is
  /// ended after so many `minutes`.
  init(
    in folder: String, _ options: [String] = [], mostBlocks: Int? = nil, minutes: Int = 10,
    environment: [String: String] = [:], by tool: URL? = nil
  ) throws {
    process.executableURL = URL(filePath: "/bin/sh")
    let limit = mostBlocks.map { "trap '' XFSZ; ulimit -f \($0); " } ?? ""
    process.arguments =
      [
        "-c", limit + "exec \"$0\" \"$@\"", (tool ?? Self.tool).path(), "serve", "--port", "0",
        "--host",
        "127.0.0.1", "--data", folder,
      ] + options
    process.environment = ProcessInfo.processInfo.environment
      .filter { $0.key.hasSuffix("SAN_OPTIONS") }
      .merging(
        ["GROWTHLOOP_SECRET": "a secret for tests alone", "GROWTHLOOP_ROOT_SECRET": Secret.words]
      ) { $1 }
      .merging(environment) { $1 }
    process.standardError = complaints
    try process.run(minutesAtMost: minutes)
    var said = ""
    while !said.contains("\n") {
      let part = complaints.fileHandleForReading.availableData
      guard !part.isEmpty else {
        process.waitUntilExit()
        throw NotListening(said: said, code: process.terminationStatus)
      }
      said += String(decoding: part, as: UTF8.self)
    }
    let first = said.prefix { $0 != "\n" }
    guard let colon = first.lastIndex(of: ":"),
      let port = UInt16(first[colon...].dropFirst())
    else {
      process.terminate()
      process.waitUntilExit()
      throw NotListening(said: said, code: process.terminationStatus)
    }
    address = SocketAddress(.loopbackV4, port: port)
  }

  /// The tool stands beside the tests.
  private static var tool: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "growthloop")
  }

  /// How many files and sockets it has open.
  var descriptors: Int {
    let folder = "/proc/\(process.processIdentifier)/fd"
    return (try? FileManager.default.contentsOfDirectory(atPath: folder))?.count ?? 0
  }

  /// The memory that it holds.
  var residentBytes: Int {
    let file = "/proc/\(process.processIdentifier)/statm"
    let pages = (try? String(contentsOfFile: file, encoding: .utf8))?.split(separator: " ")
    return (pages?.dropFirst().first.flatMap { Int($0) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// The processor time that it has used, in the kernel's hundredths of a second.
  var processorTicks: Double {
    let file = "/proc/\(process.processIdentifier)/stat"
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 12 ? (Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0) : 0
  }

  /// Sends taps on a link without waiting, kills it after so many answers, and returns how many came.
  func killUnderTaps(on link: String, after answers: Int) throws -> Int {
    var client = try RawClient(address)
    let request = Service.request(.get, "/invite/\(link)", ["User-Agent": Service.iPhone], "")
    try client.send(request)
    let length = try client.receiveSome().count
    let sent = client.sendAside(request, times: 400_000)
    var bytes = 0
    while bytes < answers * length { bytes += try client.receiveSome().count }
    kill()
    bytes += try client.receiveAll().count
    #expect(try !sent.value(), "it was killed among the taps")
    return 1 + bytes / length
  }

  /// Ends it without a warning.
  func kill() {
    _ = Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Has it crash, and returns what it said.
  func crash() -> String { end(by: SIGILL) }

  /// Ends it by a signal that it does not hear, and returns what it said.
  func end(by signal: Int32 = SIGKILL) -> String {
    _ = Glibc.kill(process.processIdentifier, signal)
    let said = complaints.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: said, as: UTF8.self)
  }

  /// How many files and sockets it may have open: now, and at the most.
  var descriptorLimits: [Substring] {
    let file = "/proc/\(process.processIdentifier)/limits"
    let lines = (try? String(contentsOfFile: file, encoding: .utf8))?.split(separator: "\n") ?? []
    let words = lines.first { $0.hasPrefix("Max open files") }?.split(separator: " ") ?? []
    return Array(words.dropFirst(3).prefix(2))
  }

  func signal(_ number: Int32) { _ = Glibc.kill(process.processIdentifier, number) }

  /// Asks it to stop, and returns its exit code and what it said.
  func stop() -> (code: Int32, said: String) {
    process.terminate()
    let said = complaints.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }
}

extension Secret {
  fileprivate static let words = "a root secret for tests alone"

  /// The root secret of every test.
  static let test: Secret = {
    guard let secret = Secret(Array(words.utf8)) else {
      preconditionFailure("the words are long enough for a secret")
    }
    return secret
  }()
}
