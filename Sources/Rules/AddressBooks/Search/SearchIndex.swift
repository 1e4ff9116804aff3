/// The words and numbers of all contacts in columns, read by a search.
///
/// A row is a word of a contact; the rows of a word are linked, so that a search visits each word
/// once. Rows are appended, and deleted in place, so that an edit costs only its own rows. Once
/// half of them are deleted, the index is compacted.
struct SearchIndex: Sendable {
  private(set) var words = WordTable()
  /// The first and the last row of each word.
  private var chains: [(first: UInt32, last: UInt32)] = []
  /// The word, its contact and its field, by row.
  private(set) var rowWords: [UInt32] = []
  private(set) var owners: [Slot] = []
  private(set) var fields: [SearchField] = []
  /// The next row of the same word; of the last, itself.
  private var nextRows: [UInt32] = []
  /// The numbers, a row each.
  private(set) var numbers: [PhoneDigits] = []
  private(set) var numberOwners: [Slot] = []
  /// The rows of each place in the book.
  private var places: [Rows] = []
  private var crossedOut = 0

  /// The owner of a deleted row.
  private static let nobody = Slot.max

  private struct Rows: Sendable, BitwiseCopyable {
    var words: (first: UInt32, count: UInt16) = (0, 0)
    var numbers: (first: UInt32, count: UInt16) = (0, 0)
  }

  /// The number of places of a book in the index.
  var capacity: Int { places.count }

  /// Reads the entries in `touched` again; deleted ones are no longer found.
  mutating func update(_ touched: [Slot], in entries: EntryTable) {
    while places.count < entries.capacity { places.append(Rows()) }
    for slot in touched {
      crossOut(slot)
      if let contact = entries[slot] { enter(contact, at: slot) }
    }
    if crossedOut > 1_024, crossedOut * 2 > owners.count { tidy() }
  }

  private mutating func enter(_ contact: Contact, at slot: Slot) {
    var fresh = Rows()
    fresh.words.first = UInt32(owners.count)
    contact.forEachTerm { word, field in append(word, in: field, of: slot) }
    fresh.words.count = UInt16(clamping: owners.count - Int(fresh.words.first))
    enter(contact.phones, of: slot, noting: &fresh)
    places[Int(slot)] = fresh
  }

  private mutating func append(_ word: [UInt16], in field: SearchField, of slot: Slot) {
    let (row, number) = (UInt32(owners.count), words.enter(word))
    if number == chains.count {
      chains.append((row, row))
    } else {
      nextRows[Int(chains[number].last)] = row
      chains[number].last = row
    }
    rowWords.append(UInt32(number))
    owners.append(slot)
    fields.append(field)
    nextRows.append(row)
  }

  private mutating func enter(_ phones: [Phone], of slot: Slot, noting fresh: inout Rows) {
    fresh.numbers.first = UInt32(numbers.count)
    for phone in phones {
      numbers.append(phone.digits)
      numberOwners.append(slot)
    }
    fresh.numbers.count = UInt16(clamping: numbers.count - Int(fresh.numbers.first))
  }

  private mutating func crossOut(_ slot: Slot) {
    for row in rows(of: slot) {
      owners[row] = Self.nobody
      crossedOut += 1
    }
    for row in numberRows(of: slot) { numbers[row] = PhoneDigits(packed: 0) }
    places[Int(slot)] = Rows()
  }

  /// Returns the rows with the words of one contact.
  func rows(of slot: Slot) -> Range<Int> {
    let words = places[Int(slot)].words
    return Int(words.first)..<Int(words.first) + Int(words.count)
  }

  /// Returns the rows with the numbers of one contact.
  func numberRows(of slot: Slot) -> Range<Int> {
    let numbers = places[Int(slot)].numbers
    return Int(numbers.first)..<Int(numbers.first) + Int(numbers.count)
  }

  /// Calls `body` with each row of a word that is not deleted.
  @inline(__always)
  func forEachRow(of word: Int, _ body: (Int) -> Void) {
    var row = chains[word].first
    while true {
      if owners[Int(row)] != Self.nobody { body(Int(row)) }
      if nextRows[Int(row)] == row { return }
      row = nextRows[Int(row)]
    }
  }

  /// Copies the rows that are not deleted, contact by contact.
  private mutating func tidy() {
    var fresh = SearchIndex()
    fresh.places = places
    for slot in places.indices.map(Slot.init) {
      fresh.places[Int(slot)].words.first = UInt32(fresh.owners.count)
      fresh.places[Int(slot)].numbers.first = UInt32(fresh.numbers.count)
      for row in rows(of: slot) {
        fresh.append(Array(words[Int(rowWords[row])]), in: fields[row], of: slot)
      }
      for row in numberRows(of: slot) {
        fresh.numbers.append(numbers[row])
        fresh.numberOwners.append(slot)
      }
    }
    self = fresh
  }
}

extension SearchIndex {
  /// Writes the words of one entry.
  func save(_ slot: Slot, to writer: inout VarintWriter) {
    writer.write(rows(of: slot)) { writer, row in
      let word = words[Int(rowWords[row])]
      writer.write(UInt64(fields[row].rawValue))
      writer.write(word.count)
      for unit in word { writer.write(UInt64(unit)) }
    }
  }

  /// Reads the next entry that `save` wrote; its numbers are those of the contact.
  mutating func restore(_ slot: Slot, from reader: inout VarintReader, numbers phones: [Phone]) {
    var fresh = Rows()
    fresh.words.first = UInt32(owners.count)
    var word: [UInt16] = []
    for _ in 0..<reader.count() {
      guard let field = SearchField(rawValue: reader.number(UInt8.self)) else {
        return reader.broken(())
      }
      word.removeAll(keepingCapacity: true)
      for _ in 0..<reader.count() { word.append(reader.number(UInt16.self)) }
      append(word, in: field, of: slot)
    }
    fresh.words.count = UInt16(clamping: owners.count - Int(fresh.words.first))
    enter(phones, of: slot, noting: &fresh)
    places.append(fresh)
  }
}
