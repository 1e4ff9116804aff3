import Dispatch
import Foundation
import Synchronization

/// The work of rank 0: it hands out numbers, computes some itself, and delivers all outcomes in order.
struct RankLeader<Outcome: Sendable> {
  let group: RankGroup
  /// The digest of the run; other ranks must have the same.
  let run: String
  private let total: Int
  let meter: ProgressMeter?
  /// Returns an outcome that need not be computed.
  let known: (Int) -> Outcome?
  let compute: @Sendable (Int, () -> Bool) throws -> Outcome
  let decode: ([UInt8]) throws -> Outcome
  private let local: LocalReplications<Outcome>
  private var desk: ReplicationDesk<Arrival>
  private var watch: RankWatch
  private var hosts: [Int: String] = [:]
  private var progress: [Int: RankProgress] = [:]

  private enum Arrival {
    case outcome(Outcome)
    case failure(any Error)
    /// A failure of another rank: computing it here gives the error.
    case failureElsewhere
  }

  init(
    _ group: RankGroup, workers: Int, total: Int, run: String, meter: ProgressMeter?,
    known: @escaping (Int) -> Outcome?, decode: @escaping ([UInt8]) throws -> Outcome,
    compute: @escaping @Sendable (Int, () -> Bool) throws -> Outcome
  ) {
    self.group = group
    self.run = run
    self.total = total
    self.meter = meter
    self.known = known
    self.compute = compute
    self.decode = decode
    local = LocalReplications(workers: workers, compute)
    desk = ReplicationDesk(total: total)
    watch = RankWatch(limit: group.limit)
    desk.join(0, workers: workers)
  }

  /// Delivers the outcomes until `deliver` returns `false`.
  ///
  /// - Throws: The error of the smallest number, or `CancellationError` after a cancellation.
  mutating func lead(inOrder deliver: (Int, Outcome) throws -> Bool) throws {
    defer {
      local.stop()
      group.dismiss()
    }
    var pause = RankPause()
    var passed = ContinuousClock.now
    var beaten = passed
    while desk.delivered < total {
      try Task.checkCancellation()
      assign()
      let heard = receive()
      let finished = local.finished(within: heard ? .zero : pause.length)
      for one in finished { record(one) }
      pause.note(wasIdle: !heard && finished.isEmpty)
      while let (number, arrival) = desk.popNext() {
        guard try deliver(number, outcome(arrival, of: number)) else { return }
      }
      let now = ContinuousClock.now
      for rank in watch.pass(passed.duration(to: now)) { lose(rank) }
      passed = now
      if beaten.duration(to: now) >= RankWatch.beat {
        beaten = now
        for rank in hosts.keys { send(.alive(RankProgress()), to: rank) }
      }
    }
  }

  private mutating func assign() {
    while let (rank, number) = desk.assign() {
      if let outcome = known(number) {
        desk.record(.outcome(outcome), of: number)
      } else if rank == 0 {
        local.add(number)
      } else {
        send(.wanted(number), to: rank)
      }
    }
  }

  /// Handles the messages that have come; returns whether any has.
  private mutating func receive() -> Bool {
    var hasAny = false
    while let (rank, bytes) = group.transport.receive() {
      hasAny = true
      if let message = try? RankMessage(bytes) { handle(message, from: rank) }
    }
    return hasAny
  }

  private mutating func handle(_ message: RankMessage, from rank: Int) {
    if desk.has(rank) { watch.hear(rank) }
    switch message {
    case .ready(let run, let host, let workers):
      guard run == self.run else {
        send(.dismissed, to: rank)
        return group.note(
          "rank \(rank) on \(host) computes something else: its scenario or its build differs; the others "
            + "do without it", isLoss: false)
      }
      hosts[rank] = host
      desk.join(rank, workers: workers)
      watch.hear(rank)
    case .outcome(let number, let nanoseconds, let progress, let bytes):
      note(progress, of: rank)
      setAhead(.nanoseconds(Int64(clamping: nanoseconds)))
      guard let outcome = try? decode(bytes) else {
        desk.record(.failureElsewhere, of: number)
        return
      }
      desk.record(.outcome(outcome), of: number)
    case .failure(let number): desk.record(.failureElsewhere, of: number)
    case .alive(let progress): note(progress, of: rank)
    case .leaving(let reason):
      leave(rank, reason.isEmpty ? "was interrupted" : "ended: \(reason)", isLoss: false)
    case .wanted, .dismissed: break
    }
  }

