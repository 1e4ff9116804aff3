import Invites
import Onboarding
import Profiles
import Prompts
import RandomStreams
import SimulationKernel
import Synchronization
import Vocabulary

/// The lives of some hundred members until the start of a run, from whom the members of the start
/// have their past.
///
/// Each was lived by the model itself, under the same rules: a launch at its time, a first run, and
/// the sessions since then of someone who is there at the start. They are lived once for a plan and
/// some replications of a seed, and whoever reads them does not change them, so all workers share them.
final class PastLives: Sendable {
  /// The longest past: whole weeks, so that the rhythm of the week goes on.
  private static let days = 364
  static let seconds = UInt32(days * 86_400)
  /// The days and the sessions after which little is new to a member: those who have been there for
  /// longer are told apart by their age alone.
  private static let formative = (days: 91.0, sessions: 120.0)
  /// How long invites may be on their way, and contacts be remembered.
  private static let daysOfSends: UInt32 = 60
  /// The least and the greatest number of lives.
  private static let numbers = 64...1_024
  /// The replications that share lives.
  ///
  /// More would share the luck of these, which no mean averages and no interval sees; for each its own
  /// would take half as long as a short run.
  private static let replications: UInt32 = 32

  /// One life, as it stands at the start.
  struct Life {
    let member: Member
    /// The launch, in seconds since the epoch.
    let joined: UInt32
    let history: PromptHistory
    let linkMade: UInt32
    /// The invites that it sent, where their number is limited, and those that count toward the day's.
    let given: UInt16
    let daily: DailyTally?
    /// The latest of its invites, in the order of sending.
    let sends: [Send]

    /// The days from the launch to the start.
    var days: Double { Double(PastLives.seconds - joined) / 86_400 }
  }

  /// An invite, by its number among its sender's.
  struct Send {
    let at: UInt32
    let number: UInt16
    let origin: Origin
    let isByName: Bool
  }

  /// In the order of the inclination to share.
  private let lives: [Life]
  /// Whether the lives know the duplicates in their address books.
  let countsDuplicates: Bool

  /// Returns the life of someone as inclined to share as `propensity`: one of a few, by the draw `u`.
  func life(like propensity: Float, at u: Double) -> Life? {
    guard !lives.isEmpty else { return nil }
    let near = max(1, lives.count / 32)
    let first = max(0, place { $0 < propensity } - near)
    let end = min(lives.count, place { $0 <= propensity } + near)
    return lives[first + Int(u * Double(end - first))]
  }

