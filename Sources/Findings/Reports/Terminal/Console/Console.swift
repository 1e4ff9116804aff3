import Foundation
public import GrowthloopFindings

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
  /// Replaces the line of progress; an empty text removes it.
  ///
  /// It shows nothing without a terminal.
  func show(progress: String)
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

  public func show(progress: String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    // Returns to the beginning of the line and erases it: a wrapped second line would remain.
    let line = progress.prefix(columns(of: STDERR_FILENO) - 1)
    try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[2K\(line)".utf8))
  }

  public var tool: String { Bundle.main.executablePath ?? CommandLine.arguments[0] }

  public func watchForInterrupts(_ action: @escaping @Sendable () -> Void) -> AnyObject? {
    InterruptWatch(action)
  }

  public func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }
}
