internal import GrowthloopFindings
public import GrowthloopTransport

/// The two files of the clock in a data folder: its record and an operator's correction.
public struct ClockFolder: Hashable, Sendable {
  public let path: String

  public init(_ path: String) {
    self.path = path
  }

  private var recordFile: SmallFile { SmallFile("\(path)/clock.json") }
  private var wordFile: SmallFile { SmallFile("\(path)/clock-word.json") }

  /// An error of the clock's files.
  public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system refused a call.
    case inaccessible(SystemCallError)
    /// The content has another format.
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
  /// Returns the stored record; `nil` for none.
  public func record() throws(Problem) -> ClockRecord? {
    try read(recordFile) { ClockRecord($0) }
  }

  /// Stores the record.
  public func keep(_ record: ClockRecord) throws(Problem) { try write(record.json, to: recordFile) }

  /// Returns the correction that the service has not applied; `nil` for none.
  public func word() throws(Problem) -> OperatorWord? { try read(wordFile) { OperatorWord($0) } }

  /// Stores a correction for the service.
  public func leave(_ word: OperatorWord) throws(Problem) { try write(word.json, to: wordFile) }

  /// Removes the correction.
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
