import Attribution
public import Invites
import Profiles
import SimulationKernel
import Vocabulary

/// The dashboard of an inviter at the end of a run.
public struct InviterScreen: Sendable, Hashable {
  /// The number of the person in the market.
  public let person: Int
  /// The state of the screen; `nil` if the person is not a member or the profile has no dashboard.
  public let state: DashboardScreen.State?
  /// The figures behind the screen, which hides them without activity.
  public let figures: Dashboard.Figures?

  init(_ person: Int, _ state: DashboardScreen.State? = nil, _ figures: Dashboard.Figures? = nil) {
    self.person = person
    self.state = state
    self.figures = figures
  }
}

extension GrowthRun {
  /// Returns the screens of the `count` members who shared most, then of `persons` in their order
  /// without those members.
  ///
  /// - Complexity: O(members).
  public func inviterScreens(busiest count: Int, and persons: [Int] = []) -> [InviterScreen] {
    let views = shards.map { ModelView($0) }
    let leading = views.flatMap { $0.busiest(count) }.sorted { $0.precedes($1) }.prefix(count)
    let asked = persons.compactMap { person in
      views.lazy.compactMap { $0.sharing(of: person) }.first
    }
    let inviters = Set(leading.map(\.person) + asked.map(\.person))
    var invitees: [PersonNumber: [CreditedMember]] = [:]
    for view in views { invitees.merge(view.members(creditedTo: inviters)) { $0 + $1 } }
    return views[0].screens(of: Array(leading), and: persons, among: asked, invitees)
  }
}

/// The members of a shard, as they are read at the end of a run.
struct ModelView {
  private let shard: ShardBox

  init(_ shard: ShardBox) { self.shard = shard }

  /// The credited members, each with the inviter.
  var credited: [(person: PersonNumber, inviter: PersonNumber)] { shard.simulation.model.credited }

  /// The inviter and the stage of each credited friend, in turn.
  var rewardStages: [UInt64] { shard.simulation.model.rewardStages }

  /// Returns what `person` has shared; `nil` unless a member of this shard.
  func sharing(of person: Int) -> SharingMember? { shard.simulation.model.sharing(of: person) }

  /// Returns the members with the most completed shares, in order; of equals, the earliest comes
  /// first.
  func busiest(_ count: Int) -> [SharingMember] { shard.simulation.model.busiest(count) }

  /// Returns the members of this shard who are credited to each of these inviters.
  func members(creditedTo inviters: Set<PersonNumber>) -> [PersonNumber: [CreditedMember]] {
    shard.simulation.model.members(creditedTo: inviters)
  }

  /// Returns the screens of `leading`, and of `persons` who are not among them; `asked` are the
  /// members of these.
  func screens(
    of leading: [SharingMember], and persons: [Int], among asked: [SharingMember],
    _ invitees: [PersonNumber: [CreditedMember]]
  ) -> [InviterScreen] {
    func screen(of inviter: SharingMember) -> InviterScreen {
      shard.simulation.model.screen(of: inviter, (invitees[inviter.person] ?? []).sorted())
    }
    let others = persons.filter { person in !leading.contains { Int($0.person) == person } }
    return leading.map(screen)
      + others.map { person in
        asked.first { Int($0.person) == person }.map(screen) ?? InviterScreen(person)
      }
  }
}

/// What a member has shared, to be compared with others.
struct SharingMember {
  let person: PersonNumber
  let shares: Int
  private let joined: UInt32

  fileprivate init(_ member: Member) {
    person = member.person
    shares = Int(member.shares)
    joined = member.joined
  }

  /// As a message between processes has it.
  var words: [UInt64] { [person, UInt64(shares), UInt64(joined)] }

  /// Reads one after the other.
  static func read(_ words: [UInt64]) -> [SharingMember] {
    stride(from: 0, to: words.count, by: 3).map { SharingMember(words[$0..<$0 + 3]) }
  }

  private init(_ words: ArraySlice<UInt64>) {
    person = words[words.startIndex]
    shares = Int(words[words.startIndex + 1])
    joined = UInt32(words[words.startIndex + 2])
  }

  /// Whether it comes before `other`: by shares, then by the moment of joining.
  func precedes(_ other: SharingMember) -> Bool {
    (-shares, Int(joined), person) < (-other.shares, Int(other.joined), other.person)
  }
}

/// A member who is credited to an inviter, in the order of joining.
struct CreditedMember: Comparable {
  private let joined: UInt32
  private let person: PersonNumber
  let facts: InviteFacts

  fileprivate init(_ member: Member, _ facts: InviteFacts) {
    joined = member.joined
    person = member.person
    self.facts = facts
  }

