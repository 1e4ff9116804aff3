/// The work of any other rank: it computes the numbers that rank 0 wants.
struct RankMember<Outcome: Sendable> {
  let group: RankGroup
  let workers: Int
  let run: String
  let meter: ProgressMeter
  let encode: (Int, Outcome) throws -> [UInt8]
  let compute: @Sendable (Int, () -> Bool) throws -> Outcome

  /// Computes until rank 0 needs no more.
  ///
  /// - Throws: `RankGroup.Dismissed`, also when rank 0 is lost.
  func serve() throws -> Never {
    group.noteService()
    send(.ready(run: run, host: RankGroup.host, workers: workers))
    let local = LocalReplications(workers: workers, compute)
    defer { local.stop() }
    // Rank 0 may be slow to write results before its last message leaves; the launcher sees its death.
    var watch = RankWatch(limit: group.limit * 6)
    var pause = RankPause()
    var passed = ContinuousClock.now
    var beaten = passed
    while true {
      if Task.isCancelled {
        send(.leaving(""))
        throw RankGroup.Dismissed()
      }
      var isIdle = true
      while let (sender, bytes) = group.transport.receive() {
        isIdle = false
        watch.hear(sender)
        switch try RankMessage(bytes) {
        case .wanted(let number): local.add(number)
        case .dismissed: throw RankGroup.Dismissed()
        default: break
        }
      }
      for one in local.finished(within: isIdle ? pause.length : .zero) {
        isIdle = false
        send(message(for: one))
      }
      pause.note(wasIdle: isIdle)
      let now = ContinuousClock.now
      guard watch.pass(passed.duration(to: now)).isEmpty else {
        group.note(
          "rank \(group.transport.rank) on \(RankGroup.host) ends: rank 0 is lost", isLoss: true)
        throw RankGroup.Dismissed()
      }
      passed = now
      if beaten.duration(to: now) >= RankWatch.beat {
        beaten = now
        send(.alive(RankProgress(meter)))
      }
    }
  }

  private func message(for finished: LocalReplications<Outcome>.Finished) -> RankMessage {
    guard let outcome = try? finished.result.get(),
      let bytes = try? encode(finished.number, outcome)
    else { return .failure(finished.number) }
    let nanoseconds = UInt64(max(0, finished.time / .nanoseconds(1)))
    return .outcome(
      finished.number, nanoseconds: nanoseconds, RankProgress(meter), bytes)
  }

  private func send(_ message: RankMessage) {
    group.transport.send(message.bytes, to: 0)
  }
}
