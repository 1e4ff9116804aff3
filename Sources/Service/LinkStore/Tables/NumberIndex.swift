import Vocabulary

/// The users by the keyed hashes of their numbers; a number has one user.
struct NumberIndex {
  private var users: [NumberHash: PrincipalID] = [:]

  /// Returns the user of a number.
  subscript(number: NumberHash) -> PrincipalID? { users[number] }

  /// Records that the number of a user is another one, or none.
  mutating func change(of user: PrincipalID, from old: NumberHash?, to new: NumberHash?) {
    guard old != new else { return }
    // Another user may have the old one already.
    if let old, users[old] == user { users[old] = nil }
    if let new { users[new] = user }
  }
}
