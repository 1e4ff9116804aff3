import Dispatch
import Foundation
public import GrowthloopFindings
import Synchronization

/// The input and output of a command; tests substitute memory.
public protocol Console: AnyObject {
  /// Reads more bytes of the input; empty at its end.
  func read() throws -> [UInt8]
  /// Writes results to the output.
  func write(_ text: String) throws
  /// Writes a message that is not a result.
  func complain(_ text: String)
  /// Writes all buffered output.
  func flush() throws
  /// Whether the input is a terminal.
  var inputIsTerminal: Bool { get }
  /// The form of the output: that of the terminal, or plain without one.
  var form: TextForm { get }
  /// Leaves out colour from here on.
  func dropColour()
  /// Returns the value of an environment variable.
  func variable(_ name: String) -> String?
  /// Replaces the lines of progress; an empty text removes them.
  ///
  /// It shows nothing without a terminal.
  func show(progress: String)
  /// The columns of the terminal that shows progress; `nil` without one.
  var progressWidth: Int? { get }
  /// The executable of the tool, for starting parts of it in separate processes.
  var tool: String { get }
  /// Calls `action` at every interrupt, such as Ctrl-C, while the returned object exists.
  func watchForInterrupts(_ action: @escaping @Sendable () -> Void) -> AnyObject?
}

extension Console {
  public var form: TextForm { .plain }
  public func dropColour() {}
  /// The columns of text that is always wrapped: those of the terminal, or 100 without one.
  public var width: Int { form.width ?? 100 }
  public func show(progress: String) {}
  public var progressWidth: Int? { nil }
  public func watchForInterrupts(_ action: @escaping @Sendable () -> Void) -> AnyObject? { nil }
}

/// A failure to read or write.
package struct InputOutputError: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

/// The console of the process.
public final class StandardConsole: Console {
  private var pending: [UInt8] = []
  private var mayColour = true
  /// The lines of progress that stand on the terminal.
  private var progress: [Substring] = []

  /// Creates the console.
  ///
  /// A file that reaches the limit of the process then fails to be written, with words, where a
  /// signal would end the process. The parent process may have closed standard descriptors; /dev/null takes their numbers, so
  /// that no opened file receives one.
  public init() {
    signal(SIGXFSZ, SIG_IGN)
    repeat {
      let descriptor = unsafe open("/dev/null", O_RDONLY)
      if descriptor > STDERR_FILENO { close(descriptor) }
      guard (0...STDERR_FILENO).contains(descriptor) else { break }
    } while true
  }

  /// Reads as soon as any byte is available, because an interactive client waits for responses.
  public func read() throws -> [UInt8] {
    try unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      repeat {
        count = unsafe Foundation.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
      } while count < 0 && errno == EINTR
      guard count >= 0 else {
        count = 0
        throw InputOutputError(description: "cannot read the input: \(Self.reason)")
      }
    }
  }

  public func write(_ text: String) throws {
    pending.append(contentsOf: form.printable(text).utf8)
    if pending.count >= 1 << 16 { try flush() }
  }

  public func flush() throws {
    guard !pending.isEmpty else { return }
    defer { pending.removeAll(keepingCapacity: true) }
    var rest = pending[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { bytes in
        unsafe Foundation.write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
      }
      if written < 0, errno == EINTR { continue }
      guard written >= 0 else {
        throw InputOutputError(description: "cannot write the output: \(Self.reason)")
      }
      rest = rest.dropFirst(written)
    }
  }

  /// The system's text for its last error.
  private static var reason: String { unsafe String(cString: strerror(errno)) }

  public func complain(_ text: String) {
    let below = progress.joined(separator: "\n")
    show(progress: "")
    defer { show(progress: below) }
    // A failure here cannot be reported anywhere.
    let form = form(of: STDERR_FILENO)
    let painted = form.printable(text).replacing("error:", with: form.painted("error:", .bad))
      .replacing("warning:", with: form.painted("warning:", .open))
    try? FileHandle.standardError.write(contentsOf: Data((painted + "\n").utf8))
  }

  public var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  public var form: TextForm { form(of: STDOUT_FILENO) }

  public func dropColour() { mayColour = false }

  /// Colour is left out of what is no terminal, of `TERM=dumb`, and where `NO_COLOR` has any value
  /// (no-color.org).
  private func form(of descriptor: Int32) -> TextForm {
    guard isatty(descriptor) == 1 else { return .plain }
    let hasColour =
      mayColour && (variable("NO_COLOR") ?? "").isEmpty && variable("TERM") != "dumb"
    return TextForm(width: columns(of: descriptor), hasColour: hasColour)
  }

  private func columns(of descriptor: Int32) -> Int {
    if let columns = variable("COLUMNS").flatMap({ Int($0) }), columns > 0 { return columns }
    var size = winsize()
    let isKnown = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 100
  }

  public var progressWidth: Int? {
    isatty(STDERR_FILENO) == 1 ? columns(of: STDERR_FILENO) : nil
  }

  public func show(progress text: String) {
    guard let width = progressWidth else { return }
    let lines = text.split(separator: "\n")
    guard !lines.isEmpty || !progress.isEmpty else { return }
    // Returns to the beginning of the first line and erases all: what wraps would remain.
    let up = progress.count > 1 ? "\u{1B}[\(progress.count - 1)A" : ""
    let shown = lines.map { $0.prefix(width - 1) }.joined(separator: "\n")
    try? FileHandle.standardError.write(contentsOf: Data("\r\(up)\u{1B}[J\(shown)".utf8))
    progress = lines
  }

  public var tool: String { Bundle.main.executablePath ?? CommandLine.arguments[0] }

  public func watchForInterrupts(_ action: @escaping @Sendable () -> Void) -> AnyObject? {
    InterruptWatch(action)
  }

  public func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }
}

