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

extension SearchIndex {
  /// The least length of a word in which a typing error is tolerated.
  static let leastLettersOfSlips = 4

  /// The addition to the distance of a field for the quality of the match.
  private enum Likeness {
    static let whole: UInt8 = 0
    static let beginning: UInt8 = 1
    static let slip: UInt8 = 8
  }

  /// Enters each contact that has `word` into `reach`.
  func measure(_ word: SearchWord, into reach: inout SearchReach) {
    for number in words.heads.indices {
      guard let likeness = likeness(of: word, to: number) else { continue }
      forEachRow(of: number) { row in
        if fields[row].takes(word) {
          reach.lower(owners[row], to: fields[row].distance + likeness)
        }
      }
    }
    for name in word.otherNames {
      for number in words.heads.indices where words.heads[number] == name.letters {
        forEachRow(of: number) { reach.lower(owners[$0], to: SearchField.otherName.distance) }
      }
    }
    for row in numbers.indices where word.digits != nil {
      let distance = distance(of: word, atNumber: row)
      if distance != SearchReach.nowhere { reach.lower(numberOwners[row], to: distance) }
    }
  }

  /// Returns the distance of `word` from the contact at `slot`.
  func distance(of word: SearchWord, from slot: Slot) -> UInt8 {
    var least = SearchReach.nowhere
    for row in rows(of: slot) {
      let number = Int(rowWords[row])
      if let likeness = likeness(of: word, to: number), fields[row].takes(word) {
        least = min(least, fields[row].distance + likeness)
      }
      if word.otherNames.contains(where: { $0.letters == words.heads[number] }) {
        least = min(least, SearchField.otherName.distance)
      }
    }
    for row in numberRows(of: slot) where word.digits != nil {
      least = min(least, distance(of: word, atNumber: row))
    }
    return least
  }

  /// Returns the quality of the match of word `number` of the index with `word`; `nil` for none.
  @inline(__always)
  private func likeness(of word: SearchWord, to number: Int) -> UInt8? {
    let head = words.heads[number]
    if word.head.begins(head) { return likeness(of: word, beginningAs: number) }
    guard word.allowsSlips, word.head.mightSlipInto(head) else { return nil }
    return slipLikeness(of: word, to: number)
  }

  /// Returns the same for a word that begins with the first four letters of `word`.
  private func likeness(of word: SearchWord, beginningAs number: Int) -> UInt8? {
    let span = words.span(number)
    guard word.letters.count <= TermHead.most || words.text.text(span, begins: word.letters) else {
      return word.allowsSlips ? slipLikeness(of: word, to: number) : nil
    }
    return Int(span.count) == word.letters.count ? Likeness.whole : Likeness.beginning
  }

  private func slipLikeness(of word: SearchWord, to number: Int) -> UInt8? {
    words.text.text(words.span(number), beginsButForOneSlip: word.letters) ? Likeness.slip : nil
  }

  private func distance(of word: SearchWord, atNumber row: Int) -> UInt8 {
    guard let place = word.digits?.place(in: numbers[row]) else { return SearchReach.nowhere }
    return place == 0 ? 4 : 6
  }
}

/// The distances of a book's contacts from the searched words, and the contacts in reach.
struct SearchReach: Sendable {
  /// The distance of a contact without a match.
  static let nowhere = UInt8.max

  /// The distances by place in the book.
  private var distances: [UInt8] = []
  /// The places that are in reach, in no order.
  private(set) var found: [Slot] = []

  subscript(slot: Slot) -> UInt8 { distances[Int(slot)] }

  /// Returns whether the place is in reach; `false` for one that came later.
  func holds(_ slot: Slot) -> Bool {
    Int(slot) < distances.count && distances[Int(slot)] != Self.nowhere
  }

  /// Resets the reach for a book of so many places, none of them in reach.
  mutating func begin(_ places: Int) {
    for slot in found { distances[Int(slot)] = Self.nowhere }
    found.removeAll(keepingCapacity: true)
    while distances.count < places { distances.append(Self.nowhere) }
  }

  @inline(__always)
  mutating func lower(_ slot: Slot, to distance: UInt8) {
    let before = distances[Int(slot)]
    guard distance < before else { return }
    distances[Int(slot)] = distance
    if before == Self.nowhere { found.append(slot) }
  }

  /// Adds `further` to each distance; a contact without a match for it is out of reach.
  mutating func extend(_ further: (Slot) -> UInt8) {
    var kept = 0
    for slot in found {
      let step = further(slot)
      if step == Self.nowhere {
        distances[Int(slot)] = Self.nowhere
      } else {
        distances[Int(slot)] += step
        found[kept] = slot
        kept += 1
      }
    }
    found.removeLast(found.count - kept)
  }
}
