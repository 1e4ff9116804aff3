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
  /// The value of a variable of the environment.
  func variable(_ name: String) -> String?
}

/// A failure to read or write.
struct InputOutputError: Error, CustomStringConvertible {
  let description: String
}

/// The console of the process.
public final class StandardConsole: Console {
  private var pending: [UInt8] = []

  public init() {}

  public func read() throws -> [UInt8] {
    do {
      return Array(try FileHandle.standardInput.read(upToCount: 1 << 16) ?? Data())
    } catch {
      throw InputOutputError(description: "cannot read the input: \(error.localizedDescription)")
    }
  }

  public func write(_ text: String) throws {
    pending.append(contentsOf: text.utf8)
    if pending.count >= 1 << 16 { try flush() }
  }

  public func flush() throws {
    guard !pending.isEmpty else { return }
    defer { pending.removeAll(keepingCapacity: true) }
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(pending))
    } catch {
      throw InputOutputError(description: "cannot write the output: \(error.localizedDescription)")
    }
  }

  public func complain(_ text: String) {
    // Nobody is left to tell when this fails.
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
  }

  public var inputIsTerminal: Bool { isatty(FileHandle.standardInput.fileDescriptor) == 1 }

  public func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }
}
