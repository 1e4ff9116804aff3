/// The people whom the phones of others know to be users: those who were members at the last
/// exchange, one bit for each of the market.
struct KnownUsers: ~Copyable {
  private var words: Column<UInt64>

  init(of people: Int) { words = Column(repeating: 0, count: (people + 63) / 64) }

  func contains(_ person: PersonNumber) -> Bool {
    words[Int(person >> 6)] >> (person & 63) & 1 == 1
  }

  mutating func insert(_ person: PersonNumber) { words[Int(person >> 6)] |= 1 << (person & 63) }

  var bytes: Int { words.bytes }
}
