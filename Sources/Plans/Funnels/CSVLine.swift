/// A line of comma-separated values.
public enum CSVLine {
  /// Returns the cells of a line; `nil` where a quote does not end.
  public static func cells(of line: String, separatedBy separator: Character = ",") -> [String]? {
    var cells: [String] = []
    var cell = ""
    var isQuoted = false
    var wasQuote = false
    for character in line {
      if isQuoted {
        if character == "\"" {
          (isQuoted, wasQuote) = (false, true)
        } else {
          cell.append(character)
        }
        continue
      }
      switch character {
      case "\"":
        // Two quotes within quotes are one.
        if wasQuote { cell.append(character) }
        isQuoted = true
      case separator:
        cells.append(cell)
        cell = ""
      default: cell.append(character)
      }
      wasQuote = false
    }
    return isQuoted ? nil : cells + [cell]
  }
}
