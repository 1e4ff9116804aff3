internal import GrowthloopFindings

extension HistoryEntry {
  /// A line that is no measurement.
  public struct Mistake: Error, Hashable, CustomStringConvertible {
    /// Counted from 1.
    public let line: Int
    /// Counted from 1; `nil` for an error of the whole line.
    public let column: Int?
    public let words: String

    public var description: String {
      "\(line)\(column.map { ":\($0)" } ?? ""): error: \(words)"
    }
  }

  /// Reads a history, one measurement per line; mistakes are reported in the order of the lines.
  public static func readAll(_ text: [UInt8]) -> (entries: [HistoryEntry], mistakes: [Mistake]) {
    var entries: [HistoryEntry] = []
    var mistakes: [Mistake] = []
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() where !line.isEmpty {
      do throws(JSONParser.Mistake) {
        switch HistoryEntry.read(try JSONParser.parse(Array(line))) {
        case .success(let entry): entries.append(entry)
        case .failure(let lack):
          mistakes.append(Mistake(line: number + 1, column: nil, words: lack.words))
        }
      } catch {
        mistakes.append(Mistake(line: number + 1, column: error.column, words: error.words))
      }
    }
    return (entries, mistakes)
  }

  private struct Lack: Error {
    let words: String
  }

  private static func read(_ value: JSONValue) -> Result<HistoryEntry, Lack> {
    guard case .object(let members) = value else {
      return .failure(Lack(words: "a measurement must be an object, not \(value.brief)"))
    }
    guard let at = members["at"]?.word, isMoment(at) else {
      return .failure(
        Lack(words: "'at' must be a day or a second, such as 2026-11-21 or 2026-11-21T15:00:00Z"))
    }
    guard let machine = members["machine"]?.word, let plan = members["plan"]?.word else {
      return .failure(Lack(words: "'machine' and 'plan' must be texts"))
    }
    guard case .object(let named)? = members["figures"] else {
      return .failure(Lack(words: "'figures' must be an object"))
    }
    var figures: [String: Figure] = [:]
    for (name, value) in named.sorted(by: { $0.key < $1.key }) {
      guard case .object(let members) = value, let number = members["value"]?.amount else {
        return .failure(Lack(words: "'figures.\(name).value' must be a number"))
      }
      figures[name] = Figure(
        number, from: members["low"]?.amount, to: members["high"]?.amount,
        unit: members["unit"]?.word ?? "")
    }
    return .success(
      HistoryEntry(
        at: at, commit: members["commit"]?.word, machine: machine, plan: plan, figures: figures))
  }
}
