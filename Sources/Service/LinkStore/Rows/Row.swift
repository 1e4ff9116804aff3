/// A row of the store, with its fields declared once, in `init(_:)`.
///
/// The declaration pairs each field of the value with its place in the order. It yields the bytes
/// that are sealed, the columns of a table, and the value read from either. Files hold the order:
/// it never changes.
protocol Row {
  /// Reads or writes the fields, one after the other.
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure)
}

/// The fields of a row, which is read or written.
protocol RowFields<Row> {
  associatedtype Row
  /// The error of a malformed field; `Never` for a row that is written.
  associatedtype Failure: Error
  /// Reads or writes the next field, and returns it.
  mutating func next<Field: RowField>(_ field: (Row) -> Field) throws(Failure) -> Field
}

extension Row {
  init(from source: inout some FieldSource) throws(MalformedField) {
    var fields = ReadFields<Self, _>(source: source)
    defer { source = fields.source }
    try self.init(&fields)
  }

  /// Appends all fields to `sink`, and returns it.
  func put<Sink: FieldSink>(to sink: consuming Sink) -> Sink {
    var fields = WrittenFields(row: self, sink: sink)
    _ = Self(&fields)
    return fields.sink
  }

  /// The bytes of all fields.
  var bytes: [UInt8] { put(to: FixedWidthWriter()).bytes }
}

private struct ReadFields<Row, Source: FieldSource>: RowFields {
  var source: Source

  mutating func next<Field: RowField>(
    _ field: (Row) -> Field
  ) throws(MalformedField) -> Field {
    try Field(from: &source)
  }
}

private struct WrittenFields<Row, Sink: FieldSink>: RowFields {
  let row: Row
  var sink: Sink

  mutating func next<Field: RowField>(_ field: (Row) -> Field) -> Field {
    let field = field(row)
    field.put(to: &sink)
    return field
  }
}
