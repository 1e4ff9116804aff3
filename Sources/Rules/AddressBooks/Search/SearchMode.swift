import Vocabulary

/// The search bar of a screen, and the content below it.
public struct SearchMode: Sendable {
  /// The content of a screen during a search.
  public enum Shown: Hashable, Sendable {
    /// The bar is empty: the list as it is.
    case wholeList
    /// The contacts that match, at least one.
    case found(SearchResults)
    /// No contact matches; another document defines this screen.
    case nothing
  }

  /// Whether the search is entered, even before the first keystroke.
  public private(set) var isActive = false
  /// The text in the bar after the last keystroke; empty once the search is left.
  public private(set) var text = ""
  /// Whether the text has a word, by which the list and the sections are narrowed.
  public private(set) var isNarrowing = false
  private var search = ContactSearch()

  /// The words in the empty bar.
  public static var placeholder: String { worded("Search contacts...") }

  /// Creates the search bar as it is at first: empty, and not entered.
  public init() {}

  /// Whether the cancel button is shown, at the bar's trailing end.
  public var showsCancel: Bool { isActive }

  /// Whether the keyboard is up.
  public var showsKeyboard: Bool { isActive }

  /// Enters the search: the same screen in another state.
  public mutating func begin() { isActive = true }

  /// Updates the search after a keystroke, and searches the given book only.
  public mutating func type(_ text: String, in book: AddressBook, limit: Int = 50) -> Shown {
    self.text = text
    let results = search.find(text, in: book, limit: limit)
    isNarrowing = results != nil
    guard let results else { return .wholeList }
    return results.total == 0 ? .nothing : .found(results)
  }

  /// Returns whether a card about the contact stays in its section: without a text all do.
  public func keeps(_ id: ContactID, of book: AddressBook) -> Bool {
    !isNarrowing || search.hasFound(id, in: book)
  }

  /// Leaves the search; the whole list is shown again.
  public mutating func cancel() {
    isActive = false
    isNarrowing = false
    text = ""
  }
}

extension ContactRules {
  static let search: [Rule] = [
    Rule("SRH-01", "The bar says \"Search contacts...\"."),
    Rule("SRH-02", "A tap on the bar changes the state of the screen, not the screen."),
    Rule(
      "SRH-03", "After every character the list shows what matches, and sections their cards of it."
    ),
    Rule("SRH-04", "During a search there is a cancel button, and the keyboard is up."),
    Rule("SRH-05", "Cancelling brings the whole list back."),
    Rule("SRH-08", "A search looks at names, numbers and e-mail addresses."),
  ]
}

extension SearchMode {
  /// Returns the second line of a found row; `nil` for the usual one.
  ///
  /// A contact found by a number or an address, and not by a name, shows that one.
  public static func foundBy(_ text: String, in contact: Contact) -> String? {
    let query = SearchQuery(text)
    let isNamed = query.words.allSatisfy { word in
      var isFound = false
      contact.forEachTerm { term, field in
        if field != .email, field != .domain {
          isFound = isFound || term.starts(with: word.letters)
        }
      }
      return isFound
    }
    if isNamed { return nil }
    for phone in contact.phones {
      if query.words.contains(where: { $0.digits?.place(in: phone.digits) != nil }) {
        return phone.text
      }
    }
    return contact.emails.first { email in
      var words: [[UInt16]] = []
      SearchWord.forEach(in: email) { words.append($0) }
      return query.words.contains { word in words.contains { $0.starts(with: word.letters) } }
    }
  }
}

/// The result of a search.
public struct SearchResults: Hashable, Sendable {
  /// The nearest contacts first; of equally near ones, the first in the list.
  public let nearest: [ContactID]
  /// The number of matches, shown or not.
  public let total: Int

  /// Creates a result of the given contacts; `total` counts the matches beyond them too.
  public init(nearest: [ContactID], total: Int) {
    self.nearest = nearest
    self.total = total
  }
}

