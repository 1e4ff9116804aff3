/// The replications of a simulation, as `replications.csv` holds them.
public struct ReplicationTable: Sendable, Hashable {
  /// A file that is not such a table.
  public struct Mistake: Error, Hashable, CustomStringConvertible {
    public let line: Int
    public let words: String
    public var description: String { "line \(line): \(words)" }
  }

  /// One replication: its results under one seed.
  public struct Row: Sendable, Hashable {
    public let number: Int
    public let digest: String
    /// In the order of the metrics; `nil` where one is not defined.
    public let values: [Double?]
  }

  /// The keys of the metrics.
  public let metrics: [String]
  public let rows: [Row]

  private static let leading = ["replication", "events", "digest"]

  /// Reads the table, whose cells are numbers and names without quotes.
  public init(_ text: String) throws(Mistake) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    guard let header = lines.first, Array(header.prefix(3)) == Self.leading else {
      throw Mistake(line: 1, words: "must begin with '\(Self.leading.joined(separator: ","))'")
    }
    metrics = Array(header.dropFirst(3))
    var rows: [Row] = []
    for (number, cells) in lines.enumerated().dropFirst() where cells != [""] {
      guard cells.count == header.count, let replication = Int(cells[0]) else {
        throw Mistake(
          line: number + 1, words: "must have a replication's number and \(header.count) cells")
      }
      var values: [Double?] = []
      for cell in cells.dropFirst(3) {
        let value = Double(cell)
        guard value != nil || cell.isEmpty else {
          throw Mistake(line: number + 1, words: "'\(cell)' must be a number")
        }
        values.append(value)
      }
      rows.append(Row(number: replication, digest: cells[2], values: values))
    }
    self.rows = rows
  }
}
