internal import Glibc
internal import Synchronization

/// A file that receives a line of JSON for each request, without personal data.
///
/// The server adds lines in memory, and a thread of its own writes them. Where the file does not keep
/// up, further lines are dropped and counted, so that no request waits for it.
public final class RequestLog: Sendable {
  /// The most bytes that wait to be written.
  static let mostBytes = 1 << 20
  /// The time in which lines gather for one write.
  private static let pause = Duration.milliseconds(20)

  private final class File: Sendable {
    let descriptor: OwnedDescriptor

    init(_ descriptor: consuming OwnedDescriptor) {
      self.descriptor = descriptor
    }
  }

  private struct State {
    var lines: [UInt8] = []
    /// The file of further lines, until the thread has taken it.
    var next: File?
    /// The number of bytes that are for the file before it.
    var last = 0
    var isEnding = false
    var dropped = 0
    /// The reason for which lines are not written now.
    var failure: SystemCallError?
    /// Whether it was reported.
    var isReported = false
    var clock = LineClock()
  }

  /// The path; `nil` for standard output.
  private let path: String?
  private let state: Mutex<State>
  private let wakeup: WakeupEvent
  private let ended: WakeupEvent
  /// Distinguishes the ids of this process from those of others.
  private let seed = UInt64.random(in: 0 ... .max)
  private let made = Atomic<UInt64>(0)

  /// Opens the file at `path` to append to it, or standard output for `-`, and starts the thread.
  public init(_ path: String) throws(SystemCallError) {
    self.path = path == "-" ? nil : path
    wakeup = try WakeupEvent()
    ended = try WakeupEvent()
    let file =
      if path == "-" {
        File(try OwnedDescriptor(copying: STDOUT_FILENO))
      } else {
        File(try Self.open(path))
      }
    state = Mutex(State())
    _ = try BackgroundThread { self.writeLines(to: file) }
  }

  private static func open(_ path: String) throws(SystemCallError) -> OwnedDescriptor {
    let file = OwnedDescriptor(
      owning: try systemCall("open", on: path) {
        // Non-blocking, since a pipe without a reader would block the server for ever.
        unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o640)
      })
    let number = file.number
    let flags = try systemCall("fcntl") { fcntl(number, F_GETFL) }
    try systemCall("fcntl") { fcntl(number, F_SETFL, flags & ~O_NONBLOCK) }
    return file
  }

  /// Opens the file at the same path anew, such as after it was moved away.
  public func reopen() throws(SystemCallError) {
    guard let path else { return }
    let file = File(try Self.open(path))
    state.withLock { state in
      if state.next == nil { state.last = state.lines.count }
      state.next = file
    }
    wakeup.signal()
  }

  /// Writes what is left, for at most so long.
  public func close(within patience: Duration = .seconds(2)) {
    state.withLock { $0.isEnding = true }
    wakeup.signal()
    guard var poller = try? Poller(eventsAtOnce: 1),
      (try? poller.add(ended.descriptor.number, for: .reading, as: Poller.Token(0))) != nil
    else { return }
    _ = try? poller.wait(for: patience)
  }

  /// The number of lines that were not written.
  var dropped: Int { state.withLock { $0.dropped } }

  /// Returns what began or ended since the last call, for the operator; `nil` where nothing did.
  func news() -> String? {
    state.withLock { state in
      guard (state.failure != nil) != state.isReported else { return nil }
      state.isReported.toggle()
      return state.failure.map { "lines of the request log are lost: \($0)" }
        ?? "the request log is written again"
    }
  }
}

// MARK: The thread

extension RequestLog {
  private func writeLines(to first: File) {
    // A reader of standard output may leave.
    try? ThisThread.ignoreBrokenPipes()
    guard var poller = try? Poller(eventsAtOnce: 1),
      (try? poller.add(wakeup.descriptor.number, for: .reading, as: Poller.Token(0))) != nil
    else { return }
    var file = first
    var lines: [UInt8] = []
    var isCut = false
    var isLast = false
    while !isLast {
      _ = try? poller.wait(for: nil)
      wakeup.clear()
      lines.removeAll(keepingCapacity: true)
      let (next, last) = state.withLock { state in
        swap(&lines, &state.lines)
        isLast = state.isEnding
        defer { state.next = nil }
        return (state.next, state.last)
      }
      if let next {
        if last > 0 { write(Array(lines[..<last]), to: file, &isCut) }
        lines.removeFirst(last)
        file = next
        isCut = false
      }
      if !lines.isEmpty { write(lines, to: file, &isCut) }
      if !isLast { ThisThread.sleep(until: .now() + Self.pause) }
    }
    ended.signal()
  }

