import RandomStreams
import Vocabulary

// How members differ in inviting, and recipients in what they make of it.
extension GrowthModel {
  /// Returns how many invites a newcomer sends on reaching home.
  func invitesAtHome(of person: PersonNumber) -> Int {
    let entity = person | 1 << 41
    guard plan.samplers.inviteFactor != nil else {
      return plan.streams[.sharing].sample(plan.samplers.invitesAtHome, entity)
    }
    let mean = plan.behaviour.sharing.invitesAtHome * inviteFactor(of: person)
    return plan.streams[.sharing].sample(Poisson.certain(try .init(mean: mean)), entity)
  }

  /// Returns the member's factor on the invites at home and per day.
  func inviteFactor(of person: PersonNumber) -> Double {
    guard let gamma = plan.samplers.inviteFactor else { return 1 }
    // The smallest number keeps a mean of invites, and a time to the next, within what is allowed.
    return min(max(plan.streams[.person].sample(gamma, person | 1 << 40), 1e-9), 1e6)
  }

  /// Decides on an invite whose chance depends on the recipient's earlier ones.
  mutating func weigh(_ passing: Passing, _ calendar: inout Calendar) {
    if trial != nil { takeUp(passing.inviter.marks.arm) }
    let place = territory.place(of: passing.subject)
    let earlier = received[Int(place)]
    if earlier < .max { received[Int(place)] += 1 }
    let draws = InviteDraws(
      plan.streams[.recipients], sender: passing.sender, invite: passing.number)
    let chance = plan.invites.tap(
      from: passing.sender, passing.origin,
      isByName: passing.inviter.marks.contains(.invitesByName), after: Int(earlier))
    let delay = draws.tap < chance ? tapDelay(draws) : nil
    let sent = passing.time - Self.windowLength
    if isObserved {
      notifyObserver(
        ofInviteFrom: UInt32(passing.sender), to: UInt32(passing.subject), origin: passing.origin,
        tapsAfter: delay, at: instant(sent))
    }
    guard let delay else { return }
    let moment = Double(sent) + Double(delay)
    let invite = invites.add(passing.inviter, number: passing.number)
    schedule(
      GrowthEvent(.tap, place, sender: invite, origin: passing.origin, number: passing.number),
      at: moment, &calendar)
  }
}
