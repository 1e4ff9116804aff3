import Invites
import RandomStreams
import Vocabulary

/// The number of a person in the market, below 2^40.
typealias PersonNumber = UInt64

/// The number of a person in five bytes, as records keep it.
struct KeptPerson: BitwiseCopyable, Equatable {
  private let low: UInt32
  private let high: UInt8

  static let none = KeptPerson(noPerson)
  /// The number of no person.
  static let noPerson: PersonNumber = 1 << 40 - 1

  init(_ number: PersonNumber) {
    low = UInt32(truncatingIfNeeded: number)
    high = UInt8(truncatingIfNeeded: number >> 32)
  }

  var number: PersonNumber { UInt64(low) | UInt64(high) << 32 }
}

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

/// The chances that an invite is tapped and that the tap leads to an install: by who sent it, by what
/// it is, and by how many the recipient had before.
struct InviteChances: Sendable {
  /// Whether all invites have the same chance.
  let areAlike: Bool
  /// Whether the chance depends on the invites that the recipient had before.
  let countInvites: Bool
  /// The chance of a tap by each recipient, where it is the same.
  let tap: Double

  private let taps, installs: SpreadChance
  /// By the packed origin of an invite.
  private let logOddsOfOrigin: [Double]
  private let logOddsByName: Double
  /// By the number of the invite among those to its recipient, from 0; the last is for all later.
  private let logOddsOfRepeat: [Double]
  private let people: RandomStream

  init(_ recipients: Recipients, people: RandomStream) {
    self.people = people
    tap = recipients.tap
    taps = recipients.spreadTap
    installs = recipients.spreadInstall
    logOddsByName = Double.log(recipients.byNameOdds)
    logOddsOfRepeat = recipients.repeatOdds.map { Double.log($0) }
    countInvites = !recipients.repeatOdds.isEmpty
    let factors = recipients.oddsByOrigin
    logOddsOfOrigin = factors.map { Double.log($0) }
    areAlike =
      recipients.inviterSpread == 0 && recipients.byNameOdds == 1 && !countInvites
      && factors.allSatisfy { $0 == 1 }
  }

  /// Returns the chance that a recipient taps; `earlier` are the invites that they had before.
  func tap(
    from inviter: PersonNumber, _ origin: Origin, isByName: Bool, after earlier: Int = 0
  ) -> Double {
    guard !areAlike else { return tap }
    var logOdds = logOddsOfOrigin[Int(origin.packed)]
    if isByName { logOdds += logOddsByName }
    if countInvites { logOdds += logOddsOfRepeat[min(earlier, logOddsOfRepeat.count - 1)] }
    return taps.chance(at: deviate(of: inviter), logOdds: logOdds)
  }

  /// Returns the chance that a tap leads to an install.
  @inline(__always)
  func install(from inviter: PersonNumber) -> Double {
    installs.spread == 0 ? installs.mean : installs.chance(at: deviate(of: inviter))
  }

  /// How well the inviter invites: a standard normal deviate.
  private func deviate(of inviter: PersonNumber) -> Double {
    taps.spread == 0 ? 0 : Double.normalQuantile(people.openUniform(inviter | 1 << 41))
  }
}

extension Recipients {
  /// The factors on the odds of a tap, by the packed origin of an invite.
  fileprivate var oddsByOrigin: [Double] {
    var odds = [Double](repeating: 1, count: Int(UInt8.max) + 1)
    let targets = [nil] + ShareTarget.allCases.map { Optional($0) }
    for target in targets {
      let ofChannel = target.map { channelOdds[$0] } ?? 1
      for way in Origin.Way.allCases {
        odds[Int(Origin(target, by: .way(way)).packed)] = ofChannel
      }
      for trigger in PromptTrigger.allCases {
        odds[Int(Origin(target, by: .prompt(trigger)).packed)] = ofChannel * triggerOdds[trigger]
      }
    }
    return odds
  }
}

/// What the recipient's side reads of the sender of an invite, as it was when the invite was sent.
///
/// It travels with the invite, since the sender may be held by another shard. The sender's later
/// deletion is part of it: it is drawn beforehand.
struct Inviter: BitwiseCopyable {
  /// The time of the sender's launch, in seconds since the start.
  let joined: UInt32
  /// The time at which the sender deletes the account; `Member.never` without.
  let deletes: UInt32
  /// The time at which the invite's link was made; `Member.never` where links do not expire.
  var linkMade: UInt32
  private let kept: KeptPerson
  var marks: Marks
  /// The sender's depth in the cascade, and in the last bits what else is known.
  private var lineage: UInt16