extension Console {
  /// Waits for asynchronous work, which an interrupt cancels, and shows `progress` meanwhile.
  ///
  /// The waiting thread is the caller's own, not one of the cooperative pool.
  ///
  /// - Throws: The error of `body`; `InterruptedEarly` where the work kept nothing of what it had.
  package func wait<Outcome: Sendable>(
    showing progress: (Duration) -> String,
    for body: @escaping @Sendable () async throws -> Outcome
  ) throws -> Outcome {
    let done = DispatchSemaphore(value: 0)
    let result = AsyncResult<Outcome>()
    let task = Task.detached {
      do {
        let outcome = try await body()
        result.value.withLock { $0 = .success(outcome) }
      } catch {
        result.value.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    let watch = watchForInterrupts { task.cancel() }
    let clock = ContinuousClock()
    let start = clock.now
    while done.wait(timeout: .now() + .milliseconds(200)) == .timedOut {
      show(progress: progress(start.duration(to: clock.now)))
    }
    show(progress: "")
    return try withExtendedLifetime(watch) {
      guard let result = result.value.withLock({ $0 }) else {
        preconditionFailure("the work ended and left nothing")
      }
      do {
        return try result.get()
      } catch is CancellationError {
        throw InterruptedEarly()
      }
    }
  }
}

/// The result of asynchronous work, for the thread that waits for it.
private final class AsyncResult<Outcome: Sendable>: Sendable {
  let value = Mutex<Result<Outcome, any Error>?>(nil)
}

/// A file that a command reads: a regular one of limited length.
///
/// A device or a pipe may never end, and a file that is too long would exhaust the memory.
package struct InputFile {
  /// The default limit, above the size of any file that a command writes.
  package static let most = 1 << 30

  private let path: String
  private let handle: FileHandle
  private let most: Int
  private var count = 0

  /// Opens the file at `path`; no output of the command takes the place of an input.
  ///
  /// - Throws: `InputOutputError` if it is not a regular file, or cannot be read.
  package init(_ path: String, most: Int = InputFile.most, isInput: Bool = true) throws {
    if isInput { FilesInUse.note(path, as: .read) }
    self.path = path
    self.most = most
    // Checked before opening: opening a pipe waits for its writer.
    if let obstacle = FileErrorText.toReading(path) { throw Self.error(path, obstacle) }
    do {
      handle = try FileHandle(forReadingFrom: URL(filePath: path))
    } catch {
      throw Self.error(path, FileErrorText.toReading(path, error))
    }
  }

  /// Returns all bytes of the file at `path`.
  package static func bytes(
    of path: String, most: Int = InputFile.most, isInput: Bool = true
  ) throws -> [UInt8] {
    var file = try InputFile(path, most: most, isInput: isInput)
    var bytes: [UInt8] = []
    while true {
      let part = try file.next()
      guard !part.isEmpty else { return bytes }
      bytes += part
    }
  }

  /// Returns the next bytes, at most `length`; none at the end.
  ///
  /// - Throws: `InputOutputError` where the file exceeds its limit.
  package mutating func next(_ length: Int = 1 << 18) throws -> [UInt8] {
    let part: Data
    do {
      part = try handle.read(upToCount: length) ?? Data()
    } catch {
      throw Self.error(path, FileErrorText.toReading(path, error))
    }
    count += part.count
    guard count <= most else { throw Self.error(path, Self.tooLong(most)) }
    return Array(part)
  }

  /// Returns the sentence that an input exceeds the limit.
  package static func tooLong(_ most: Int) -> String {
    let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")]
    let (size, unit) = units.first { most >= $0.0 } ?? (1, "bytes")
    return "it is longer than the limit of \(most / size) \(unit)"
  }

  private static func error(_ path: String, _ obstacle: String) -> InputOutputError {
    InputOutputError(description: "'\(path)' cannot be read: \(obstacle)")
  }
}

/// A file that a command reads, or the standard input; of limited length, since some never end.
package struct InputSource {
  /// What messages call it.
  package let name: String
  private let most: Int
  private var file: InputFile?
  private var count = 0

  /// Opens the file at `path`; `-` is the standard input.
  package init(_ path: String, most: Int = InputFile.most) throws {
    name = path == "-" ? "standard input" : path
    file = path == "-" ? nil : try InputFile(path, most: most)
    self.most = most
  }

  /// Returns the next bytes; none at the end.
  ///
  /// - Throws: `InputOutputError` where the input cannot be read, or exceeds its limit.
  package mutating func next(on console: any Console) throws -> [UInt8] {
    if let part = try file?.next() { return part }
    let part = try console.read()
    count += part.count
    guard count <= most else {
      throw InputOutputError(
        description: "the standard input cannot be read: \(InputFile.tooLong(most))")
    }
    return part
  }
}

/// A flag that an interrupt sets, for work in several parts.
package final class Interrupt: Sendable {
  private struct State {
    var isWanted = false
    var action: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Calls `body` with an interrupt that the console's user can set.
  package static func watching<Answer>(
    _ console: any Console, _ body: (Interrupt) throws -> Answer
  ) rethrows -> Answer {
    let interrupt = Interrupt()
    let watch = console.watchForInterrupts { interrupt.set() }
    defer { console.show(progress: "") }
    return try withExtendedLifetime(watch) { try body(interrupt) }
  }

  package var isSet: Bool { state.withLock { $0.isWanted } }

  /// Throws `InterruptedEarly` after an interrupt.
  package func check() throws(InterruptedEarly) { if isSet { throw InterruptedEarly() } }

  private func set() {
    let action = state.withLock { state in
      state.isWanted = true
      return state.action
    }
    action?()
  }

  /// Sets the only action at an interrupt; calls it at once after one.
  package func onInterrupt(_ action: @escaping @Sendable () -> Void) {
    let isWanted = state.withLock { state in
      state.action = action
      return state.isWanted
    }
    if isWanted { action() }
  }
}

/// An interrupt before the first result.
package struct InterruptedEarly: Error, CustomStringConvertible {
  package init() {}

  package var description: String { "interrupted before anything was measured" }
}

/// A handler that replaces the default action of SIGINT and SIGTERM while it exists.
package final class InterruptWatch {
  private typealias Handler = @convention(c) (Int32) -> Void

  /// By signal, the number of watches, and the dispatcher's handler from the first one on: it installs it
  /// once.
  private static let state = Mutex([Int32: (living: Int, handler: Handler?)]())
  // A queue of its own always gets a thread, also where all others wait.
  private static let queue = DispatchQueue(label: "growthloop.interrupts")
  private let signals: [Int32]
  private let sources: [any DispatchSourceSignal]
  /// Left by each source when the dispatcher has given it up.
  private let ending = DispatchGroup()

  package init(of signals: [Int32] = [SIGINT, SIGTERM], _ action: @escaping @Sendable () -> Void) {
    self.signals = signals
    Self.state.withLock { state in
      for number in signals {
        var one = state[number] ?? (0, nil)
        // Otherwise the process would end before a source receives the signal.
        if one.living == 0 { signal(number, one.handler ?? SIG_IGN) }
        one.living += 1
        state[number] = one
      }
    }
    // Until the dispatcher has the source, a signal would be lost.
    let starting = DispatchGroup()
    sources = signals.map { [ending] number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: Self.queue)
      source.setEventHandler(handler: action)
      starting.enter()
      source.setRegistrationHandler { starting.leave() }
      ending.enter()
      source.setCancelHandler { ending.leave() }
      source.resume()
      return source
    }
    starting.wait()
  }

  deinit {
    for source in sources { source.cancel() }
    ending.wait()
    Self.state.withLock { state in
      for number in signals {
        guard var one = state[number] else { continue }
        one.living -= 1
        if one.living == 0 { one.handler = signal(number, SIG_DFL) }
        state[number] = one
      }
    }
  }
}
