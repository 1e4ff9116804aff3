import RandomStreams
import Vocabulary

// The arm of an experiment under which an event happens.
extension GrowthModel {
  /// Takes up the plan of the arm under which `event` happens: what members see is their own arm's,
  /// what a link does that of its invite.
  mutating func takeUpArm(of event: GrowthEvent, at now: Instant) {
    let moment = seconds(now)
    let arm: UInt8?
    switch event.kind {
    case .session, .share: arm = trial?.beginUse(by: event.subject, at: moment)
    case .home, .accept: arm = trial?.armOfFirstRun(of: event.subject)
    case .tap, .launch:
      arm =
        event.sender == GrowthEvent.none
        ? Assignment.outside : invites[event.sender].inviter.marks.arm
    case .organic, .crowd, .deletion: arm = Assignment.outside
    }
    takeUp(arm)
  }

  /// Takes up the plan of an arm; without an experiment there is one plan.
  mutating func takeUp(_ arm: UInt8?) {
    if let arm, let found = trial?.plan(arm) { plan = found }
  }

  /// Takes up the plan under which the launch of `person` is credited.
  mutating func takeUpArm(ofLaunchBy person: PersonNumber, at now: Instant) {
    let moment = seconds(now)
    takeUp(trial?.armBeforeLaunch(of: person, at: moment))
  }

  /// Notes something that a member did or met.
  mutating func noteInTrial(
    _ kind: TrialRecord.Moment.Kind, of number: UInt32, at now: Instant, times: Int = 1
  ) {
    guard isInTrial else { return }
    let moment = seconds(now)
    trial?.note(kind, of: number, at: moment, times: times)
  }

  /// Plays the first run of a newcomer's second installation, whose account is merged into the first
  /// once both have signed up.
  mutating func startSecond(_ number: UInt32, after walk: FirstRunWalk) {
    let chance = plan.behaviour.firstRun.secondStart
    guard chance > 0 else { return }
    let joined = members[Int(number)].joined
    guard let arm = trial?.startSecond(number, with: chance, at: joined),
      let other = trial?.plan(arm)
    else { return }
    let member = members[Int(number)]
    let second = other.firstRun.walk(
      of: newcomer(number), at: instant(joined),
      by: other.streams[.onboarding][member.person, 1])
    if walk.signedUpAfter != nil, second.signedUpAfter != nil { trial?.merge(number) }
  }

  /// Assigns a newcomer, and takes up the plan of the first run.
  mutating func assign(_ number: UInt32, creditedTo inviter: Inviter?, after event: GrowthEvent) {
    guard trial != nil else { return }
    let joined = members[Int(number)].joined
    if event.sender != GrowthEvent.none {
      trial?.launch(
        of: number, after: event.number, by: invites[event.sender].inviter.person, at: joined)
    }
    let credited = inviter.map {
      (person: $0, number: people[Int(territory.place(of: $0.person))].member)
    }
    takeUp(trial?.launch(number, creditedTo: credited, at: joined))
  }
}