/// The search of a screen, from keystroke to keystroke.
///
/// It keeps its working memory, so that a keystroke allocates only its result.
public struct ContactSearch: Sendable {
  private var reach = SearchReach()
  private var nearest: [UInt64] = []

  /// Creates a search, which takes its working memory at the first keystroke.
  public init() {}

  /// Finds the contacts that match every word of `text`; `nil` for a text without words, which
  /// selects the whole list.
  ///
  /// A word matches names, nicknames, organisations and e-mail addresses that begin with it, and
  /// numbers that contain it, whatever the case, the marks, or the format of a number. From four
  /// letters on, one typing error is tolerated.
  public mutating func find(
    _ text: String, in book: AddressBook, limit: Int = 50
  ) -> SearchResults? {
    let query = SearchQuery(text)
    guard !query.words.isEmpty else { return nil }
    measure(query, in: book.index)
    return results(limit, in: book)
  }

  /// Returns whether the last search found the contact; `book` is the one that was searched.
  public func hasFound(_ id: ContactID, in book: AddressBook) -> Bool {
    book.entries.slot(of: id).map(reach.holds) ?? false
  }

  private mutating func measure(_ query: SearchQuery, in index: SearchIndex) {
    // The longest word leaves the fewest contacts for the others.
    let words = query.words.sorted { $0.letters.count > $1.letters.count }
    reach.begin(index.capacity)
    index.measure(words[0], into: &reach)
    for next in words.dropFirst() { reach.extend { index.distance(of: next, from: $0) } }
  }

  /// Returns the first `limit` contacts by distance and place in the list.
  private mutating func results(_ limit: Int, in book: AddressBook) -> SearchResults {
    nearest.removeAll(keepingCapacity: true)
    var farthest = UInt64.max
    for slot in reach.found {
      let place = UInt64(reach[slot]) << 32 | UInt64(book.order.places[Int(slot)])
      guard place < farthest else { continue }
      nearest.append(place)
      // Now and then, so that few more are sorted than needed.
      if nearest.count == 2 * max(1, limit) { farthest = keepNearest(limit) }
    }
    _ = keepNearest(limit)
    let slots = nearest.map { book.order.slots[Int(UInt32(truncatingIfNeeded: $0))] }
    return SearchResults(
      nearest: slots.compactMap(book.entries.id), total: reach.found.count)
  }

  /// Sorts the nearest contacts, keeps the first `limit`, and returns the last one's key.
  private mutating func keepNearest(_ limit: Int) -> UInt64 {
    nearest.sort()
    if nearest.count > limit { nearest.removeLast(nearest.count - limit) }
    return nearest.last ?? 0
  }
}

extension TextStore {
  /// Returns whether the text at `span`, from its letter `place` on, begins with `typed` from
  /// `first` on.
  @inline(__always)
  func text(_ span: Span, from place: Int = 0, begins typed: [Unit], from first: Int = 0) -> Bool {
    let rest = typed.count - first
    guard Int(span.count) - place >= rest else { return false }
    let start = Int(span.start) + place
    var offset = 0
    while offset < rest, units[start + offset] == typed[first + offset] { offset += 1 }
    return offset >= rest
  }

  /// Returns whether the text at `span` begins with `typed`, except for one typing error in it.
  ///
  /// The error is a letter changed, left out, added, or swapped with its neighbour.
  func text(_ span: Span, beginsButForOneSlip typed: [Unit]) -> Bool {
    let (start, count) = (Int(span.start), Int(span.count))
    var place = 0
    while place < min(count, typed.count), units[start + place] == typed[place] { place += 1 }
    guard place < typed.count else { return true }
    let behind = place + 1
    // One letter too many, at the end of the word or before.
    return text(span, from: place, begins: typed, from: behind)
      || text(span, from: behind, begins: typed, from: behind)
      || text(span, from: behind, begins: typed, from: place)
      || behind < min(count, typed.count) && units[start + place] == typed[behind]
        && units[start + behind] == typed[place]
        && text(span, from: place + 2, begins: typed, from: place + 2)
  }
}
