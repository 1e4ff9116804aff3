import RandomStreams

/// The acquaintances of all people.
enum Acquaintances: Sendable {
  case generated(GeneratedAcquaintances)
  case given(GivenAcquaintances)

  init(_ market: Market, chance: RandomSource) throws(InvalidParameter) {
    if let edges = market.acquaintances {
      self = .given(GivenAcquaintances(edges))
    } else {
      self = .generated(try GeneratedAcquaintances(market, chance: chance))
    }
  }

  /// Returns the number of contacts on the phone of `person`.
  @inline(__always)
  func contacts(of person: PersonNumber) -> Int {
    switch self {
    case .generated(let acquaintances): acquaintances.contacts(of: person)
    case .given(let given): given.edges.count(of: person)
    }
  }

  /// Returns the number of contacts that `member` may invite; `nil` without any.
  @inline(__always)
  func known(by member: Member) -> Int? {
    switch self {
    // A member with an empty phone can still invite.
    case .generated(let acquaintances):
      return acquaintances.isAlone(member.person) ? nil : max(1, Int(member.acquaintances))
    case .given(let given):
      let count = given.edges.count(of: member.person)
      return count == 0 ? nil : count
    }
  }

  /// Returns contact number `number` of `person`, from 0; `nil` for a contact outside of the
  /// market.
  @inline(__always)
  func contact(_ number: Int, of person: PersonNumber) -> PersonNumber? {
    switch self {
    case .generated(let acquaintances): acquaintances.contact(number, of: person)
    case .given(let given): PersonNumber(given.edges.contact(number, of: person))
    }
  }
}

/// The acquaintances that the scenario gives.
final class GivenAcquaintances: Sendable {
  let edges: EdgeList

  init(_ edges: EdgeList) { self.edges = edges }
}
