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

  /// Whether all contacts of `person` would be of a community that has no other people.
  func isAlone(_ person: UInt32) -> Bool {
    market.communityShare >= 1 && community(of: person).members < 2
  }

  /// The community of `person`: its first person, and how many there are; the last may be smaller.
  @inline(__always)
  private func community(of person: UInt32) -> (first: UInt32, members: UInt32) {
    let people = UInt32(market.people)
    let size = UInt32(min(market.communitySize, market.people))
    let first = person / size * size
    return (first, min(size, people - first))
  }

  /// Contact number `number` of `person`, or `nil` for one who would be of the community of a person
  /// with no other people in it; two numbers of a person may be the same contact.
  @inline(__always)
  func contact(_ number: Int, of person: UInt32) -> UInt32? {
    let words = links.words(UInt64(person), UInt32(truncatingIfNeeded: number))
    let people = UInt32(market.people)
    let (u, _, _, _) = words.uniforms
    if u < market.communityShare {
      let (first, members) = community(of: person)
      guard members > 1 else { return nil }
      let step = 1 + Self.scale(words.high, to: members - 1)
      return first + (person - first + step) % members
    }
    guard people > 1 else { return nil }
    return (person + 1 + Self.scale(words.high, to: people - 1)) % people
  }

  /// A number below `bound`, which is small beside 2^64.
  private static func scale(_ word: UInt64, to bound: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: word.multipliedFullWidth(by: UInt64(bound)).high)
  }
}
