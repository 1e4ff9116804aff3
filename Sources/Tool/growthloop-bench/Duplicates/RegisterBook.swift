public import AddressBooks

/// A register in which some people were entered more than once, with the truth.
public struct RegisterBook: Sendable {
  public let name: String
  public private(set) var records: [DuplicateRecord] = []
  /// The person of each record.
  private(set) var people: [Substring] = []

  /// A line that is not a record.
  public struct BadLine: Error, CustomStringConvertible {
    public let book: String
    public let line: Int

    public var description: String {
      "\(book):\(line): a record has nine fields: \(RegisterBook.fields.joined(separator: ","))"
    }
  }

  static let fields = [
    "person", "given", "family", "number", "street", "extra", "locality", "postcode", "region",
  ]

  /// Reads comma-separated text whose first line names the fields.
  public init(_ name: String, csv text: String) throws(BadLine) {
    self.name = name
    for (place, line) in text.split(whereSeparator: \.isNewline).enumerated().dropFirst() {
      let parts = line.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == Self.fields.count else { throw BadLine(book: name, line: place + 1) }
      let texts = parts.map(String.init)
      people.append(parts[0])
      records.append(
        DuplicateRecord(
          id: ContactID(rawValue: UInt64(records.count)), given: texts[1], family: texts[2],
          address: .init(
            number: texts[3], street: texts[4], extra: texts[5], locality: texts[6],
            postcode: texts[7], region: texts[8])))
    }
  }
}

extension RegisterBook {
  /// The number of pairs of records of one person.
  var truePairs: Int {
    Dictionary(grouping: people, by: \.self).values.reduce(0) {
      $0 + $1.count * ($1.count - 1) / 2
    }
  }

  /// Whether two records are of one person.
  func isTrue(_ one: ContactID, _ other: ContactID) -> Bool {
    people[Int(one.rawValue)] == people[Int(other.rawValue)]
  }
}
