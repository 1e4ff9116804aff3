public import Vocabulary

extension LinkEngine {
  /// Stores a user's name and avatar.
  public func introduce(_ principal: PrincipalID, name: String?, avatar: String?) {
    var person = store.person(principal) ?? Person(principal)
    person.name = name
    person.avatar = avatar
    if person != store.person(principal) { store.write(.person(person)) }
  }

  /// Stores the state of a user's account: suspended, or active again.
  public func set(_ account: AccountState, of principal: PrincipalID) {
    var person = store.person(principal) ?? Person(principal)
    person.account = account
    if person != store.person(principal) { store.write(.person(person)) }
  }
}
