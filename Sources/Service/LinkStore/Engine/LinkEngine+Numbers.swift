import Invites
import Profiles
public import Vocabulary

/// A number of an upload that is a user's.
public struct NumberMatch: Hashable, Sendable, BitwiseCopyable {
  /// The place of the number in the upload.
  public let index: Int
  public let user: PrincipalID
}

extension LinkEngine {
  /// Stores the keyed hash of a user's verified number; `nil` removes it.
  ///
  /// Operators give numbers to new owners: another user who had it, and verified it earlier, loses
  /// it.
  public func set(_ number: NumberHash?, of principal: PrincipalID) {
    if let number, let other = store.user(of: number), other != principal {
      write(nil, of: other)
    }
    write(number, of: principal)
  }

  private func write(_ number: NumberHash?, of principal: PrincipalID) {
    var person = store.person(principal) ?? Person(principal)
    person.number = number
    if person != store.person(principal) { store.write(.person(person)) }
  }

  /// Returns the numbers of an upload that are active users' numbers, in their order.
  ///
  /// Nothing is written. The account of `uploader` is looked up in place of an unknown number's.
  public func match(_ numbers: [NumberHash], for uploader: PrincipalID) -> [NumberMatch] {
    let policy = profile.flow.uploads
    var matches: [NumberMatch] = []
    for (index, number) in numbers.enumerated() {
      let user = store.user(of: number)
      // Two look-ups for any number: an unknown one takes no less time.
      let account = account(of: user ?? uploader)
      if let user, policy.finds(account) { matches.append(NumberMatch(index: index, user: user)) }
    }
    return matches
  }
}
