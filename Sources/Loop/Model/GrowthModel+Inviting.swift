import Invites
import Profiles
import RandomStreams
import Vocabulary

/// Who invited each person first, and whether others did; in a large market of a sample of people.
///
/// Four bytes for each of 131,072 people at most: more would not stay in the processor's cache, and
/// every invite looks here. The sample is the same for any number of shards.
struct AskedPeople: ~Copyable {
  private static let mostRows = 512

  /// The number of the first inviter, from 1; 0 for nobody.
  ///
  /// Of markets beyond two thousand million people two inviters may have one number.
  private var first: Column<UInt32>
  private let territory: Territory
  /// The step from one row of people that is looked at to the next, as a power of two.
  private let skippedBits: UInt64
  private static let another: UInt32 = 1 << 31

  init(in territory: Territory) {
    self.territory = territory
    let skipped = Self.skippedBits(of: territory)
    skippedBits = skipped
    first = Column(
      repeating: 0, count: (territory.rows >> Int(skipped) + 1) * territory.placesOfRow)
  }

  private static func skippedBits(of territory: Territory) -> UInt64 {
    var bits: UInt64 = 0
    while territory.rows >> Int(bits) > mostRows { bits += 1 }
    return bits
  }

  /// The people in the market for each that is looked at.
  var weight: Int { 1 << Int(skippedBits) }

  /// Returns whether a person is looked at.
  @inline(__always)
  func has(_ person: PersonNumber) -> Bool {
    person >> territory.partitionBits & (1 << skippedBits - 1) == 0
  }

  /// Notes an invite to a person who is looked at, and returns what it makes of the person.
  @inline(__always)
  mutating func note(_ person: PersonNumber, by sender: PersonNumber) -> News {
    let row = person >> (territory.partitionBits + skippedBits)
    let place = Int(
      territory.place(of: row << territory.partitionBits | territory.partition(of: person)))
    let known = first[place]
    let inviter = UInt32(truncatingIfNeeded: sender &+ 1) & ~Self.another
    if known == 0 {
      first[place] = inviter
      return .firstInvite
    }
    guard known & Self.another == 0, known != inviter else { return .none }
    first[place] = known | Self.another
    return .secondInviter
  }

  enum News { case none, firstInvite, secondInviter }

  var bytes: Int { first.bytes }
}

// How members differ in inviting, what limits them, and recipients in what they make of it.
extension GrowthModel {
  /// Returns how many invites a newcomer sends on reaching home.
  func invitesAtHome(of number: UInt32) -> Int {
    let person = members[Int(number)].person
    let entity = person | 1 << 41
    let factor = inviteFactor(of: person) * kindFactor(of: number)
    guard factor != 1 else {
      return plan.streams[.sharing].sample(plan.samplers.invitesAtHome, entity)
    }
    let mean = plan.behaviour.sharing.invitesAtHome * factor
    return plan.streams[.sharing].sample(Poisson.certain(try .init(mean: mean)), entity)
  }

  /// Returns the kind of a new member: in part its sender's, if an invite brought it.
  func kind(of person: PersonNumber, broughtBy sender: Inviter?) -> Member.Kind {
    let (likeness, own, _, _) = plan.streams[.person].words(person | 1 << 42, 0).uniforms
    var kind: Member.Kind = sender == nil ? .founder : []
    let takesAfter = likeness < plan.behaviour.sharing.keenLikeness ? sender : nil
    if takesAfter?.isKeen ?? (own < plan.behaviour.sharing.keenShare) {
      kind.insert(.keen)
    }
    return kind
  }

  /// Returns how many times as much a member invites unasked, by its kind.
  func kindFactor(of number: UInt32) -> Double {
    guard plan.needs.tellsKinds else { return 1 }
    let (kind, sharing) = (rest[Int(number)].kind, plan.behaviour.sharing)
    return (kind.contains(.founder) ? sharing.founderFactor : 1)
      * (kind.contains(.keen) ? sharing.keenFactor : 1)
  }

  /// Returns how many of these invites a member has left.
  func left(of invites: Int, by number: UInt32) -> Int {
    guard let most = plan.behaviour.sharing.mostInvites else { return invites }
    return min(invites, max(0, most - Int(given[Int(number)])))
  }

  /// Returns how many of these invites outside of the app's screens the day's limit allows a member;
  /// each counts as one that is made and sent.
  mutating func allowed(_ invites: Int, by number: UInt32, at now: Instant) -> Int {
    let limits = plan.profile.limits
    let invites = left(of: invites, by: number)
    guard limits.dailyInvites != nil, invites > 0 else { return invites }
    var day = daily.removeValue(forKey: number) ?? DailyTally()
    defer { daily[number] = day }
    for allowed in 0..<invites {
      let decision = limits.decideInvite(
        after: day, at: now, calendar: plan.profile.calendar, zone: plan.behaviour.market.zone)
      if case .refused(let reason) = decision {
        tally.shares.refusedByRule[reason.rule, default: 0] += invites - allowed
        return allowed
      }
      limits.record(.created, in: &day, at: now)
      limits.record(.sent, in: &day, at: now)
    }
    return invites
  }

  /// Returns the member's factor on the invites at home and per day.
  func inviteFactor(of person: PersonNumber) -> Double {
    guard let gamma = plan.samplers.inviteFactor else { return 1 }
    // The smallest number keeps a mean of invites, and a time to the next, within what is allowed.
    return min(max(plan.streams[.person].sample(gamma, person | 1 << 40), 1e-9), 1e6)
  }

  /// Counts an invite where its recipient is held; one of the last minute counts nowhere.
  mutating func ask(_ recipient: PersonNumber, by sender: PersonNumber, at moment: UInt32) {
    let end = moment &+ Self.windowLength
    guard asked.has(recipient), Double(end) < plan.length else { return }
    if territory.holds(territory.partition(of: recipient)) {
      noteAsked(recipient, by: sender)
    } else {
      pass(Passing(.asked, to: recipient, from: sender, at: end))
    }
  }

  /// Counts an invite among those to its recipient.
  mutating func noteAsked(_ recipient: PersonNumber, by sender: PersonNumber) {
    tally.recipients.invites += 1
    switch asked.note(recipient, by: sender) {
    case .none: break
    case .firstInvite:
      tally.recipients.people += 1
      tally.recipients.inMarket += asked.weight
    case .secondInviter: tally.recipients.ofSeveral += 1
    }
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
