internal import JSON
public import LinuxIO

/// The two files of a data folder by which the service's clock outlives the service, and is set right.
public struct ClockFolder: Hashable, Sendable {
  public let path: String

  public init(_ path: String) {
    self.path = path
  }

  private var recordFile: SmallFile { SmallFile("\(path)/clock.json") }
  private var wordFile: SmallFile { SmallFile("\(path)/clock-word.json") }

  /// Why a file of the clock cannot be used.
  public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system refused a call.
    case inaccessible(SystemCallError)
    /// The content is none that this release writes.
    case unreadable(path: String)

    public var description: String {
      switch self {
      case .inaccessible(let error): "\(error)"
      case .unreadable(let path):
        "\(path) is not what this release writes, and is ignored"
      }
    }
  }
}

extension ClockFolder {
  /// What the service kept of its clock; `nil` for nothing.
  public func record() throws(Problem) -> ClockRecord? {
    try read(recordFile) { ClockRecord($0) }
  }

  /// Keeps it.
  public func keep(_ record: ClockRecord) throws(Problem) { try write(record.json, to: recordFile) }

  /// What an operator said and the service has not taken yet; `nil` for nothing.
  public func word() throws(Problem) -> OperatorWord? { try read(wordFile) { OperatorWord($0) } }

  /// Leaves it for the service.
  public func leave(_ word: OperatorWord) throws(Problem) { try write(word.json, to: wordFile) }

  /// Removes it.
  public func removeWord() throws(Problem) {
    do { try wordFile.remove() } catch { throw .inaccessible(error) }
  }

  private func read<Value>(
    _ file: SmallFile, _ value: (JSONValue) -> Value?
  ) throws(Problem) -> Value? {
    let bytes: [UInt8]?
    do { bytes = try file.read() } catch { throw .inaccessible(error) }
    guard let bytes else { return nil }
    guard let json = try? JSONParser.parse(bytes), let value = value(json) else {
      throw .unreadable(path: file.path)
    }
    return value
  }

  private func write(_ json: JSONValue, to file: SmallFile) throws(Problem) {
    do {
      try file.replace(with: Array((json.json + "\n").utf8))
    } catch {
      throw .inaccessible(error)
    }
  }
}
