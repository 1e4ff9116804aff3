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
    let busiest = busiest(count)
    let leading = Set(busiest.map(\.person))
    let others = persons.filter { !leading.contains(PersonNumber(max(0, $0))) }
    let asked = others.map { person in
      shards.lazy.compactMap { $0.simulation.model.sharing(of: person) }.first
    }
    let inviters = busiest + asked.compactMap { $0 }
    var invitees: [PersonNumber: [CreditedMember]] = [:]
    for shard in shards {
      invitees.merge(shard.simulation.model.members(creditedTo: Set(inviters.map(\.person)))) {
        $0 + $1
      }
    }
    func screen(of inviter: SharingMember) -> InviterScreen {
      shards[0].simulation.model.screen(of: inviter, (invitees[inviter.person] ?? []).sorted())
    }
    return busiest.map(screen)
      + zip(others, asked).map { person, inviter in
        inviter.map(screen) ?? InviterScreen(person)
      }
  }

  /// Returns the members with the most completed shares; of equals, the earliest comes first.
  private func busiest(_ count: Int) -> [SharingMember] {
    Array(
      shards.flatMap { $0.simulation.model.busiest(count) }.sorted { $0.precedes($1) }
        .prefix(count))
  }
}

/// What a member has shared, to be compared with others.
struct SharingMember {
  let person: PersonNumber
  let shares: Int
  fileprivate let joined: UInt32

  fileprivate init(_ member: Member) {
    person = member.person
    shares = Int(member.shares)
    joined = member.joined
  }

  /// Whether it comes before `other`: by shares, then by the moment of joining.
  fileprivate func precedes(_ other: SharingMember) -> Bool {
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

  static func < (one: CreditedMember, other: CreditedMember) -> Bool {
    (one.joined, one.person) < (other.joined, other.person)
  }

  static func == (one: CreditedMember, other: CreditedMember) -> Bool { one.person == other.person }
}

extension GrowthModel {
  /// Returns what `person` has shared; `nil` unless a member of this shard.
  fileprivate func sharing(of person: Int) -> SharingMember? {
    guard (0..<territory.people).contains(person) else { return nil }
    let person = PersonNumber(person)
    guard territory.holds(territory.partition(of: person)) else { return nil }
    let number = people[Int(territory.place(of: person))].member
    return number == Member.none ? nil : SharingMember(members[Int(number)])
  }

  /// Returns the members with the most completed shares, in order.
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

  /// Returns the members of this shard who are credited to each of these inviters.
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
        sent: inviter.shares, invitees: invitees.map(\.facts), visibility: policy)
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
