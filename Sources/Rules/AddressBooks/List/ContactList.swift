import Vocabulary

/// The list as it is shown: every contact of it once, under one heading.
public struct ContactList: Sendable {
  /// A heading, and the range of its rows.
  public struct Section: Hashable, Sendable {
    /// The text of the heading: a letter, "#", or a circle's emoji and name.
    public let title: String
    /// The rows of the list under this heading, at least one.
    public let rows: Range<Int>
  }

  /// The headings from top to bottom, which together cover every row once.
  public let sections: [Section]
  /// The options under which the list was made.
  public let options: ListOptions
  let slots: [Slot]
  private let entries: EntryTable
  /// The headings that names may have, in the order of their language, without "#".
  let letters: [String]
  /// The number of contacts in the book, whatever the filter.
  public let total: Int

  init(
    _ groups: [(title: String, slots: ArraySlice<Slot>)], of book: AddressBook,
    under options: ListOptions
  ) {
    var start = 0
    sections = groups.map { group in
      defer { start += group.slots.count }
      return Section(title: group.title, rows: start..<start + group.slots.count)
    }
    slots = groups.flatMap(\.slots)
    entries = book.entries
    letters = book.order.collation.letters
    total = book.count
    self.options = options
  }

  /// The number of rows under all headings.
  public var count: Int { slots.count }

  /// The contact of one row; rows are read one by one, as they become visible.
  public subscript(row: Int) -> Contact {
    guard let contact = entries[slots[row]] else {
      preconditionFailure("row \(row) has no contact")
    }
    return contact
  }

  /// Returns the rows of a page, at most `limit` from row `offset` on; the list stores none of them.
  public func page(
    from offset: Int, limit: Int, subtitle: ContactRow.Subtitle? = .phoneOrEmail,
    circles: [ListCircle] = []
  ) -> [ContactRow] {
    let start = min(max(offset, 0), count)
    return (start..<min(start + max(limit, 0), count)).map {
      ContactRow(self[$0], subtitle: subtitle, circles: circles)
    }
  }

  /// The header above the list, with all contacts counted, shown or not.
  public var header: String { Self.header(of: total) }

  /// Returns the header above the list of a book of so many contacts.
  public static func header(of total: Int) -> String { "ALL CONTACTS (\(total))" }

  /// Returns the first row of a heading; `nil` if the list has none of it.
  public func start(of title: String) -> Int? {
    sections.first { $0.title == title }?.rows.lowerBound
  }
}

extension ContactRules {
  static let list: [Rule] = [
    Rule("LST-01", "The header counts the contacts: ALL CONTACTS (342)."),
    Rule("LST-02", "A button in the header opens grouping, sorting and filter as a sheet."),
    Rule("LST-11", "Every contact of the list stands under one heading, once."),
    Rule("LST-15", "The count in the header is the total, under a filter too."),
    Rule("HTB-11", "The list shows all contacts as the user groups them."),
    Rule("ROW-10", "Rows are made for what is in sight, one by one."),
    Rule("HPF-06", "The list is read in pages, whatever its length."),
    Rule("IDX-03", "Where each heading begins is known before anyone jumps there."),
  ]
}
