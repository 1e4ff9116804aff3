import Attribution
public import Invites
import Profiles
import Vocabulary

/// What an inviter would see in the app at the end of a run.
public struct InviterScreen: Sendable, Hashable {
  /// The number of the person in the market.
  public let person: Int
  /// `nil` where the person is no member, or the profile has no dashboard.
  public let state: DashboardScreen.State?
  /// The figures behind it, which a screen without activity does not show.
  public let figures: Dashboard.Figures?

  init(_ person: Int, _ state: DashboardScreen.State? = nil, _ figures: Dashboard.Figures? = nil) {
    self.person = person
    self.state = state
    self.figures = figures
  }
}

extension GrowthModel {
  /// The screens of the `count` members who shared most, and of `persons` in the order given, the
  /// former among them left out; takes time in proportion to the members.
  func inviterScreens(busiest count: Int, and persons: [Int]) -> [InviterScreen] {
    let busiest = busiest(count)
    let others = persons.filter { person in
      !busiest.contains { Int(members[Int($0)].person) == person }
    }
    let asked = others.map { people.indices.contains($0) ? people[$0].member : Member.none }
    let invitees = invitees(of: Set(busiest + asked))
    return (busiest + asked).enumerated().map { place, number in
      guard number != Member.none else {
        return InviterScreen(others[place - busiest.count])
      }
      return screen(of: number, invitees[number] ?? [])
    }
  }

  /// The members with the most completed shares, the first to join first among equals.
  private func busiest(_ count: Int) -> [UInt32] {
    var leading: [UInt32] = []
    for number in members.indices where members[number].shares > 0 {
      let place = leading.lastIndex { members[Int($0)].shares >= members[number].shares }
      guard (place ?? -1) + 1 < count else { continue }
      leading.insert(UInt32(number), at: (place ?? -1) + 1)
      if leading.count > count { leading.removeLast() }
    }
    return leading
  }

  /// The members who are credited to these inviters.
  private func invitees(of inviters: Set<UInt32>) -> [UInt32: [UInt32]] {
    var invitees: [UInt32: [UInt32]] = [:]
    for number in members.indices {
      let inviter = members[number].inviter
      guard inviter != Member.none, inviters.contains(inviter) else { continue }
      invitees[inviter, default: []].append(UInt32(number))
    }
    return invitees
  }

  /// The screen once its data is there.
  private func screen(of number: UInt32, _ invitees: [UInt32]) -> InviterScreen {
    let person = Int(members[Int(number)].person)
    let policy = ground.profile.visibility
    guard
      let dashboard = Dashboard(
        sent: Int(members[Int(number)].shares),
        invitees: invitees.filter { isReferralKept($0) }.map { facts(of: $0) },
        visibility: policy)
    else { return InviterScreen(person) }
    var screen = DashboardScreen(policy: policy)
    _ = screen.receive(.opened)
    _ = screen.receive(.loaded(dashboard))
    return InviterScreen(person, screen.state, dashboard.figures)
  }

  /// Whether the end of the run finds a record of who brought a member.
  private func isReferralKept(_ number: UInt32) -> Bool {
    let completed = facts(of: number).completed
    if members[Int(number)].stage == .deleted {
      let record: PersonalRecord = completed == nil ? .incompleteInstall : .referral
      guard ground.profile.retention.fate(of: record, of: .invitee) == .pseudonymised else {
        return false
      }
    }
    let install = AttributedInstall(
      at: instant(members[Int(number)].joined), onboardingCompletedAt: completed)
    return ground.profile.retention.decide(
      install, at: ground.start + .days(Int64(ground.days))
    ).isKept
  }

  /// What is known of the invite that brought a member.
  private func facts(of number: UInt32) -> InviteFacts {
    let member = members[Int(number)]
    var facts = InviteFacts()
    facts.invitee = PrincipalID(rawValue: UInt64(member.person))
    facts.installed = instant(member.joined)
    // Whoever is still on the way, or left there, has not completed onboarding.
    if member.stage != .onboarding, let home = firstRun(of: number).completedAfter {
      facts.completed = instant(member.joined) + home
    }
    return facts
  }
}
