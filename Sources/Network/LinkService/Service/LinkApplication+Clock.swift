internal import LinkStore
internal import LinuxIO
internal import Vocabulary

// Which time it is for the service, and what follows where the machine's clock was wrong.
extension LinkApplication {
  /// The moment it is, where that is known without a request.
  func currentMoment() -> Instant? {
    guard let answer = timekeeper?.read() else { return settings.clock.untold }
    return follow(answer)
  }

  /// The moment by which a token holds: real, and while two clocks differ the earlier of both, for the
  /// wrong one of them must not lock everybody out.
  func momentOfAccess() -> Instant {
    guard let now = timekeeper == nil ? nil : currentMoment(), let timekeeper else {
      return Instant(milliseconds: WallTime.now())
    }
    return clockAllowsDeletion ? now : min(now, timekeeper.reading.wall)
  }

  /// Takes what an operator said of the time, and keeps what is known of it.
  func tendClock() {
    guard timekeeper != nil else { return }
    if let answer = timekeeper?.takeWord(report) {
      upkeep.startOver()
      follow(answer)
    }
    // What a folder for reading alone cannot keep, the store reports already.
    if refusal == nil { timekeeper?.keep(report) }
  }

  /// Whether what is due may be deleted, as far as the clock is concerned.
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
    let moved = desk.move(by: shift)
    isTouched = true
    report(
      "the clock was set right: \(moved.clicks) clicks, \(moved.openings) openings and "
        + "\(moved.requests) requests were moved to their true moments")
  }

  /// Reports once when the clocks part, and once when they agree again.
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
