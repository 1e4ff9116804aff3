/// What a search found.
public struct SearchResults: Hashable, Sendable {
  /// The nearest contacts first; of equally near ones, the first in the list.
  public let nearest: [ContactID]
  /// How many were found, shown or not.
  public let total: Int

  public init(nearest: [ContactID], total: Int) {
    self.nearest = nearest
    self.total = total
  }
}

/// The search of a screen, from keystroke to keystroke.
///
/// It keeps its working memory, so that a keystroke allocates nothing but its answer.
public struct ContactSearch: Sendable {
  private var reach = SearchReach()
  private var nearest: [UInt64] = []

  public init() {}

  /// Looks for contacts with every word of `text`; `nil` if there is no word in it, which asks for
  /// the whole list.
  ///
  /// A word finds names, nicknames, organisations, e-mail addresses that begin with it and numbers
  /// that contain it, whatever the case, the marks, or the format of a number. From four letters on,
  /// one slip of the hand is forgiven.
  public mutating func find(
    _ text: String, in book: AddressBook, limit: Int = 50
  ) -> SearchResults? {
    let query = SearchQuery(text)
    guard !query.words.isEmpty else { return nil }
    measure(query, in: book.index)
    return results(limit, in: book)
  }

  private mutating func measure(_ query: SearchQuery, in index: SearchIndex) {
    // The longest word leaves the fewest contacts for the others.
    let words = query.words.sorted { $0.letters.count > $1.letters.count }
    reach.begin(index.capacity)
    index.measure(words[0], into: &reach)
    for next in words.dropFirst() { reach.extend { index.distance(of: next, from: $0) } }
  }

  /// Takes the first `limit` contacts by distance and place in the list.
  private mutating func results(_ limit: Int, in book: AddressBook) -> SearchResults {
    nearest.removeAll(keepingCapacity: true)
    var farthest = UInt64.max
    for slot in reach.found {
      let place = UInt64(reach[slot]) << 32 | UInt64(book.order.places[Int(slot)])
      guard place < farthest else { continue }
      nearest.append(place)
      // Now and then, so that no more are sorted than are wanted.
      if nearest.count == 2 * max(1, limit) { farthest = keepNearest(limit) }
    }
    _ = keepNearest(limit)
    let slots = nearest.map { book.order.slots[Int(UInt32(truncatingIfNeeded: $0))] }
    return SearchResults(
      nearest: slots.compactMap(book.entries.id), total: reach.found.count)
  }

  /// Sorts who is near, keeps the first `limit`, and returns where the last of them is.
  private mutating func keepNearest(_ limit: Int) -> UInt64 {
    nearest.sort()
    if nearest.count > limit { nearest.removeLast(nearest.count - limit) }
    return nearest.last ?? 0
  }
}
