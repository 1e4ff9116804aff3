import GrowthloopFindings
import GrowthloopPlans
import GrowthloopReports

/// The events of a file: JSON Lines, or a CSV with a header.
struct ObservedEvents {
  let stages: [String: FunnelStage]
  let keys, times, names: [String]
  private(set) var events = FunnelEvents()
  /// The events of each name that is no stage.
  private var leftOut: [String: Int] = [:]
  private var mistakes: [String] = []
  private var mistakeCount = 0

  init(stages: [String: FunnelStage], keys: [String], times: [String], names: [String]) {
    self.stages = stages
    self.keys = keys
    self.times = times
    self.names = names
  }

  private static let longestLine = 1 << 20
  private static let mostComplaints = 20

  /// Reads the file at `path`; `-` is the standard input.
  ///
  /// - Throws: `UnfitInput` with all mistakes.
  mutating func read(_ path: String, on console: any Console) throws {
    var source = try InputSource(path, most: .max)
    let name = source.name
    var lines = LineReader(limit: Self.longestLine)
    var header: [String]?
    var separator: Character = ","
    var isJSON: Bool?
    var number = 0
    while let line = try lines.next(reading: { try source.next(on: console) }) {
      number += 1
      guard case .whole(let bytes) = line, let text = String(validating: bytes, as: UTF8.self)
      else {
        refuse("the line is longer than \(Self.longestLine >> 10) KiB, or no UTF-8", name, number)
        continue
      }
      guard !text.isEmpty else { continue }
      let reads = isJSON ?? text.hasPrefix("{")
      isJSON = reads
      if reads {
        readJSON(bytes, name, number)
      } else if let header {
        readRow(text, separator, header, name, number)
      } else {
        separator = CSVLine.separator(of: text)
        header = CSVLine.cells(of: text, separatedBy: separator)
      }
    }
    guard mistakes.isEmpty else {
      let more = mistakeCount - mistakes.count
      throw UnfitInput(
        description: (mistakes + (more > 0 ? ["and \(more) more such lines"] : []))
          .joined(separator: "\n"))
    }
    guard let (first, last) = events.span, events.days > FunnelTable.mostDays else { return }
    throw UnfitInput(
      description: """
        \(last.place): error: '\(last.text)' is \(events.days - 1) days after '\(first.text)' \
        (\(first.place)), and a table has at most \(FunnelTable.mostDays) days
        Correct the moment that is wrong, or leave out its line; a clock that was never set says 1970.
        """)
  }

  private mutating func refuse(_ problem: String, _ name: String, _ line: Int) {
    mistakeCount += 1
    if mistakes.count < Self.mostComplaints {
      mistakes.append("\(name):\(line): error: \(problem)")
    }
  }

  private mutating func readJSON(_ bytes: [UInt8], _ name: String, _ line: Int) {
    guard let value = try? JSONParser.parse(bytes), case .object(let members) = value else {
      return refuse("the line is no JSON object", name, line)
    }
    // Properties stand beside the event's own members, or below them.
    var fields = members
    for nested in ["properties", "props", "params"] {
      guard case .object(let inner)? = members[nested] else { continue }
      fields.merge(inner) { own, _ in own }
    }
    add({ fields[$0]?.word }, name, line)
  }

  private mutating func readRow(
    _ text: String, _ separator: Character, _ header: [String], _ name: String, _ line: Int
  ) {
    guard let cells = CSVLine.cells(of: text, separatedBy: separator), cells.count == header.count
    else {
      return refuse("the row has not the \(header.count) cells of the header", name, line)
    }
    let fields = Dictionary(zip(header, cells)) { first, _ in first }
    add({ fields[$0].flatMap { $0.isEmpty ? nil : $0 } }, name, line)
  }

  private mutating func add(_ field: (String) -> String?, _ name: String, _ line: Int) {
    guard let event = names.lazy.compactMap(field).first else {
      return refuse(
        "there is no name of an event; '--event' names the field (\(names.joined(separator: ", ")))",
        name, line)
    }
    guard let stage = stages[event] else {
      leftOut[event, default: 0] += 1
      return
    }
    guard let moment = times.lazy.compactMap(field).first else {
      return refuse(
        "there is no moment; '--time' names the field (\(times.joined(separator: ", ")))", name,
        line)
    }
    let key = keys.lazy.compactMap(field).first
    // A share that says how many people it reaches is so many invites (CNF-06).
    let invites = stage == .shared ? field("count").flatMap { Int($0) } : nil
    for _ in 0..<min(max(invites ?? 1, 0), 10_000) {
      let isAdded = events.add(
        invites == nil ? stage : .sent, at: moment, key: key, place: "\(name):\(line)")
      guard isAdded else {
        return refuse("'\(moment)' is no moment; write 2026-11-24T10:00:00Z", name, line)
      }
    }
  }

  /// Returns what was read, for the console.
  func words(for table: FunnelTable, unmatched: Int) -> String {
    let stages = table.stages.map(\.words).joined(separator: ", ")
    var lines = [
      "\(events.count) events of \(table.days) days: \(stages)"
        + (table.form == .cohorts
          ? ", by the day of the first and the lag." : ", as totals by day.")
    ]
    if table.form == .totals {
      lines.append(
        "\(events.withoutKey) of them have no '\(keys.joined(separator: "' or '"))': with a field that an "
          + "invite, its tap and its launch have in common ('--key') there would be cohorts, which show delays "
          + "some ten times better.")
    }
    if unmatched > 0 {
      lines.append(
        "\(unmatched) came before any of their key that begins the funnel, and are left out.")
    }
    if !leftOut.isEmpty {
      let most = leftOut.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(5)
      lines.append(
        "Left out, being of no stage: \(most.map { "\($0.key) (\($0.value))" }.joined(separator: ", "))"
          + (leftOut.count > 5 ? " and \(leftOut.count - 5) more" : "") + ".")
    }
    return lines.joined(separator: "\n")
  }
}

extension JSONValue {
  /// A text or number as a word; `nil` for anything else.
  fileprivate var word: String? {
    switch self {
    case .text(let text): text.isEmpty ? nil : text
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .null, .bool, .array, .object: nil
    }
  }
}
