/// The words and numbers of all contacts in columns, read from one end to the other by a search.
///
/// A row is a word of a contact. Rows are added at the end and crossed out where they stand, so that
/// an edit costs what it touches; once half of them are crossed out, the rest moves together.
struct SearchIndex: Sendable {
  var heads: [UInt64] = []
  var owners: [Slot] = []
  var fields: [SearchField] = []
  var spans: [TextStore<UInt16>.Span] = []
  var text = TextStore<UInt16>()
  /// The numbers, a row each.
  var numbers: [PhoneDigits] = []
  var numberOwners: [Slot] = []
  /// The rows of each place in the book.
  private var rows: [Rows] = []
  private var crossedOut = 0

  private struct Rows: Sendable, BitwiseCopyable {
    var words: (first: UInt32, count: UInt16) = (0, 0)
    var numbers: (first: UInt32, count: UInt16) = (0, 0)
  }

  /// How many places of a book the index knows.
  var capacity: Int { rows.count }

  /// Reads the entries in `touched` anew; those that are gone are found no more.
  mutating func update(_ touched: [Slot], in entries: EntryTable) {
    while rows.count < entries.capacity { rows.append(Rows()) }
    for slot in touched {
      crossOut(slot)
      if let contact = entries[slot] { enter(contact, at: slot) }
    }
    if crossedOut > 1_024, crossedOut * 2 > heads.count { tidy() }
  }

  private mutating func enter(_ contact: Contact, at slot: Slot) {
    var fresh = Rows()
    fresh.words.first = UInt32(heads.count)
    contact.forEachTerm { word, field in append(word, in: field, of: slot) }
    fresh.words.count = UInt16(clamping: heads.count - Int(fresh.words.first))
    enter(contact.phones, of: slot, noting: &fresh)
    rows[Int(slot)] = fresh
  }

  private mutating func append(_ word: [UInt16], in field: SearchField, of slot: Slot) {
    heads.append(TermHead(word).letters)
    owners.append(slot)
    fields.append(field)
    spans.append(text.append(word))
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
    for row in words(of: slot) {
      heads[row] = 0
      text.giveUp(spans[row])
      crossedOut += 1
    }
    for row in numbers(of: slot) { numbers[row] = PhoneDigits(packed: 0) }
    rows[Int(slot)] = Rows()
  }

  /// The rows with the words of one contact.
  func words(of slot: Slot) -> Range<Int> {
    let words = rows[Int(slot)].words
    return Int(words.first)..<Int(words.first) + Int(words.count)
  }

  /// The rows with the numbers of one contact.
  func numbers(of slot: Slot) -> Range<Int> {
    let numbers = rows[Int(slot)].numbers
    return Int(numbers.first)..<Int(numbers.first) + Int(numbers.count)
  }

  /// Copies what is not crossed out, contact by contact.
  private mutating func tidy() {
    var fresh = SearchIndex()
    fresh.rows = rows
    for slot in rows.indices.map(Slot.init) {
      fresh.rows[Int(slot)].words.first = UInt32(fresh.heads.count)
      fresh.rows[Int(slot)].numbers.first = UInt32(fresh.numbers.count)
      for row in words(of: slot) {
        fresh.heads.append(heads[row])
        fresh.owners.append(slot)
        fresh.fields.append(fields[row])
        fresh.spans.append(fresh.text.append(text[spans[row]]))
      }
      for row in numbers(of: slot) {
        fresh.numbers.append(numbers[row])
        fresh.numberOwners.append(slot)
      }
    }
    self = fresh
  }
}

extension SearchIndex {
  /// Writes the words of one entry.
  func save(_ slot: Slot, to writer: inout ByteWriter) {
    writer.write(words(of: slot)) { writer, row in
      writer.write(UInt64(fields[row].rawValue))
      writer.write(text[spans[row]].count)
      for unit in text[spans[row]] { writer.write(UInt64(unit)) }
    }
  }

  /// Reads what `save` wrote of the next entry; its numbers are those of the contact.
  mutating func restore(_ slot: Slot, from reader: inout ByteReader, numbers phones: [Phone]) {
    var fresh = Rows()
    fresh.words.first = UInt32(heads.count)
    var word: [UInt16] = []
    for _ in 0..<reader.count() {
      guard let field = SearchField(rawValue: reader.number(UInt8.self)) else {
        return reader.broken(())
      }
      word.removeAll(keepingCapacity: true)
      for _ in 0..<reader.count() { word.append(reader.number(UInt16.self)) }
      append(word, in: field, of: slot)
    }
    fresh.words.count = UInt16(clamping: heads.count - Int(fresh.words.first))
    enter(phones, of: slot, noting: &fresh)
    rows.append(fresh)
  }
}