  private func write(_ lines: [UInt8], to file: File, _ isCut: inout Bool) {
    do throws(SystemCallError) {
      // What was cut off by a full disk stays a line of its own.
      if isCut { try file.descriptor.writeAll([UInt8(ascii: "\n")]) }
      try file.descriptor.writeAll(lines)
      isCut = false
      state.withLock { $0.failure = nil }
    } catch {
      isCut = true
      let lost = lines.count { $0 == UInt8(ascii: "\n") }
      state.withLock { state in
        state.failure = error
        state.dropped += lost
      }
    }
  }
}

// MARK: The lines

/// A request as its line in the log names it.
struct LoggedRequest {
  let id: String
  let method: WebMethod

  static let idField = "X-Request-Id"

  /// Whether an id from outside may stand in a log: a word of at most 64 letters, digits and `-_.=`.
  static func isSane(_ id: String) -> Bool {
    (1...64).contains(id.utf8.count)
      && id.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-_.=".utf8.contains(byte)
        }
      }
  }
}

extension RequestLog {
  /// Begins a request, under the id that it brought if it is sane, else under one of its own.
  func begin(_ method: WebMethod, id: String?) -> LoggedRequest {
    if let id, LoggedRequest.isSane(id) { return LoggedRequest(id: id, method: method) }
    let number = seed &+ made.add(1, ordering: .relaxed).oldValue
    // Another number for each; 15 digits stand in a string without memory of its own.
    let mixed = (number &* 0x9E37_79B9_7F4A_7C15) & (1 << 60 - 1)
    let digits = String(mixed, radix: 16)
    return LoggedRequest(
      id: String(repeating: "0", count: 15 - digits.utf8.count) + digits, method: method)
  }

  /// Adds the line of an answer, which has left or whose client has.
  func add(_ request: LoggedRequest, _ answer: WebAnswer, after time: Duration, isSent: Bool) {
    let response = answer.response
    append { line in
      line.append(#"","id":""#)
      line.append(contentsOf: request.id.utf8)
      line.append(#"","method":""#)
      line.append(contentsOf: request.method.rawValue.utf8)
      line.append(#"","route":""#)
      line.append(contentsOf: answer.meter.template.utf8)
      line.append(#"","status":"#)
      line.append(response.status.rawValue)
      line.append(#","bytes":"#)
      line.append(request.method == .head ? 0 : response.body.count)
      line.append(#","ms":"#)
      let microseconds = Int(max(0, time.nanoseconds / 1_000))
      line.append(microseconds / 1_000)
      line.append(UInt8(ascii: "."))
      line.append(microseconds % 1_000, digits: 3)
      line.append(isSent ? "}\n" : #","sent":false}"# + "\n")
    }
  }

  /// Adds the line of a request that the server itself refused.
  func add(refusal: String, _ status: Int) {
    append { line in
      line.append(#"","refused":""#)
      line.append(contentsOf: refusal.utf8)
      line.append(#"","status":"#)
      line.append(status)
      line.append("}\n")
    }
  }

  /// Adds a line, of which `write` gives what follows the time.
  private func append(_ write: (inout [UInt8]) -> Void) {
    let now = WallTime.now()
    let isFirst = state.withLock { state in
      guard state.lines.count < Self.mostBytes else {
        state.dropped += 1
        return false
      }
      let isFirst = state.lines.isEmpty
      state.lines.append(#"{"time":""#)
      state.clock.write(now, to: &state.lines)
      write(&state.lines)
      return isFirst
    }
    if isFirst { wakeup.signal() }
  }
}

/// Writes moments in UTC, such as `2026-02-12T09:30:00.125Z`, and works out each second once.
private struct LineClock {
  private var second: Int64 = -1
  private var text: [UInt8] = []

  mutating func write(_ milliseconds: Int64, to line: inout [UInt8]) {
    let now = milliseconds / 1_000
    if now != second {
      second = now
      var seconds = time_t(now)
      var parts = unsafe tm()
      unsafe gmtime_r(&seconds, &parts)
      text.removeAll(keepingCapacity: true)
      let numbers = unsafe [
        (parts.tm_year + 1900, 4, "-"), (parts.tm_mon + 1, 2, "-"), (parts.tm_mday, 2, "T"),
        (parts.tm_hour, 2, ":"), (parts.tm_min, 2, ":"), (parts.tm_sec, 2, "."),
      ]
      for (number, digits, mark) in numbers {
        text.append(Int(number), digits: digits)
        text.append(contentsOf: mark.utf8)
      }
    }
    line.append(contentsOf: text)
    line.append(Int(milliseconds % 1_000), digits: 3)
    line.append(UInt8(ascii: "Z"))
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ text: String) { append(contentsOf: text.utf8) }

  /// Appends a number of at least 0 in decimal, with at least so many digits.
  fileprivate mutating func append(_ number: Int, digits: Int = 1) {
    var (power, count) = (1, 1)
    while number >= 10 * power || count < digits {
      power *= 10
      count += 1
    }
    while power > 0 {
      append(UInt8(ascii: "0") + UInt8(number / power % 10))
      power /= 10
    }
  }
}
