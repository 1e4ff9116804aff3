import RandomStreams

/// Who knows whom, computed when asked: nothing is stored, however many people there are.
///
/// People live in communities, and most of those whom one knows live in one's own; so friends have
/// friends in common.
///
/// An object, so that nobody copies it for a single question.
final class GeneratedAcquaintances: Sendable {
  private let market: Market
  private let links: RandomStream
  private let sizes: RandomStream
  private let contacts: LogNormal
  private let table: QuantileTable

  init(_ market: Market, chance: RandomSource) throws(InvalidParameter) {
    self.market = market
    links = chance.stream(for: Luck.acquaintance)
    sizes = chance.stream(for: Luck.contacts)
    contacts = try LogNormal(median: market.contactsMedian, sigma: market.contactsSigma)
    table = QuantileTable(contacts.quantile)
  }

  /// The number of contacts on the phone of `person`.
  @inline(__always)
  func contacts(of person: UInt32) -> Int {
    let size = table.quantile(sizes.openUniform(UInt64(person)), else: contacts.quantile)
    return size < 60_000 ? Int(size.rounded()) : 60_000
  }

  /// Contact number `number` of `person`; now and then someone has two numbers.
  @inline(__always)
  func contact(_ number: Int, of person: UInt32) -> UInt32 {
    let words = links.words(UInt64(person), UInt32(truncatingIfNeeded: number))
    let people = UInt32(market.people)
    let size = UInt32(min(market.communitySize, market.people))
    let (u, _, _, _) = words.uniforms
    if u < market.communityShare, size > 1 {
      let first = person / size * size
      // The last community may be smaller than the others.
      let members = min(size, people - first)
      guard members > 1 else { return (person + 1) % people }
      let step = 1 + Self.scale(words.high, to: members - 1)
      return first + (person - first + step) % members
    }
    guard people > 1 else { return person }
    return (person + 1 + Self.scale(words.high, to: people - 1)) % people
  }

  /// A number below `bound`, which is small beside 2^64.
  private static func scale(_ word: UInt64, to bound: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: word.multipliedFullWidth(by: UInt64(bound)).high)
  }
}
