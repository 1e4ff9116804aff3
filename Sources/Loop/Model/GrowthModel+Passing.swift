import SimulationKernel
import Vocabulary

// What passes between people.
extension GrowthModel {
  /// The tick of the earliest of `passings`; the greatest number without any.
  func earliest(in passings: borrowing Column<Passing>) -> UInt64 {
    var earliest = UInt32.max
    for place in passings.indices { earliest = min(earliest, passings[place].time) }
    return earliest == .max ? .max : instant(earliest).tick
  }

  /// Schedules what was sent to a person of the shard.
  mutating func receive(_ passing: Passing, _ calendar: inout Calendar) {
    switch passing.kind {
    case .tap:
      let invite = invites.add(passing.inviter, number: passing.number)
      calendar.schedule(
        GrowthEvent(
          .tap, territory.place(of: passing.subject), sender: invite, origin: passing.origin,
          number: passing.number),
        at: instant(passing.time))
    case .comeback: comeBack(passing, &calendar)
    case .invite: weigh(passing, &calendar)
    case .friend: meetFriend(passing)
    case .asked: noteAsked(passing.subject, by: passing.sender)
    case .organic, .crowd:
      calendar.schedule(
        GrowthEvent(
          passing.kind == .organic ? .organic : .crowd,
          UInt32(truncatingIfNeeded: passing.sender), number: passing.number),
        at: instant(passing.time) + .substitute)
    }
  }

  /// Names the people of an event by their numbers in the market.
  @inline(__always)
  public func fingerprint(of event: GrowthEvent) -> UInt64 {
    switch event.kind {
    case .session, .share, .home, .deletion, .accept:
      event.fingerprint(
        of: members[Int(event.subject)].person, by: event.sender == GrowthEvent.none ? 0 : 1)
    case .tap, .launch:
      event.fingerprint(
        of: territory.person(at: event.subject), by: invites[event.sender].inviter.person)
    case .organic, .crowd: event.fingerprint(of: UInt64(event.subject), by: 0)
    }
  }
}
