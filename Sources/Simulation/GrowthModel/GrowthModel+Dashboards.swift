import Attribution
public import Invites
import Profiles
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

extension GrowthModel {
  /// Returns the screens of the `count` members who shared most, then of `persons` in their order
  /// without those members.
  ///
  /// - Complexity: O(members).
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

  /// Returns the members with the most completed shares; of equals, the earliest comes first.
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

  /// Returns the members who are credited to each of these inviters.
  private func invitees(of inviters: Set<UInt32>) -> [UInt32: [UInt32]] {
    var invitees: [UInt32: [UInt32]] = [:]
    for number in members.indices {
      let inviter = members[number].inviter
      guard inviter != Member.none, inviters.contains(inviter) else { continue }
      invitees[inviter, default: []].append(UInt32(number))
    }
    return invitees
  }

  /// Returns the screen after it has loaded.
  private func screen(of number: UInt32, _ invitees: [UInt32]) -> InviterScreen {
    let person = Int(members[Int(number)].person)
    let policy = plan.profile.visibility
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
    facts.invitee = PrincipalID(rawValue: UInt64(member.person))
    facts.installed = instant(member.joined)
    // A member who is still in onboarding, or left there, has not completed it.
    if member.stage != .onboarding, let home = firstRun(of: number).completedAfter {
      facts.completed = instant(member.joined) + home
    }
    return facts
  }
}
