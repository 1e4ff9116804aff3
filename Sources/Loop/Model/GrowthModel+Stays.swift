import RandomStreams
import Vocabulary

// What changes how long and how often a member uses the app: friends, and annoyances.
extension GrowthModel {
  /// Whether the member still uses the app; a stay that changes may end before a scheduled event.
  @inline(__always)
  func isThere(_ number: UInt32, at now: Instant) -> Bool {
    !plan.needs.staysChange || seconds(now) < members[Int(number)].leaves
  }

  /// Takes a proportion of the member's remaining stay away.
  mutating func shortenStay(of number: UInt32, by cost: Double, at moment: UInt32) {
    if cost > 0 { changeStay(of: number, by: 1 - cost, at: moment) }
  }

  /// Multiplies the member's remaining stay.
  private mutating func changeStay(of number: UInt32, by factor: Double, at moment: UInt32) {
    let member = members[Int(number)]
    guard member.stage == .active, member.leaves > moment else { return }
    let leaves = clampedSeconds(Double(moment) + Double(member.leaves - moment) * factor)
    // Start members are no newcomers, who alone may count as leaving in their first week.
    let isNewcomer = number >= tally.activity.seeds
    if isNewcomer { noteLeaving(of: number, at: member.leaves, by: -1) }
    members[Int(number)].leaves = leaves
    if isNewcomer { noteLeaving(of: number, at: leaves) }
    notifyObserver { $0.note(.left, of: UInt32(member.person), at: instant(leaves)) }
  }

  /// Returns the factor on a member's sessions a day.
  @inline(__always)
  func activityFactor(of number: UInt32) -> Double {
    plan.needs.countsFriends
      ? 1 + plan.behaviour.use.friendActivity * Double(friends[Int(number)]) : 1
  }

  /// Counts the contacts who are in the app already; returns the factor on the member's stay.
  mutating func meetFriends(of number: UInt32) -> Double {
    let member = members[Int(number)]
    var met: [PersonNumber] = []
    for place in 0..<(plan.acquaintances.known(by: member) ?? 0)
    where met.count < Use.mostFriends {
      guard let contact = plan.acquaintances.contact(place, of: member.person),
        users.contains(contact), !met.contains(contact)
      else { continue }
      met.append(contact)
    }
    friends[Int(number)] = UInt8(met.count)
    return stayFactor(with: friends[Int(number)])
  }

  private func stayFactor(with friends: UInt8) -> Double {
    1 + plan.behaviour.use.friendStay * Double(friends)
  }

  /// Sends word of an invitee in the app to the inviter's side.
  mutating func announceFriend(_ number: UInt32, at moment: UInt32) {
    guard plan.needs.countsFriends, let inviter = members[Int(number)].inviter else { return }
    pass(
      Passing(
        .friend, to: inviter, from: members[Int(number)].person, at: moment + Self.windowLength))
  }

  /// Adds a friend who has come to the app.
  mutating func meetFriend(_ passing: Passing) {
    let number = people[Int(territory.place(of: passing.subject))].member
    takeUp(trial?.arm(of: number))
    let before = friends[Int(number)]
    guard before < Use.mostFriends else { return }
    friends[Int(number)] = before + 1
    changeStay(
      of: number, by: stayFactor(with: before + 1) / stayFactor(with: before), at: passing.time)
  }

  /// Returns the factor on what a member does because the app is new.
  @inline(__always)
  func novelty(for number: UInt32, at now: Instant) -> Double {
    let lift = plan.behaviour.sharing.noveltyLift
    guard lift > 0 else { return 1 }
    let age = Double(seconds(now) - members[Int(number)].joined)
    let half = Double(plan.behaviour.sharing.noveltyHalfLife.milliseconds) / 1_000
    return 1 + lift * Double.exp(-age / half * Double.log(2))
  }
}
