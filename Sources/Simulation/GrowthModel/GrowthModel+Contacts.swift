import AddressBooks
import Invites
import Profiles
import RandomStreams
import Vocabulary

/// The advice on picking many contacts, in the one session that is under way.
struct SessionAdvice {
  private var member = Member.none
  private var session: UInt16 = 0
  private var advice = BulkAdvice()

  /// Where the session of a member has left it.
  func left(by member: UInt32, in session: UInt16) -> BulkAdvice {
    member == self.member && session == self.session ? advice : BulkAdvice()
  }

  mutating func keep(_ advice: BulkAdvice, of member: UInt32, in session: UInt16) {
    (self.member, self.session, self.advice) = (member, session, advice)
  }
}

// Whom members have in mind when they invite by name, and what their phones remember of it.
extension GrowthModel {
  /// The place in the address book of the contact whom the invite of that number is for.
  func contact(ofInvite invite: UInt16, by person: UInt32, known: Int) -> Int {
    InviteLuck(ground.streams.recipients, sender: person, invite: invite).contact(among: known)
  }

  /// Puts into `sharer` what the app knows of the contact on whose page the invite would go.
  func describeContact(of number: UInt32, in sharer: inout Sharer) {
    let member = members[Int(number)]
    guard let known = ground.acquaintances.known(by: member) else { return }
    let place = contact(ofInvite: member.sent, by: member.person, known: known)
    let contact = ground.acquaintances.contact(place, of: member.person)
    let other = contact.map { people[Int($0)].member } ?? Member.none
    if ground.profile.flow.serverMatching, other != Member.none {
      sharer.contact.principal = PrincipalID(rawValue: UInt64(members[Int(other)].person))
    }
    sharer.invitedContact = histories[number]?.lastInvited(key(place)) != nil
  }

  /// Asks for each contact who may come to mind whether it is too early to invite them again.
  func resting(for number: UInt32, at now: Instant) -> RestingContacts {
    var resting = RestingContacts()
    let member = members[Int(number)]
    guard ground.profile.limits.reinviteCooldown != nil, let history = histories[number],
      let known = ground.acquaintances.known(by: member)
    else { return resting }
    for place in 0..<RestingContacts.most {
      let contact = contact(
        ofInvite: member.sent &+ UInt16(place), by: member.person, known: known)
      switch ground.profile.limits.decideReinvite(
        lastInvited: history.lastInvited(key(contact)), at: now)
      {
      case .allowed: break
      case .refused: resting[place] = true
      }
    }
    return resting
  }

  /// Remembers the contact whom the invite of that number is for, as far as the policy lets the app.
  mutating func remember(invite: UInt16, by number: UInt32, known: Int, at now: Instant) {
    let place = contact(ofInvite: invite, by: members[Int(number)].person, known: known)
    histories[number, default: InviteHistory()].note(
      [key(place)], at: now, under: ground.profile.history)
  }

  private func key(_ contact: Int) -> ContactKey { ContactKey(rawValue: UInt64(contact)) }
}

// What is in members' address books, and what they make of it.
extension GrowthModel {
  /// Lets the app know all contacts of a member, and find the duplicates among them.
  mutating func importContacts(of number: UInt32) {
    let place = Int(number)
    let contacts = members[place].acquaintances
    members[place].contacts = contacts
    guard ground.listening.triggers.contains(.dedupReview) else { return }
    let suggestions = Poisson.certain(
      try .init(mean: Double(contacts) * ground.behaviour.market.suggestionsPerContact))
    members[place].suggestions = UInt16(
      clamping: ground.streams.duplicates.sample(suggestions, UInt64(members[place].person)))
  }

  /// Lets a member review some of the duplicates that wait, and returns how many that resolves.
  mutating func reviewDuplicates(of place: Int, in session: UInt16) -> Int {
    guard members[place].suggestions > 0 else { return 0 }
    var review = ReviewCount(pending: Int(members[place].suggestions))
    review.resolve(
      ground.streams.review.sample(
        ground.samplers.resolved, UInt64(members[place].person), UInt32(session)))
    members[place].suggestions = UInt16(review.pending)
    return review.resolvedSinceLaunch
  }
}
