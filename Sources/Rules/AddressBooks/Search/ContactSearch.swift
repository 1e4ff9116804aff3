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
