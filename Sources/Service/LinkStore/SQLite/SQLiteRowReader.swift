/// Reads the fields of a row from the columns of a table.
struct SQLiteRowReader: FieldSource {
  private let statement: Statement
  /// The column that is read next.
  private var column: Int32

  init(_ statement: Statement, from column: Int32 = 0) {
    self.statement = statement
    self.column = column
  }

  private mutating func take<Value>(_ value: (Int32) -> Value) -> Value {
    defer { column += 1 }
    return value(column)
  }

  /// SQLite has signed integers of 64 bits; larger ones are blobs.
  mutating func take<Number: FixedWidthInteger>() throws(MalformedField) -> Number {
    if Number.bitWidth > 64 {
      var reader = FixedWidthReader(takeBytes())
      return try reader.take()
    }
    let integer = take(statement.integer)
    return Number.bitWidth < 64 ? Number(clamping: integer) : Number(truncatingIfNeeded: integer)
  }

  mutating func takePresence() -> Bool {
    let isPresent = statement.optionalInteger(column) != nil
    if !isPresent { column += 1 }
    return isPresent
  }

  mutating func takeText() throws(MalformedField) -> String {
    guard let text = take(statement.text) else { throw MalformedField() }
    return text
  }

  /// A list of texts is one column, separated by spaces.
  mutating func takeTexts() -> [String] {
    (take(statement.text) ?? "").split(separator: " ").map(String.init)
  }

  mutating func takeBytes() -> ArraySlice<UInt8> { take(statement.bytes)[...] }
}
