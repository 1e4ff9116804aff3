/// The rows of comma-separated values (RFC 4180), read by the names of the columns.
public struct CSVRows {
  public let header: [String]
  public let rows: [Row]

  public struct Row {
    fileprivate let cells: [String: String]
    fileprivate let place: String

    public func text(_ column: String) throws -> String {
      guard let text = cells[column] else {
        throw UnreadableRun("\(place): there is no column '\(column)'")
      }
      return text
    }

    public func number(_ column: String) throws -> Double {
      guard let number = try optionalNumber(column) else {
        throw UnreadableRun("\(place): '\(column)' is empty")
      }
      return number
    }

    /// The number; `nil` where the cell is empty.
    public func optionalNumber(_ column: String) throws -> Double? {
      let text = try text(column)
      guard !text.isEmpty else { return nil }
      guard let number = Double(text), number.isFinite else {
        throw UnreadableRun("\(place): '\(column)' must be a number, not '\(text)'")
      }
      return number
    }
  }

  public init(_ text: String, of file: String) throws {
    var records = Self.records(text)
    guard !records.isEmpty else { throw UnreadableRun("\(file) is empty") }
    let header = records.removeFirst()
    self.header = header
    rows = try records.enumerated().map { place, cells in
      guard cells.count == header.count else {
        throw UnreadableRun(
          "\(file), row \(place + 1) has \(cells.count) cells under \(header.count) names")
      }
      let named = Dictionary(zip(header, cells), uniquingKeysWith: { first, _ in first })
      return Row(cells: named, place: "\(file), row \(place + 1)")
    }
  }

  private static func records(_ text: String) -> [[String]] {
    var records: [[String]] = []
    var record: [String] = []
    var cell: [UInt8] = []
    var isQuoted = false
    var bytes = Array(text.utf8)[...]
    func take() -> String { String(decoding: cell, as: UTF8.self) }
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        if isQuoted, bytes.first == byte {
          cell.append(bytes.removeFirst())
        } else {
          isQuoted.toggle()
        }
      case UInt8(ascii: ",") where !isQuoted:
        record.append(take())
        cell = []
      case UInt8(ascii: "\n") where !isQuoted:
        records.append(record + [take()])
        (record, cell) = ([], [])
      case UInt8(ascii: "\r") where !isQuoted: break
      default: cell.append(byte)
      }
    }
    if !record.isEmpty || !cell.isEmpty { records.append(record + [take()]) }
    return records
  }
}
