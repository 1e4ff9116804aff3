internal import GrowthloopTransport
import Synchronization

/// A file of exported events, a line of JSON each, that grows with the turns of a store.
///
/// The lines of a turn are on the disk before the turn is durable, so none is lost. The number of a
/// line begins with that of its turn: the next start removes the lines of a turn that never became
/// durable, so none is invented. One file belongs to one store.
public final class ExportLog: @unchecked Sendable {
  public let path: String
  // Only the thread of the store writes; the journal's thread syncs, between begin and end of a
  // commit.
  private let file: DiskFile
  /// The length of all lines of durable turns, and with those of the turn under way.
  private var length = 0
  private var written = 0
  private let isDirty = Atomic(false)
  /// The length of the lines of durable turns, for the thread that delivers them.
  private let final = Atomic(0)

  /// The most bytes of one turn's lines, of which a start reads as many.
  static let mostOfTurn = 16 << 20

  /// Opens the file, and makes it if there is none.
  public init(_ path: String) throws(StoreError) {
    self.path = path
    file = try DiskFile(path, .growing)
  }

  /// Removes the lines of turns after `turn`, the last durable one, and a torn line.
  func goOn(after turn: UInt64) throws(StoreError) {
    let end = try file.length()
    let start = max(0, end - Self.mostOfTurn)
    let tail = try file.bytes(end - start, at: start)
    var lines = tail.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // What follows the last line end is torn, or nothing.
    let torn = lines.popLast() ?? []
    guard
      torn.prefix(Self.beginning.utf8.count).elementsEqual(
        Self.beginning.utf8.prefix(torn.count))
    else { throw foreign }
    var kept = end - torn.count
    while let line = lines.popLast() {
      guard let number = Self.turn(of: line) else { throw foreign }
      guard number > turn else { break }
      guard number == turn + 1 else {
        throw .corrupt(
          path: path, finding: "its events are those of another store: name another file")
      }
      kept -= line.count + 1
    }
    if kept < end { try file.truncate(to: kept) }
    (length, written) = (kept, kept)
    final.store(kept, ordering: .releasing)
  }

  /// The length of the lines of durable turns, which no start removes.
  public var finalLength: Int { final.load(ordering: .acquiring) }

  /// Reads final bytes, from any thread.
  func finalBytes(_ count: Int, at place: Int) throws(StoreError) -> [UInt8] {
    try file.bytes(min(count, finalLength - place), at: place)
  }

  private var foreign: StoreError {
    .corrupt(
      path: path, finding: "its last lines are no events of this service: name another file")
  }

  /// Appends the events of a turn, whose commit begins.
  func append(_ events: [String], of turn: UInt64) throws(StoreError) {
    if written > length {
      try file.truncate(to: length)
      written = length
      isDirty.store(true, ordering: .releasing)
    }
    guard !events.isEmpty else { return }
    var text = ""
    for (place, event) in events.enumerated() {
      text += "\(Self.beginning)\(turn).\(place)\",\(event.dropFirst())\n"
    }
    guard text.utf8.count <= Self.mostOfTurn else {
      throw .inputOutput(path: path, call: "write", reason: "one turn has too many events")
    }
    written = length + text.utf8.count
    try file.write(Array(text.utf8), at: length)
    isDirty.store(true, ordering: .releasing)
  }

  /// Returns when the lines of the turn are on the disk.
  func sync() throws(StoreError) {
    guard isDirty.exchange(false, ordering: .acquiring) else { return }
    do throws(StoreError) {
      try file.sync()
    } catch {
      isDirty.store(true, ordering: .releasing)
      throw error
    }
  }

  /// Keeps the lines of a turn that has become durable.
  func commit() {
    length = written
    final.store(length, ordering: .releasing)
  }

  /// Removes the lines of a turn that was reverted; if that fails, the next turn or start does.
  func takeBack() {
    guard written > length else { return }
    do throws(StoreError) {
      try file.truncate(to: length)
      written = length
      // The next turn gets the same number: none of these lines may come back.
      isDirty.store(true, ordering: .releasing)
    } catch {}
  }

  private static let beginning = "{\"id\":\""

  /// The turn in the number of a line; `nil` for a line that is none of this file.
  private static func turn(of line: ArraySlice<UInt8>) -> UInt64? {
    id(of: line).flatMap { UInt64($0.prefix { $0 != "." }) }
  }

  /// The number of a line: that of its turn, and its place there; `nil` for a line without.
  static func id(of line: ArraySlice<UInt8>) -> String? {
    guard line.starts(with: beginning.utf8) else { return nil }
    let id = line.dropFirst(beginning.utf8.count).prefix { $0 != UInt8(ascii: "\"") }
    return String(decoding: id, as: UTF8.self)
  }
}

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
