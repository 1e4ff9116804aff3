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
  private var word: [UInt8] = []
  private var sum: [UInt8] = []

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
    return nearest(limit, in: book)
  }

  private mutating func measure(_ query: SearchQuery, in index: SearchIndex) {
    // The longest word leaves the fewest contacts for the others.
    let words = query.words.sorted { $0.letters.count > $1.letters.count }
    sum.removeAll(keepingCapacity: true)
    sum.append(contentsOf: repeatElement(SearchIndex.nowhere, count: index.capacity))
    index.measure(words[0], into: &sum)
    for next in words.dropFirst() {
      word.removeAll(keepingCapacity: true)
      word.append(contentsOf: sum)
      for slot in sum.indices where sum[slot] != SearchIndex.nowhere {
        let further = index.distance(of: next, from: Slot(slot), using: &word)
        sum[slot] = further == SearchIndex.nowhere ? further : sum[slot] + further
      }
    }
  }

  /// Takes the first `limit` contacts by distance and place in the list, by counting distances.
  private func nearest(_ limit: Int, in book: AddressBook) -> SearchResults {
    var counts = [Int](repeating: 0, count: 256)
    for slot in book.order.slots { counts[Int(sum[Int(slot)])] += 1 }
    counts[Int(SearchIndex.nowhere)] = 0
    let total = counts.reduce(0, +)
    var next = [Int](repeating: 0, count: 256)
    for distance in 1..<256 { next[distance] = next[distance - 1] + counts[distance - 1] }
    let shown = min(limit, total)
    var nearest = [Slot](repeating: 0, count: shown)
    for slot in book.order.slots where sum[Int(slot)] != SearchIndex.nowhere {
      let distance = Int(sum[Int(slot)])
      if next[distance] < shown { nearest[next[distance]] = slot }
      next[distance] += 1
    }
    return SearchResults(nearest: nearest.compactMap { book.entries[$0]?.id }, total: total)
  }
}
