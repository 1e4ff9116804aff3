import Vocabulary

// The arm of an experiment under which an event happens.
extension GrowthModel {
  /// Takes up the plan of the arm under which `event` happens: what members see is their own arm's,
  /// what a link does that of its invite.
  mutating func takeUpArm(of event: GrowthEvent, in trial: RunningExperiment, at now: Instant) {
    let arm: UInt8
    switch event.kind {
    case .session, .share: arm = trial.beginUse(by: event.subject, at: seconds(now))
    case .home, .accept: arm = trial.armOfFirstRun(of: event.subject)
    case .tap, .launch:
      arm =
        event.sender == GrowthEvent.none
        ? Assignment.outside : invites[event.sender].inviter.marks.arm
    case .organic, .crowd, .deletion: arm = Assignment.outside
    }
    plan = trial.plan(arm)
  }

  /// Takes up the plan under which the launch of `person` is credited.
  mutating func takeUpArm(ofLaunchBy person: PersonNumber, at now: Instant) {
    guard let trial else { return }
    plan = trial.plan(trial.armBeforeLaunch(of: person, at: seconds(now)))
  }

  /// Assigns a newcomer, and takes up the plan of the first run.
  mutating func assign(_ number: UInt32, creditedTo inviter: Inviter?, after event: GrowthEvent) {
    guard let trial else { return }
    let joined = members[Int(number)].joined
    if event.sender != GrowthEvent.none {
      trial.launch(
        of: number, after: event.number, by: invites[event.sender].inviter.person, at: joined)
    }
    let credited = inviter.map {
      (person: $0, number: people[Int(territory.place(of: $0.person))].member)
    }
    plan = trial.plan(trial.launch(number, creditedTo: credited, at: joined))
  }
}