  /// Returns the number of lives at the front whose inclination is `before`.
  private func place(_ before: (Float) -> Bool) -> Int {
    var (low, high) = (0, lives.count)
    while low < high {
      let middle = (low + high) / 2
      if before(lives[middle].member.propensity) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Lets the members live.
  ///
  /// - Throws: `InvalidParameter`, `JourneySettingError`, or `CancellationError` once the task is
  ///   cancelled.
  private init(of past: GrowthPlan, members: Int, perDay: Double, chance: RandomSource) throws {
    let plan = try PreparedGrowthPlan(past, chance: chance, isPast: true)
    let territory = Territory(of: past.behaviour.market.people)
    let wanted = min(max(members, Self.numbers.lowerBound), Self.numbers.upperBound)
    // Those whose first run leads home, and how many of all do.
    var people: [PersonNumber] = []
    var tried: PersonNumber = 0
    while people.count < wanted, tried < territory.people {
      if plan.reachesHome(tried) { people.append(tried) }
      tried += 1
    }
    let ages = Ages(
      plan.lifetime, newcomers: perDay * Double(people.count) / Double(tried), members: members)
    var simulation = Simulation(GrowthModel(plan, in: territory), from: plan.start)
    let rate = past.behaviour.use.sessionsPerDay
    let longest = rate > 0 ? max(Self.formative.days, Self.formative.sessions / rate) : 0
    var joined: [PersonNumber: UInt32] = [:]
    for (number, person) in people.enumerated() {
      let age = ages.days(at: (Double(number) + 0.5) / Double(people.count))
      joined[person] = UInt32(max(0, plan.length - max(1, (age * 86_400).rounded())))
      let launch = plan.length - max(1, (min(age, longest) * 86_400).rounded())
      simulation.calendar.schedule(
        GrowthEvent(.organic, UInt32(number), sender: territory.place(of: person)),
        at: plan.start + .seconds(Int64(max(0, launch))))
    }
    var sends: [PersonNumber: [Send]] = [:]
    var parcel = Parcel()
    let end = plan.start + .days(Int64(past.days))
    var ending = Simulation<GrowthModel>.Ending.paused
    while ending == .paused {
      // No one waits for a past whose run was left; the next run begins it anew. Each window with an
      // invite is a pause.
      ending = try simulation.run(until: end, every: 2_048) { _ in !Task.isCancelled }
      try Task.checkCancellation()
      simulation.model.hand(to: &parcel)
      for place in parcel.outgoing.indices {
        let passing = parcel.outgoing[place]
        let sent = passing.time - GrowthModel.windowLength
        guard passing.kind == .invite, Self.seconds - sent < Self.daysOfSends * 86_400 else {
          continue
        }
        sends[passing.sender, default: []].append(
          Send(
            at: sent, number: passing.number, origin: passing.origin,
            isByName: passing.inviter.marks.contains(.invitesByName)))
      }
      parcel.outgoing.removeAll()
      parcel.newUsers.removeAll()
    }
    countsDuplicates = plan.needs.countDuplicates
    lives = simulation.model.lives(joined, sends)
  }

  // MARK: Once for a plan

  /// Returns the lives before a replication of `plan`; those of the same past are lived once.
  ///
  /// - Throws: `InvalidParameter`, `JourneySettingError`, or `CancellationError` once the task is
  ///   cancelled.
  static func before(_ plan: GrowthPlan, chance: RandomSource) throws -> PastLives {
    let origin = Origins(before: plan, chance: chance)
    let place = kept.withLock { kept in
      if let found = kept.first(where: { $0.origins == origin }) { return found.place }
      let place = Place()
      kept.append((origin, place))
      if kept.count > most { kept.removeFirst() }
      return place
    }
    return try place.lives.withLock { lives throws in
      if let lives { return lives }
      let lived = try PastLives(
        of: origin.plan, members: origin.members, perDay: origin.perDay, chance: origin.chance)
      lives = lived
      return lived
    }
  }

  /// All that lives depend on.
  private struct Origins: Hashable, Sendable {
    let plan: GrowthPlan
    let members: Int
    let perDay: Double
    let chance: RandomSource

    init(before plan: GrowthPlan, chance: RandomSource) {
      var past = GrowthPlan()
      past.profile = plan.past?.profile ?? plan.profile
      past.behaviour = plan.past?.behaviour ?? plan.behaviour
      past.days = PastLives.days
      past.start = plan.start - .days(Int64(PastLives.days))
      let arrivals = past.behaviour.arrivals
      perDay = arrivals.organicPerDay
      members = min(arrivals.seeds, past.behaviour.market.people)
      let group = chance.replication / PastLives.replications
      self.chance = RandomSource(seed: chance.seed, replication: .max - group)
      // No one comes but those who live, and no invite arrives: what becomes of it is drawn anew for
      // each member of the start.
      past.behaviour.arrivals = OrganicArrivals()
      past.behaviour.arrivals.seeds = 0
      past.behaviour.arrivals.organicPerDay = 0
      past.behaviour.devices = Devices()
      var recipients = Recipients()
      recipients.complaint = past.behaviour.recipients.complaint
      // Each invite passes the hands of the model's owner.
      recipients.repeatOdds = [1]
      past.behaviour.recipients = recipients
      past.behaviour.use.accountDeletionPerDay = 0
      if past.behaviour.market.acquaintances == nil {
        past.behaviour.market.people = 4 * PastLives.numbers.upperBound
      }
      self.plan = past
    }
  }

  private final class Place: Sendable {
    let lives = Mutex<PastLives?>(nil)
  }

  /// The lives of the latest plans, at most so many.
  private static let kept = Mutex<[(origins: Origins, place: Place)]>([])
  private static let most = 32
}

/// How long members who are there have been: as if newcomers had always come at the pace of the plan.
///
/// Where that explains fewer members than there are, the others came earlier than the last quarter,
/// so that the weeks ahead resemble those before.
struct Ages {
  private static let parts = 8
  private static let quarter = 91 * parts
  /// The number of members who are younger than each part of a day.
  private var younger = [0.0]
  private let members: Double

  init(_ lifetime: Lifetime, newcomers perDay: Double, members: Int) {
    let ends = (0...364 * Self.parts).map { part in
      lifetime.proportion(after: Double(part) / Double(Self.parts))
    }
    let staying = zip(ends, ends.dropFirst()).map { ($0 + $1) / 2 / Double(Self.parts) }
    let recent = perDay * staying[..<Self.quarter].reduce(0, +)
    let earlier = staying[Self.quarter...].reduce(0, +)
    let pace = earlier > 0 ? max(perDay, (Double(members) - recent) / earlier) : perDay
    // Where no one comes any more and no one stays that long, only proportions matter.
    let isOver = recent <= 0 && earlier <= 0
    for (part, share) in staying.enumerated() {
      let factor = isOver ? 1 : part < Self.quarter ? perDay : pace
      younger.append(younger[part] + factor * share)
    }
    self.members = isOver ? .infinity : Double(members)
  }

  /// Returns the age, in days, below which the proportion `u` of the members is.
  func days(at u: Double) -> Double {
    let target = u * min(members, younger[younger.count - 1])
    var (low, high) = (0, younger.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if younger[middle] <= target { low = middle } else { high = middle }
    }
    let width = younger[high] - younger[low]
    let within = width > 0 ? (target - younger[low]) / width : 0.5
    return (Double(low) + within) / Double(Self.parts)
  }
}

extension PreparedGrowthPlan {
  /// Whether the first run of `person`, who comes without an invite, leads home.
  fileprivate func reachesHome(_ person: PersonNumber) -> Bool {
    var newcomer = Newcomer()
    newcomer.contacts = Int(UInt16(clamping: acquaintances.contacts(of: person)))
    let walk = firstRun.walk(of: newcomer, at: start, by: streams[.onboarding][person, 0])
    return walk.completedAfter != nil
  }
}

extension GrowthModel {
  /// Returns the lives of those who are there at the end, each with its latest invites.
  fileprivate func lives(
    _ joined: [PersonNumber: UInt32], _ sends: [PersonNumber: [PastLives.Send]]
  ) -> [PastLives.Life] {
    var lives: [PastLives.Life] = []
    for place in members.indices {
      let (member, number) = (members[place], UInt32(place))
      guard member.stage == .active, Double(member.leaves) > plan.length else { continue }
      var history = PromptHistory()
      prompts.recall(member, number: number, under: plan.profile.prompts, into: &history)
      lives.append(
        PastLives.Life(
          member: member, joined: joined[member.person] ?? member.joined, history: history,
          linkMade: rest[place].linkMade,
          given: plan.needs.limitsInvites ? given[place] : 0, daily: daily[number],
          sends: sends[member.person] ?? []))
    }
    return lives.sorted { one, other in
      (one.member.propensity, one.member.person) < (other.member.propensity, other.member.person)
    }
  }

  /// Lets a start member go on from where a life was.
  mutating func goOn(_ number: UInt32, after life: PastLives.Life) {
    let place = Int(number)
    if life.member.past.contains(.hasImported) { importContacts(of: number) }
    members[place].goOn(after: life.member, since: life.joined)
    if plan.lives?.countsDuplicates == true {
      members[place].suggestions = life.member.suggestions
    }
    prompts.keep(life.history, in: &members[place], number: number, under: plan.profile.prompts)
    members[place].hasEarlierCard = life.history.card != nil
    if plan.needs.limitsInvites { given[place] = life.given }
    if let day = life.daily, plan.profile.limits.dailyInvites != nil { daily[number] = day }
    rest[place].linkMade = life.linkMade
    guard plan.needs.limitsLinks, life.linkMade != Member.never else { return }
    links.note(
      linkOf: number, madeAt: instant(life.linkMade), isNew: true, from: 0,
      under: plan.profile.link)
  }

  /// Sends those of a start member's invites on that are on their way at the start.
  ///
  /// To whom they go and what becomes of them is drawn as for any other invite of the member.
  mutating func resend(_ sends: [PastLives.Send], by number: UInt32) {
    let person = members[Int(number)].person
    guard let known = plan.acquaintances.known(by: members[Int(number)]) else { return }
    let inviter = inviter(number).earlier
    for send in sends {
      let draws = InviteDraws(plan.streams[.recipients], sender: person, invite: send.number)
      guard let recipient = plan.acquaintances.contact(draws.contact(among: known), of: person)
      else { continue }
      if send.isByName, plan.needs.remembersContacts {
        remember(invite: send.number, by: number, known: known, at: instant(send.at))
      }
      guard draws.tap < plan.invites.tap(from: person, send.origin, isByName: send.isByName) else {
        continue
      }
      let tapped = send.at + tapDelay(draws)
      guard tapped >= plan.first || isLaunchAhead(of: send.number, by: person, tappedAt: tapped)
      else { continue }
      // Nothing is received in the first window.
      let time = tapped < plan.first ? tapped : max(tapped, plan.first + Self.windowLength)
      pass(
        Passing(
          .tap, to: recipient, from: person, at: time, origin: send.origin, number: send.number,
          by: inviter))
    }
  }

  /// Whether an invite that was tapped before the start leads to a launch after it.
  private func isLaunchAhead(
    of invite: UInt16, by person: PersonNumber, tappedAt tapped: UInt32
  ) -> Bool {
    let draws = InstallDraws(plan.streams[.install], sender: person, invite: invite)
    guard draws.install < plan.invites.install(from: person) else { return false }
    let (install, launch) = installDelays(of: person, invite: invite)
    return Double(tapped) + Double(install) + Double(launch) > Double(plan.first)
  }
}
