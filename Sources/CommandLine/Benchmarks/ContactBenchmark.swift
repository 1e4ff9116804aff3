import AddressBooks

/// What the contact list costs at some sizes: reading a book, keystrokes, a sync, a list, a scroll.
public struct ContactBenchmark: Sendable {
  public var sizes = [10_000, 100_000]
  /// How often every keystroke is made.
  public var rounds = 20

  public init() {}

  /// One line of the table; times are milliseconds.
  public struct Row: Encodable, Sendable {
    public let contacts: Int
    public let operation: String
    public let samples: Int
    public let median: Double
    public let ninetyNinth: Double
    public let most: Double
  }

  /// Measures a book of `size` contacts.
  public func measure(_ size: Int) -> [Row] {
    var people = ContactPeople()
    let contacts = people.contacts(size)
    var book = AddressBook()
    var rows = [
      row(size, "book, list and index from nothing", times: 3) { _ in
        book = AddressBook(contacts)
        return book.count
      }
    ]
    rows.append(keystrokes(in: book))
    rows.append(syncs(of: contacts, into: book))
    var options = ListOptions(grouping: .byCircle)
    options.sort = .recentlyAdded
    rows.append(
      row(size, "another grouping and order", times: rounds) { _ in
        book.list(options).count
      })
    let list = book.list()
    rows.append(
      row(size, "a frame of 14 rows", times: min(2_000, size / 14)) { frame in
        (0..<14).reduce(0) { $0 + ContactRow(list[frame * 14 % (size - 14) + $1]).title.utf8.count }
      })
    return rows
  }

  private func keystrokes(in book: AddressBook) -> Row {
    var search = ContactSearch()
    let typed = ContactPeople.typed
    return row(book.count, "a keystroke", times: typed.count * rounds) { turn in
      search.find(typed[turn % typed.count], in: book)?.total ?? 0
    }
  }

  private func syncs(of contacts: [Contact], into book: AddressBook) -> Row {
    var book = book
    return row(contacts.count, "a sync of 100 changes", times: rounds) { turn in
      var delta: [BookEdit] = []
      for step in 0..<100 {
        var contact = contacts[(turn * 100 + step * 7) % contacts.count]
        contact.name.family += "\(turn)"
        delta.append(.put(contact))
      }
      return book.apply(delta).count
    }
  }

  /// Times `operation` again and again; what it returns keeps it from being left out.
  private func row(
    _ size: Int, _ title: String, times: Int, of operation: (Int) -> Int
  ) -> Row {
    let clock = ContinuousClock()
    var check = operation(0)
    let samples = (0..<times).map { turn in
      let elapsed = clock.measure { check &+= operation(turn) }
      return Double(elapsed.components.seconds) * 1e3
        + Double(elapsed.components.attoseconds) / 1e15
    }.sorted()
    precondition(check != .min)
    return Row(
      contacts: size, operation: title, samples: times, median: samples[times / 2],
      ninetyNinth: samples[times * 99 / 100], most: samples[times - 1])
  }
}