  struct Marks: OptionSet, BitwiseCopyable {
    let rawValue: UInt8

    /// Was a member from the start.
    static let isSeed = Marks(rawValue: 1)
    /// Was invited by the recipient, and connected with them.
    static let isPairedWithRecipient = Marks(rawValue: 1 << 1)
    /// Sent the invite to a contact by name.
    static let invitesByName = Marks(rawValue: 1 << 2)

    mutating func set(_ mark: Marks, _ isSet: Bool) {
      self = isSet ? union(mark) : subtracting(mark)
    }
  }

  init(
    _ person: PersonNumber, joined: UInt32, deletes: UInt32, linkMade: UInt32, generation: UInt16,
    isSeed: Bool, isKeen: Bool = false
  ) {
    kept = KeptPerson(person)
    self.joined = joined
    self.deletes = deletes
    self.linkMade = linkMade
    lineage = generation | (isKeen ? Self.keenBit : 0)
    marks = isSeed ? .isSeed : []
  }

  var person: PersonNumber { kept.number }
  var isSeed: Bool { marks.contains(.isSeed) }
  var generation: UInt16 { lineage & Member.deepest }
  var isKeen: Bool { lineage & Self.keenBit != 0 }
  /// Whether the invite was sent before the start; see ``Tally``.
  var isEarlier: Bool { lineage & Self.earlierBit != 0 }

  /// The same, as the sender of an invite from before the start.
  var earlier: Inviter {
    var earlier = self
    earlier.lineage |= Self.earlierBit
    return earlier
  }

  private static let keenBit: UInt16 = 1 << 15
  private static let earlierBit: UInt16 = 1 << 14

  /// Whether the sender has deleted the account by `seconds`.
  func isDeleted(at seconds: UInt32) -> Bool { deletes <= seconds }
}

/// The state of a person of the market, in four bytes: the member's number, or else the person's
/// newest click.
///
/// One record holds either: clicks are removed once they have led to a member.
struct PersonRecord: BitwiseCopyable {
  static let stranger = PersonRecord()

  private static let click: UInt32 = 1 << 31
  private var bits = UInt32.max

  var isMember: Bool { bits & Self.click == 0 }

  /// The number of the member, or `Member.none`; a member has no clicks.
  var member: UInt32 {
    get { isMember ? bits : Member.none }
    set {
      precondition(newValue & Self.click == 0, "there is room for two thousand million members")
      bits = newValue
    }
  }

  /// The place of the newest click, or `ReceivedInvites.none`; always `none` for a member.
  var firstClick: UInt32 {
    get { isMember || bits == ReceivedInvites.none ? ReceivedInvites.none : bits & ~Self.click }
    set {
      assert(!isMember)
      bits = newValue | Self.click
    }
  }
}

/// The invites whose links are tapped: those with a tap ahead, those with a launch ahead, and the
/// recorded clicks of people who are not members, in one list per person.
struct ReceivedInvites: ~Copyable {
  /// One invite, in half a line of the cache.
  struct Record: BitwiseCopyable {
    let inviter: Inviter
    /// The time of the recorded click, in seconds since the start.
    fileprivate(set) var at: UInt32 = 0
    fileprivate(set) var next = none
    /// The number of the invite among the inviter's.
    let number: UInt16
    fileprivate(set) var standing = LinkStanding.valid
    fileprivate(set) var uses: Uses = .tap
  }

  /// What refers to an invite; without any its place is free.
  struct Uses: OptionSet, BitwiseCopyable {
    let rawValue: UInt8

    static let tap = Uses(rawValue: 1)
    static let launch = Uses(rawValue: 1 << 1)
    static let click = Uses(rawValue: 1 << 2)
  }

  static let none = UInt32.max

  private var records = Column<Record>()
  private var free = none

  subscript(place: UInt32) -> Record { records[Int(place)] }

  func prefetch(_ place: UInt32) { records.prefetch(place) }

  /// Adds an invite whose link will be tapped; returns its place.
  mutating func add(_ inviter: Inviter, number: UInt16) -> UInt32 {
    let record = Record(inviter: inviter, number: number)
    guard free != Self.none else {
      precondition(records.count < 1 << 31, "there is room for two thousand million invites")
      records.append(record)
      return UInt32(records.count - 1)
    }
    let place = free
    free = records[Int(place)].next
    records[Int(place)] = record
    return place
  }

