internal import GrowthloopTransport

/// The final lines of an export that were not delivered yet, in order.
///
/// How far they were delivered is in a file beside the lines, replaced after each delivery. After a
/// crash in between the same lines are delivered again, and none is left out.
public final class ExportOutbox {
  /// Whole lines that follow each other.
  public struct Batch: Sendable {
    public let text: [UInt8]
    public let lines: Int
    /// The length of the export with them.
    public let end: Int
    /// The number of the last line.
    let last: String
  }

  private let log: ExportLog
  private let mark: SmallFile
  /// The length of the lines that were delivered.
  public private(set) var delivered = 0

  /// Continues after the last delivery; the store that writes the export must be open.
  public init(_ log: ExportLog) throws(StoreError) {
    self.log = log
    mark = SmallFile("\(log.path).delivered")
    let content = try accessing { () throws(SystemCallError) in try mark.read() }
    guard let content else { return }
    let words = String(decoding: content, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let length = Int(words[0]), (1...log.finalLength).contains(length),
      try endsLine(String(words[1]), at: length)
    else {
      throw .corrupt(
        path: mark.path,
        finding: "it names no line of '\(log.path)': without it, all lines are delivered again")
    }
    delivered = length
  }

  /// The number of bytes that wait.
  public var waiting: Int { log.finalLength - delivered }

  /// Returns the next lines, as many as fit into `bytes`, and at least one; `nil` if none wait.
  public func next(atMost bytes: Int) throws(StoreError) -> Batch? {
    var room = bytes
    while waiting > 0 {
      let text = try log.finalBytes(room, at: delivered)
      guard let end = text.lastIndex(of: UInt8(ascii: "\n")) else {
        // One line is longer than that.
        guard text.count == room else { break }
        room *= 2
        continue
      }
      let lines = text[...end].split(separator: UInt8(ascii: "\n"))
      guard let last = lines.last.flatMap(ExportLog.id) else { break }
      return Batch(
        text: Array(text[...end]), lines: lines.count, end: delivered + end + 1, last: last)
    }
    guard waiting == 0 else {
      throw .corrupt(path: log.path, finding: "a line after byte \(delivered) is no event")
    }
    return nil
  }

  /// Keeps that the lines were delivered.
  public func keep(_ batch: Batch) throws(StoreError) {
    try accessing { () throws(SystemCallError) in
      try mark.replace(with: Array("\(batch.end) \(batch.last)\n".utf8))
    }
    delivered = batch.end
  }

  /// Whether the line of that number ends there.
  private func endsLine(_ id: String, at end: Int) throws(StoreError) -> Bool {
    let start = max(0, end - ExportLog.mostOfTurn)
    let bytes = try log.finalBytes(end - start, at: start)
    guard bytes.last == UInt8(ascii: "\n") else { return false }
    let line = bytes.dropLast().split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).last
    return line.flatMap(ExportLog.id) == id
  }

  private func accessing<Answer>(
    _ body: () throws(SystemCallError) -> Answer
  ) throws(StoreError) -> Answer {
    do throws(SystemCallError) {
      return try body()
    } catch {
      throw StoreError(error.number, in: error.call, of: mark.path)
    }
  }
}
