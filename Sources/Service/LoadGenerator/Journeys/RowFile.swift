internal import GrowthloopTransport

/// Rows of values for requests: CSV with a header, or lines of JSON objects.
///
/// The file stays where it is: only the places of every sixteenth row are kept.
public final class RowFile: Sendable {
  /// How the rows are taken.
  public enum Order: String, CaseIterable, Sendable {
    /// One after the other, and again from the first.
    case inOrder
    case random
    /// Each at most once: a plan that needs more rows is refused before its first request.
    case once
  }

  /// Why a file cannot be used, in words that follow its name.
  public struct Unfit: Error, Hashable, Sendable {
    public let words: String
  }

  /// Rows whose places are not kept, between two that are.
  private static let stride = 16
  private static let mostColumns = 100
  /// The most bytes of a row.
  private static let longestRow = 1 << 20

  /// The path of the file, as a plan names it.
  public let name: String
  public let columns: [String]
  public let count: Int
  private let isCSV: Bool
  private let file: MappedFile
  private let places: [Int]
  private let pointers: [JSONPointer]

  /// Opens the file at a path, and finds its rows.
  public init(_ path: String, called name: String) throws(Unfit) {
    self.name = name
    isCSV = !path.hasSuffix(".jsonl") && !path.hasSuffix(".ndjson")
    do throws(SystemCallError) {
      file = try MappedFile(path)
    } catch {
      throw Unfit(words: "cannot be read: \(error)")
    }
    let isCSV = isCSV
    let found = file.withBytes { bytes in Self.rows(of: bytes, areQuoted: isCSV) }
    guard found.longest <= Self.longestRow else {
      throw Unfit(words: "has a row of more than \(Self.longestRow) bytes")
    }
    let first = file.withBytes { bytes in Self.head(of: bytes, isCSV: isCSV) }
    guard let first, !first.isEmpty, first.count <= Self.mostColumns,
      Set(first).count == first.count
    else {
      throw Unfit(
        words: isCSV
          ? "must begin with a line of different names, such as email,password"
          : "must have an object of JSON on each line")
    }
    columns = first
    count = found.count - (isCSV ? 1 : 0)
    places = found.places
    pointers = isCSV ? [] : first.compactMap { JSONPointer(Self.pointer(to: $0)) }
    guard count > 0 else { throw Unfit(words: "has no rows") }
  }

  private static func pointer(to name: String) -> String {
    "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
  }

  /// Finds the beginnings of every sixteenth row, the number of rows, and the longest.
  private static func rows(
    of bytes: Span<UInt8>, areQuoted: Bool
  ) -> (places: [Int], count: Int, longest: Int) {
    var (places, count, longest, place): ([Int], Int, Int, Int) = ([], 0, 0, 0)
    while place < bytes.count {
      let end = rowEnd(of: bytes, from: place, isQuoted: areQuoted)
      if !isEmpty(bytes, place..<end) {
        if count % stride == 0 { places.append(place) }
        count += 1
        longest = max(longest, end - place)
      }
      place = end + 1
    }
    return (places, count, longest)
  }

  /// The place of the line feed that ends a row, or the end of the text.
  private static func rowEnd(of bytes: Span<UInt8>, from start: Int, isQuoted: Bool) -> Int {
    var (place, isInside) = (start, false)
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\n"), !isInside { return place }
      if byte == UInt8(ascii: "\""), isQuoted { isInside = !isInside }
      place += 1
    }
    return bytes.count
  }

  private static func isEmpty(_ bytes: Span<UInt8>, _ row: Range<Int>) -> Bool {
    for place in row where bytes[place] > 32 { return false }
    return true
  }

  private static func head(of bytes: Span<UInt8>, isCSV: Bool) -> [String]? {
    let start = bytes.begins(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let end = rowEnd(of: bytes, from: start, isQuoted: isCSV)
    guard isCSV else { return JSONScan.names(in: bytes.extracting(start..<end)) }
    var names: [String] = []
    var place = start
    while place <= end, names.count <= mostColumns {
      var name: [UInt8] = []
      place = appendField(of: bytes, place..<end, to: &name)
      names.append(String(decoding: name, as: UTF8.self).filter { !$0.isWhitespace })
    }
    return names.contains("") ? nil : names
  }

  /// Appends the field at the beginning of a range, and returns the place behind its comma.
  private static func appendField(
    of bytes: Span<UInt8>, _ range: Range<Int>, to field: inout [UInt8]
  ) -> Int {
    var (place, isInside) = (range.lowerBound, false)
    while place < range.upperBound {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "\"") {
        // A quotation mark in quotation marks is doubled.
        let isDoubled =
          isInside && place < range.upperBound && bytes[place] == UInt8(ascii: "\"")
        if isDoubled {
          field.append(byte)
          place += 1
        } else {
          isInside = !isInside
        }
      } else if byte == UInt8(ascii: ","), !isInside {
        return place
      } else if byte != UInt8(ascii: "\r") || isInside {
        field.append(byte)
      }
    }
    return range.upperBound + 1
  }

  /// Appends the value of a column in a row, counted from zero; nothing where the row has none.
  func append(column: Int, ofRow row: Int, to value: inout [UInt8]) {
    let number = row + (isCSV ? 1 : 0)
    file.withBytes { bytes in
      var place = places[number / Self.stride]
      var left = number % Self.stride
      var end = Self.rowEnd(of: bytes, from: place, isQuoted: isCSV)
      while left > 0 {
        place = end + 1
        end = Self.rowEnd(of: bytes, from: place, isQuoted: isCSV)
        if !Self.isEmpty(bytes, place..<end) { left -= 1 }
      }
      if isCSV {
        for _ in 0..<column where place <= end {
          place = Self.skipField(of: bytes, place..<end)
        }
        if place <= end { _ = Self.appendField(of: bytes, place..<end, to: &value) }
        return
      }
      let row = bytes.extracting(place..<end)
      if let range = pointers[column].find(in: row) { row.appendJSON(range, to: &value) }
    }
  }

  private static func skipField(of bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    var (place, isInside) = (range.lowerBound, false)
    while place < range.upperBound {
      if bytes[place] == UInt8(ascii: "\"") { isInside = !isInside }
      place += 1
      if bytes[place - 1] == UInt8(ascii: ","), !isInside { return place }
    }
    return range.upperBound + 1
  }
}

extension RowFile: Hashable {
  public static func == (one: RowFile, other: RowFile) -> Bool {
    one.name == other.name && one.columns == other.columns && one.count == other.count
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Span<UInt8> {
  /// Appends a value of JSON: the letters of a text, and anything else as it is spelled.
  func appendJSON(_ range: Range<Int>, to value: inout [UInt8]) {
    guard !range.isEmpty, self[range.lowerBound] == UInt8(ascii: "\""), range.count > 1 else {
      value.append(extracting(range))
      return
    }
    var letters = JSONLetters(self, range.lowerBound + 1..<range.upperBound - 1)
    while let letter = letters.next() { value.append(letter) }
  }
}
