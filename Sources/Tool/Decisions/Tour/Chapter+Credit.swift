import Attribution
import Profiles
import Vocabulary

extension Tour.Chapter {
  /// The chapter in which Sam installs on day 10, after links of several people.
  static let credit = Tour.Chapter(
    title: "Who brought Sam, on day 10?",
    scenes: [
      Tour.scene("Ann's link on day 3, to the millisecond; Bob's on day 8") {
        credit([tap(1, day: 3, by: "Ann"), tap(2, day: 8, by: "Bob")], under: $0)
      },
      Tour.scene("Ann's link a millisecond earlier, and no other") {
        credit([tap(1, day: 3, by: "Ann", early: .milliseconds(1))], under: $0)
      },
      Tour.scene("Ann's on day 5; on day 9 that of Cy, who is gone") {
        credit([tap(1, day: 5, by: "Ann"), tap(2, day: 9, by: "Cy", state: .deleted)], under: $0)
      },
      Tour.scene("that of Cy alone") {
        credit([tap(1, day: 9, by: "Cy", state: .deleted)], under: $0)
      },
      Tour.scene("Ann's on day 5; on day 9 a tampered one") {
        credit([tap(1, day: 5, by: "Ann"), tap(2, day: 9, by: "Bob", link: .tampered)], under: $0)
      },
      Tour.scene("Ann's on day 9, and Sam has had an account for years") {
        credit([tap(1, day: 9, by: "Ann")], under: $0, isKnown: true)
      },
    ])

  private static let people = ["Sam", "Ann", "Bob", "Cy"]

  private static func tap(
    _ number: UInt64, day: Int64, by name: String, link: LinkStanding = .valid,
    state: AccountState = .active, early: Interval = .zero
  ) -> Click {
    let inviter = PrincipalID(rawValue: UInt64(people.firstIndex(of: name) ?? 0))
    return Click(
      sequence: number, at: Tour.start + .days(day) - early, inviter: inviter, link: link,
      inviterState: state)
  }

  private static func credit(
    _ clicks: [Click], under profile: Profile, isKnown: Bool = false
  ) -> (String, [RuleID]) {
    let arrival = Arrival(
      principal: PrincipalID(rawValue: 0), principalExists: isKnown,
      installedAt: Tour.start + .days(10))
    let decision = profile.attribution.decide(clicks, for: arrival)
    let name = decision.inviter.map { people[Int($0.rawValue)] }
    return switch decision.outcome {
    case .credited: ("\(name ?? "") is credited", [decision.rule])
    case .recordedOnly: ("\(name ?? "") is recorded, not credited", [decision.rule])
    case .none: ("no inviter", [decision.rule])
    }
  }
}
