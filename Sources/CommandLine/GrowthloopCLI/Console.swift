import Foundation

/// Where a command reads and writes; tests put memory in its place.
public protocol Console: AnyObject {
  /// Reads more bytes of the input; empty at its end.
  func read() throws -> [UInt8]
  /// Writes to the output: results, and nothing else.
  func write(_ text: String) throws
  /// Writes what is not a result.
  func complain(_ text: String)
  /// Hands on what has been written so far.
  func flush() throws
  /// Whether someone types the input.
  var inputIsTerminal: Bool { get }
  /// The columns that a line of the output has: those of the terminal, or 100 where nobody watches.
  var width: Int { get }
  /// The value of a variable of the environment.
  func variable(_ name: String) -> String?
  /// Puts a line about progress in place of the one before; empty takes it away. Nothing is shown where
  /// nobody watches.
  func show(progress: String)
  /// The file of the tool itself, to start parts of it in processes of their own.
  var tool: String { get }
  /// Calls `action` whenever somebody wants no more, as by Ctrl-C, for as long as the answer lives.
  func watchForInterrupts(_ action: @escaping @Sendable () -> Void) -> AnyObject?
}

extension Console {
  public var width: Int { 100 }
  public func show(progress: String) {}
  public func watchForInterrupts(_ action: @escaping @Sendable () -> Void) -> AnyObject? { nil }
}

/// A failure to read or write.
struct InputOutputError: Error, CustomStringConvertible {
  let description: String
}

/// The console of the process.
public final class StandardConsole: Console {
  private var pending: [UInt8] = []

  /// Whoever starts us may have closed what we are to write to: no file that we open gets its number.
  public init() {
    repeat {
      let descriptor = unsafe open("/dev/null", O_RDONLY)
      if descriptor > STDERR_FILENO { close(descriptor) }
      guard (0...STDERR_FILENO).contains(descriptor) else { break }
    } while true
  }

  /// Returns as soon as anything is there: whoever talks to us line by line waits for answers.
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
    pending.append(contentsOf: text.utf8)
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

  /// What the system says of its last failure.
  private static var reason: String { unsafe String(cString: strerror(errno)) }

  public func complain(_ text: String) {
    // Nobody is left to tell when this fails.
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
  }

  public var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  public var width: Int { columns(of: STDOUT_FILENO) }

  private func columns(of descriptor: Int32) -> Int {
    guard isatty(descriptor) == 1 else { return 100 }
    if let columns = variable("COLUMNS").flatMap({ Int($0) }), columns > 0 { return columns }
    var size = winsize()
    let isKnown = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 100
  }

  public func show(progress: String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    // To the beginning of the line, and what stood there is gone: a second line would stay.
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