  private mutating func record(_ finished: LocalReplications<Outcome>.Finished) {
    setAhead(finished.time)
    switch finished.result {
    case .success(let outcome): desk.record(.outcome(outcome), of: finished.number)
    case .failure(let error): desk.record(.failure(error), of: finished.number)
    }
  }

  private func outcome(_ arrival: Arrival, of number: Int) throws -> Outcome {
    switch arrival {
    case .outcome(let outcome): outcome
    case .failure(let error): throw error
    case .failureElsewhere: try compute(number) { !Task.isCancelled }
    }
  }

  /// Lets ranks hold short replications ahead; a long one would rather wait for the first free rank.
  private mutating func setAhead(_ time: Duration) {
    desk.ahead =
      time > .milliseconds(100)
      ? 0 : min(64, 1 + Int(RankPause.ahead / max(time, .microseconds(1))))
  }

  private mutating func note(_ progress: RankProgress, of rank: Int) {
    let last = self.progress.updateValue(progress, forKey: rank) ?? RankProgress()
    guard progress.events >= last.events else { return }
    meter?.add(
      progress.replications - last.replications, events: progress.events - last.events)
  }

  private mutating func lose(_ rank: Int) {
    let seconds = Int(group.limit / .seconds(1))
    leave(rank, "is lost: nothing came from it for \(seconds) s", isLoss: true)
  }

  private mutating func leave(_ rank: Int, _ words: String, isLoss: Bool) {
    let held = desk.leave(rank)
    watch.forget(rank)
    let host = hosts.removeValue(forKey: rank).map { " on \($0)" } ?? ""
    let rest =
      held == 0
      ? "" : "; the others compute what it was at, and all that was done is kept"
    group.note("rank \(rank)\(host) \(words)\(rest)", isLoss: isLoss)
  }

  private func send(_ message: RankMessage, to rank: Int) {
    group.transport.send(message.bytes, to: rank)
  }
}

/// Threads of this process that compute the replications they are given.
///
/// They are no tasks: under `mpirun` a process may have one core, and with it one thread for all
/// tasks, which waits for messages.
final class LocalReplications<Outcome: Sendable>: Sendable {
  /// What came of a number.
  struct Finished: Sendable {
    let number: Int
    let result: Result<Outcome, any Error>
    let time: Duration
  }

  private struct State {
    var waiting: [Int] = []
    var finished: [Finished] = []
    var isWanted = true
  }

  private let state = Mutex(State())
  private let work = DispatchSemaphore(value: 0)
  private let news = DispatchSemaphore(value: 0)
  private let workers: Int
  private let compute: @Sendable (Int, () -> Bool) throws -> Outcome

  /// Starts the threads; `compute` ends early when its second argument returns `false`.
  init(workers: Int, _ compute: @escaping @Sendable (Int, () -> Bool) throws -> Outcome) {
    self.workers = workers
    self.compute = compute
    for _ in 0..<workers { Thread.detachNewThread { [self] in run() } }
  }

  /// Computes one more number, when all earlier ones have been begun.
  func add(_ number: Int) {
    state.withLock { $0.waiting.append(number) }
    work.signal()
  }

  /// Returns what is finished; waits for it at most so long.
  func finished(within time: Duration) -> [Finished] {
    _ = news.wait(timeout: .now() + .nanoseconds(Int(time / .nanoseconds(1))))
    return state.withLock { state in
      defer { state.finished = [] }
      return state.finished
    }
  }

  /// Ends the threads, with the replications that they are at.
  func stop() {
    state.withLock { $0.isWanted = false }
    for _ in 0..<workers { work.signal() }
  }

  private var isWanted: Bool { state.withLock(\.isWanted) }

  private func run() {
    while true {
      work.wait()
      guard let number = next() else { return }
      let start = ContinuousClock.now
      let result = Result { try compute(number) { isWanted } }
      let finished = Finished(
        number: number, result: result, time: ContinuousClock.now - start)
      state.withLock { $0.finished.append(finished) }
      news.signal()
    }
  }

  /// The next number; `nil` after the end.
  private func next() -> Int? {
    state.withLock { $0.isWanted && !$0.waiting.isEmpty ? $0.waiting.removeFirst() : nil }
  }
}
