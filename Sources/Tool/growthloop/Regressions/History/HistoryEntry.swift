internal import GrowthloopFindings
public import Statistics

/// One measurement of one build, as a line of a history.
public struct HistoryEntry: Sendable, Hashable {
  /// A figure with the interval that was measured.
  public struct Figure: Sendable, Hashable {
    public let value: Double
    /// The value with its interval, where one was measured.
    public let measured: Measure
    public let unit: String

    public init(_ value: Double, from low: Double? = nil, to high: Double? = nil, unit: String) {
      self.value = value
      measured = Measure(value, from: low, to: high, in: unit == "ms" ? .milliseconds : .ratio)
      self.unit = unit
    }

    public var low: Double? { measured.low }
    public var high: Double? { measured.high }
  }

  /// The time as given by the user: `2026-11-21` or `2026-11-21T15:00:00Z`.
  public let at: String
  public let commit: String?
  public let machine: String
  public let plan: String
  public let figures: [String: Figure]

  public init(
    at: String, commit: String?, machine: String, plan: String, figures: [String: Figure]
  ) {
    precondition(Self.isMoment(at), "'\(at)' is no moment")
    self.at = at
    self.commit = commit
    self.machine = machine
    self.plan = plan
    self.figures = figures
  }

  /// Returns whether the text is a day, or a second in UTC: such texts sort as their moments do.
  public static func isMoment(_ text: String) -> Bool {
    let pattern = text.count == 10 ? "dddd-dd-dd" : "dddd-dd-ddTdd:dd:ddZ"
    guard text.utf8.count == pattern.utf8.count,
      zip(text.utf8, pattern.utf8).allSatisfy({ byte, kind in
        kind == UInt8(ascii: "d")
          ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == kind
      })
    else { return false }
    let parts = text.split { !$0.isNumber }.compactMap { Int($0) }
    guard (1...12).contains(parts[1]), parts[2] >= 1,
      parts[2] <= days(inMonth: parts[1], of: parts[0])
    else { return false }
    return parts.count == 3 || (parts[3] < 24 && parts[4] < 60 && parts[5] < 60)
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}

extension HistoryEntry {
  /// The entry on one line.
  public var line: String {
    var members: [String: JSONValue] = [
      "at": .text(at), "machine": .text(machine), "plan": .text(plan),
      "figures": .object(figures.mapValues(\.json)),
    ]
    members["commit"] = commit.map { .text($0) }
    return JSONValue.object(members).json
  }
}

extension HistoryEntry.Figure {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = ["value": .number(value), "unit": .text(unit)]
    members["low"] = low.map { .number($0) }
    members["high"] = high.map { .number($0) }
    return .object(members)
  }
}
