import RandomStreams

/// Acquaintances that are computed at each call; nothing is stored, whatever the number of people.
///
/// People live in communities, and most of their acquaintances live in the same one; so friends
/// have friends in common.
///
/// A class, so that calls do not copy it.
final class GeneratedAcquaintances: Sendable {
  private let market: Market
  private let links: RandomStream
  private let sizes: RandomStream
  private let contacts: LogNormal
  private let table: QuantileTable

  init(_ market: Market, chance: RandomSource) throws(InvalidParameter) {
    self.market = market
    links = chance.stream(for: DrawPurpose.acquaintance)
    sizes = chance.stream(for: DrawPurpose.contacts)
    contacts = try LogNormal(median: market.contactsMedian, sigma: market.contactsSigma)
    table = QuantileTable(contacts.quantile)
  }

  /// Returns the number of contacts on the phone of `person`.
  @inline(__always)
  func contacts(of person: PersonNumber) -> Int {
    let size = table.quantile(sizes.openUniform(person), else: contacts.quantile)
    return size < 60_000 ? Int(size.rounded()) : 60_000
  }

  /// Whether all contacts of `person` would be of a community that has no other people.
  func isAlone(_ person: PersonNumber) -> Bool {
    market.communityShare >= 1 && community(of: person).members < 2
  }

  /// Returns the community of `person`: its first person and its size; the last community may be
  /// smaller.
  @inline(__always)
  private func community(of person: PersonNumber) -> (first: PersonNumber, members: PersonNumber) {
    let people = UInt64(market.people)
    let size = UInt64(min(market.communitySize, market.people))
    let first = person / size * size
    return (first, min(size, people - first))
  }

  /// Returns contact number `number` of `person`; `nil` for a contact in a community without other
  /// people.
  ///
  /// Two numbers of a person may be the same contact.
  @inline(__always)
  func contact(_ number: Int, of person: PersonNumber) -> PersonNumber? {
    let words = links.words(person, UInt32(truncatingIfNeeded: number))
    let people = UInt64(market.people)
    let (u, _, _, _) = words.uniforms
    if u < market.communityShare {
      let (first, members) = community(of: person)
      guard members > 1 else { return nil }
      let step = 1 + Self.scale(words.high, to: members - 1)
      return first + Self.wrapped(person - first + step, below: members)
    }
    guard people > 1 else { return nil }
    return Self.wrapped(person + 1 + Self.scale(words.high, to: people - 1), below: people)
  }

  /// Returns a number below `bound`, which is small compared with 2^64.
  private static func scale(_ word: UInt64, to bound: UInt64) -> UInt64 {
    word.multipliedFullWidth(by: bound).high
  }

  /// Returns `number`, which is below twice `bound`, modulo `bound`.
  private static func wrapped(_ number: UInt64, below bound: UInt64) -> UInt64 {
    number < bound ? number : number - bound
  }
}
