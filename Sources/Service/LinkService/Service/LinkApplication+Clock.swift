internal import GrowthloopLinkStore
internal import GrowthloopTransport
internal import Vocabulary

// The service's time, and the corrections after a wrong clock of the machine.
extension LinkApplication {
  /// The current moment, where it is known without a request.
  func currentMoment() -> Instant? {
    guard let answer = timekeeper?.read() else { return settings.clock.ownTime }
    return follow(answer)
  }

  /// The real moment for checking tokens.
  ///
  /// While two clocks differ it is the earlier one, so that a wrong clock does not lock all users
  /// out.
  func momentOfAccess() -> Instant {
    guard let now = timekeeper == nil ? nil : currentMoment(), let timekeeper else {
      return Instant(milliseconds: WallTime.now())
    }
    return clockAllowsDeletion ? now : min(now, timekeeper.reading.wall)
  }

  /// Applies an operator's correction, and stores the clock.
  func tendClock() {
    guard timekeeper != nil else { return }
    if let answer = timekeeper?.takeWord(report) {
      sweeper.startOver()
      follow(answer)
    }
    // The store already reports a read-only folder.
    if refusal == nil { timekeeper?.keep(report) }
  }

  /// Whether the clock is certain enough for deletions.
  var clockAllowsDeletion: Bool { timekeeper?.clock.allowsDeletion ?? true }

  @discardableResult
  private func follow(_ answer: TrustedClock.Answer) -> Instant {
    if let shift = answer.shift {
      let canMove = refusal == nil
      timekeeper?.note(shift, isMade: canMove)
      if canMove { move(by: shift) }
    }
    reportStanding()
    return answer.now
  }

  private func move(by shift: MomentShift) {
    let moved = engine.move(by: shift)
    isTouched = true
    report(
      "the clock was set right: \(moved.clicks) clicks, \(moved.openings) openings and "
        + "\(moved.requests) requests were moved to their true moments")
  }

  /// Reports once when the clocks differ, and once when they agree again.
  private func reportStanding() {
    guard let standing = timekeeper?.clock.standing, standing.word != reportedClock else { return }
    switch standing {
    case .agrees: report("the clock is trusted again: what is due is deleted")
    case .differs:
      let place = settings.clockFolder.map { " \($0.path)" } ?? ""
      report(
        "\(standing), and not followed; nothing that is due is deleted until the two agree or "
          + "'growthloop store clock\(place)' says what is true")
    case .overruled: report("\(standing), which is right as an operator said")
    }
    reportedClock = standing.word
  }
}