  /// Inserts the click on an invite at the front of the list that begins at `head`.
  mutating func record(
    _ place: UInt32, at seconds: UInt32, standing: LinkStanding, in head: inout UInt32
  ) {
    records[Int(place)].at = seconds
    records[Int(place)].standing = standing
    records[Int(place)].next = head
    records[Int(place)].uses.insert(.click)
    head = place
  }

  /// Notes that an invite leads to a launch.
  mutating func awaitLaunch(_ place: UInt32) { records[Int(place)].uses.insert(.launch) }

  /// Ends one use of an invite.
  mutating func end(_ use: Uses, of place: UInt32) {
    records[Int(place)].uses.remove(use)
    guard records[Int(place)].uses.isEmpty else { return }
    records[Int(place)].next = free
    free = place
  }

  /// Removes the list that begins at `head`.
  mutating func forget(_ head: inout UInt32) {
    while head != Self.none {
      let next = records[Int(head)].next
      end(.click, of: head)
      head = next
    }
  }

  /// Removes clicks older than `oldest` from the list that begins at `head`.
  mutating func forget(_ head: inout UInt32, before oldest: UInt32) {
    // Newest first: all clicks after one that is too old are too old.
    if head != Self.none, records[Int(head)].at < oldest { return forget(&head) }
    var place = head
    while place != Self.none {
      var next = records[Int(place)].next
      if next != Self.none, records[Int(next)].at < oldest {
        forget(&next)
        records[Int(place)].next = Self.none
      }
      place = next
    }
  }

  var bytes: Int { records.bytes }
}

/// The choice of start members by where they live and whom they know.
///
/// The same for every shard.
struct SeedPlacing {
  private let seeds: Int
  private let people: Int
  private let communitySize: Int
  private let key: UInt64
  private let acquaintances: Acquaintances

  init(
    of seeds: Int, in market: Market, stream: RandomStream, acquaintances: Acquaintances
  ) {
    self.seeds = seeds
    people = market.people
    communitySize = min(market.communitySize, market.people)
    key = stream.words(3).low
    self.acquaintances = acquaintances
  }

  /// Returns the start members, in the order of their numbers as members.
  func people(_ placement: SeedPlacement) -> [PersonNumber] {
    switch placement {
    case .random:
      let order = Permutation(of: people, key: key)
      return (0..<seeds).map { PersonNumber(order[$0]) }
    case .dense: return dense()
    case .spread: return spread()
    case .connected: return connected()
    }
  }

  /// Neighbouring communities, from the first person of one that is drawn.
  private func dense() -> [PersonNumber] {
    let first = Int(key.multipliedFullWidth(by: UInt64(communities)).high) * communitySize
    return (0..<seeds).map { PersonNumber((first + $0) % people) }
  }

  private var communities: Int { (people + communitySize - 1) / communitySize }

  /// One of each community in turns, in an order of communities and of their people that is drawn.
  private func spread() -> [PersonNumber] {
    let order = Permutation(of: communities, key: key)
    let members = Permutation(of: communitySize, key: key ^ .max)
    var chosen: [PersonNumber] = []
    chosen.reserveCapacity(seeds)
    for round in 0..<communitySize {
      for turn in 0..<communities {
        guard chosen.count < seeds else { return chosen }
        // The last community may have no such person.
        let person = order[turn] * communitySize + members[round]
        if person < people { chosen.append(PersonNumber(person)) }
      }
    }
    return chosen
  }

  /// Those with the most contacts; of equally many, the first.
  private func connected() -> [PersonNumber] {
    var counts = [Int](repeating: 0, count: Int(UInt16.max) + 1)
    for person in 0..<people { counts[contacts(of: person)] += 1 }
    var (least, above) = (counts.count - 1, 0)
    while least > 0, above + counts[least] < seeds {
      above += counts[least]
      least -= 1
    }
    var chosen: [PersonNumber] = []
    var ofLeast = seeds - above
    for person in 0..<people {
      let contacts = contacts(of: person)
      guard contacts >= least else { continue }
      if contacts == least {
        guard ofLeast > 0 else { continue }
        ofLeast -= 1
      }
      chosen.append(PersonNumber(person))
    }
    return chosen
  }

  private func contacts(of person: Int) -> Int {
    min(acquaintances.contacts(of: PersonNumber(person)), Int(UInt16.max))
  }
}
