import AddressBooks
import Invites
import Profiles
import RandomStreams
import Vocabulary

/// The advice on bulk picking, in the current session.
struct SessionAdvice {
  private var member = Member.none
  private var session: UInt16 = 0
  private var advice = BulkAdvice()

  /// Returns the advice so far in the session of a member.
  func left(by member: UInt32, in session: UInt16) -> BulkAdvice {
    member == self.member && session == self.session ? advice : BulkAdvice()
  }

  mutating func keep(_ advice: BulkAdvice, of member: UInt32, in session: UInt16) {
    (self.member, self.session, self.advice) = (member, session, advice)
  }
}

// The contacts that members invite by name, and their phones' records of it.
extension GrowthModel {
  /// Returns the place in the address book of the contact whom this invite is for.
  func contact(ofInvite invite: UInt16, by person: PersonNumber, known: Int) -> Int {
    InviteDraws(plan.streams[.recipients], sender: person, invite: invite).contact(among: known)
  }

  /// Writes the app's data on the contact on whose page the invite starts into `sharer`.
  func describeContact(of number: UInt32, in sharer: inout Sharer) {
    let member = members[Int(number)]
    guard let known = plan.acquaintances.known(by: member) else { return }
    let place = contact(ofInvite: member.sent, by: member.person, known: known)
    if plan.matchesContacts, let contact = plan.acquaintances.contact(place, of: member.person),
      users.contains(contact)
    {
      sharer.contact.principal = PrincipalID(rawValue: contact)
    }
    sharer.invitedContact = histories[number]?.lastInvited(key(place)) != nil
  }

  /// Returns which of the next contacts were invited too recently to be invited again.
  func resting(for number: UInt32, at now: Instant) -> RestingContacts {
    var resting = RestingContacts()
    let member = members[Int(number)]
    guard plan.profile.limits.reinviteCooldown != nil, let history = histories[number],
      let known = plan.acquaintances.known(by: member)
    else { return resting }
    for place in 0..<RestingContacts.most {
      let contact = contact(
        ofInvite: member.sent &+ UInt16(place), by: member.person, known: known)
      switch plan.profile.limits.decideReinvite(
        lastInvited: history.lastInvited(key(contact)), at: now)
      {
      case .allowed: break
      case .refused: resting[place] = true
      }
    }
    return resting
  }

  /// Records the contact whom this invite is for, as far as the policy permits.
  mutating func remember(invite: UInt16, by number: UInt32, known: Int, at now: Instant) {
    let place = contact(ofInvite: invite, by: members[Int(number)].person, known: known)
    histories[number, default: InviteHistory()].note(
      [key(place)], at: now, under: plan.profile.history)
  }

  private func key(_ contact: Int) -> ContactKey { ContactKey(rawValue: UInt64(contact)) }
}

// The members' address books and their duplicates.
extension GrowthModel {
  /// Imports all contacts of a member, and draws the duplicates among them.
  mutating func importContacts(of number: UInt32) {
    let place = Int(number)
    let contacts = members[place].acquaintances
    members[place].past.insert(.hasImported)
    guard plan.needs.countDuplicates else { return }
    let suggestions = Poisson.certain(
      try .init(mean: Double(contacts) * plan.behaviour.market.suggestionsPerContact))
    members[place].suggestions = UInt16(
      clamping: plan.streams[.duplicates].sample(suggestions, members[place].person))
  }

  /// Reviews some of the member's pending duplicates, and returns the number resolved.
  mutating func reviewDuplicates(of place: Int, in session: UInt16) -> Int {
    guard members[place].suggestions > 0 else { return 0 }
    var review = ReviewCount(pending: Int(members[place].suggestions))
    review.resolve(
      plan.streams[.review].sample(
        plan.samplers.resolved, members[place].person, UInt32(session)))
    members[place].suggestions = UInt16(review.pending)
    return review.resolvedSinceLaunch
  }
}