  /// As a message between processes has it: the facts are the install and the completion, if any.
  var words: [UInt64] {
    [
      UInt64(joined), person, facts.installed?.tick ?? .max, facts.completed?.tick ?? .max,
    ]
  }

  static let length = 4

  init(_ words: [UInt64]) {
    joined = UInt32(words[0])
    person = words[1]
    var facts = InviteFacts()
    facts.invitee = PrincipalID(rawValue: words[1])
    facts.installed = words[2] == .max ? nil : Instant(tick: words[2])
    facts.completed = words[3] == .max ? nil : Instant(tick: words[3])
    self.facts = facts
  }

  static func < (one: CreditedMember, other: CreditedMember) -> Bool {
    (one.joined, one.person) < (other.joined, other.person)
  }

  static func == (one: CreditedMember, other: CreditedMember) -> Bool { one.person == other.person }
}

extension GrowthModel {
  fileprivate var credited: [(person: PersonNumber, inviter: PersonNumber)] {
    members.indices.compactMap { number in
      let member = members[number]
      return member.inviter.map { (member.person, $0) }
    }
  }

  /// How far each credited friend is from counting for a reward; empty where none is counted.
  fileprivate var rewardStages: [UInt64] {
    guard let money = plan.behaviour.money, plan.profile.reward.givesRewards else { return [] }
    let threshold = Int(money.reward.activeAfter.milliseconds / 86_400_000)
    return members.indices.flatMap { number -> [UInt64] in
      let member = members[number]
      guard let inviter = member.inviter,
        let stage = Qualification(
          of: facts(of: UInt32(number)),
          activity: Int(member.lastActiveDay) - 1 - day(member.joined), threshold: threshold)
      else { return [] }
      return [inviter, UInt64(stage.rawValue)]
    }
  }

  fileprivate func sharing(of person: Int) -> SharingMember? {
    guard (0..<territory.people).contains(person) else { return nil }
    let person = PersonNumber(person)
    guard territory.holds(territory.partition(of: person)) else { return nil }
    let number = people[Int(territory.place(of: person))].member
    return number == Member.none ? nil : SharingMember(members[Int(number)])
  }

  fileprivate func busiest(_ count: Int) -> [SharingMember] {
    var leading: [SharingMember] = []
    for number in members.indices where members[number].shares > 0 {
      let member = SharingMember(members[number])
      let place = leading.firstIndex { member.precedes($0) } ?? leading.count
      guard place < count else { continue }
      leading.insert(member, at: place)
      if leading.count > count { leading.removeLast() }
    }
    return leading
  }

  fileprivate func members(
    creditedTo inviters: Set<PersonNumber>
  ) -> [PersonNumber: [CreditedMember]] {
    var credited: [PersonNumber: [CreditedMember]] = [:]
    for number in members.indices {
      guard let inviter = members[number].inviter, inviters.contains(inviter),
        isReferralKept(UInt32(number))
      else { continue }
      credited[inviter, default: []].append(
        CreditedMember(members[number], facts(of: UInt32(number))))
    }
    return credited
  }

  /// Returns the screen after it has loaded.
  fileprivate func screen(
    of inviter: SharingMember, _ invitees: [CreditedMember]
  ) -> InviterScreen {
    let person = Int(inviter.person)
    let policy = plan.profile.visibility
    guard
      let dashboard = Dashboard(
        sent: inviter.shares, invitees: invitees.map(\.facts), visibility: policy,
        zone: plan.behaviour.market.zone)
    else { return InviterScreen(person) }
    var screen = DashboardScreen(policy: policy)
    _ = screen.receive(.opened)
    _ = screen.receive(.loaded(dashboard))
    return InviterScreen(person, screen.state, dashboard.figures)
  }

  /// Whether the record of who brought a member still exists at the end of the run.
  private func isReferralKept(_ number: UInt32) -> Bool {
    let completed = facts(of: number).completed
    if members[Int(number)].stage == .deleted {
      let record: PersonalRecord = completed == nil ? .incompleteInstall : .referral
      guard plan.profile.retention.fate(of: record, of: .invitee) == .pseudonymised else {
        return false
      }
    }
    let install = AttributedInstall(
      at: instant(members[Int(number)].joined), onboardingCompletedAt: completed)
    return plan.profile.retention.decide(
      install, at: plan.start + .days(Int64(plan.days))
    ).isKept
  }

  /// Returns the facts about the invite that brought a member.
  private func facts(of number: UInt32) -> InviteFacts {
    let member = members[Int(number)]
    var facts = InviteFacts()
    facts.invitee = PrincipalID(rawValue: member.person)
    facts.installed = instant(member.joined)
    // A member who is still in onboarding, or left there, has not completed it.
    if member.stage != .onboarding, let home = firstRun(of: number).completedAfter {
      facts.completed = instant(member.joined) + home
    }
    return facts
  }
}
