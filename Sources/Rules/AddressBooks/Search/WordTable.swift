/// The distinct words of a search index, each once, for any number of contacts.
struct WordTable: Sendable {
  /// The first letters of each word.
  private(set) var heads: [UInt64] = []
  private var spans: [TextStore<UInt16>.Span] = []
  private(set) var text = TextStore<UInt16>()
  /// The numbers of the words, from 1, each in the first free place from its hash on.
  private var places: [UInt32] = []

  /// Returns the number of `word`, which is permanent.
  mutating func enter(_ word: [UInt16]) -> Int {
    if places.count < 2 * (heads.count + 1) { spread(over: max(64, 2 * places.count)) }
    let head = TermHead(word).letters
    var place = Self.hash(word) & (places.count - 1)
    while places[place] != 0 {
      let known = Int(places[place]) - 1
      if heads[known] == head, text[spans[known]].elementsEqual(word) { return known }
      place = (place + 1) & (places.count - 1)
    }
    heads.append(head)
    spans.append(text.append(word))
    places[place] = UInt32(heads.count)
    return heads.count - 1
  }

  /// Rehashes every word into `count` places, a power of two.
  private mutating func spread(over count: Int) {
    places = [UInt32](repeating: 0, count: count)
    for number in heads.indices {
      var place = Self.hash(self[number]) & (count - 1)
      while places[place] != 0 { place = (place + 1) & (count - 1) }
      places[place] = UInt32(number) + 1
    }
  }

  private static func hash(_ word: some Sequence<UInt16>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for unit in word { hash = (hash ^ UInt64(unit)) &* 0x0000_0100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 32)
  }

  subscript(number: Int) -> ArraySlice<UInt16> { text[spans[number]] }

  func span(_ number: Int) -> TextStore<UInt16>.Span { spans[number] }
}
