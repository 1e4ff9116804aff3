import Foundation
import Synchronization

/// The ranks that share the replications of a run: rank 0 hands them out and has the results, the
/// others compute and have none.
package final class RankGroup: Sendable {
  package let transport: any RankTransport
  /// The silence after which a rank is given up for lost.
  let limit: Duration
  private let state = Mutex(State())

  private struct State {
    var notices: [String] = []
    var hasLost = false
    var hasServed = false
  }

  package init(_ transport: any RankTransport, givingUpAfter limit: Duration? = nil) {
    self.transport = transport
    self.limit = limit ?? RankWatch.limit
  }

  /// The end of a rank's part in a run, whose results rank 0 has.
  package struct Dismissed: Error {
    package init() {}
  }

  /// Whether a rank was lost: the others may wait for it in vain.
  package var hasLost: Bool { state.withLock(\.hasLost) }

  /// Whether this rank took part in a run.
  package var hasServed: Bool { state.withLock(\.hasServed) }

  /// Takes out what happened to ranks, in words.
  package func takeNotices() -> [String] {
    state.withLock { state in
      defer { state.notices = [] }
      return state.notices
    }
  }

  /// Notes what happened to a rank, for `takeNotices`.
  package func note(_ words: String, isLoss: Bool) {
    state.withLock {
      $0.notices.append(words)
      $0.hasLost = $0.hasLost || isLoss
    }
  }

  /// Notes that this rank takes part in a run.
  package func noteService() { state.withLock { $0.hasServed = true } }

  /// Says to rank 0 that this one ends, before it took part.
  package func leave(because reason: String) {
    transport.send(RankMessage.leaving("\(reason) (on \(Self.host))").bytes, to: 0)
  }

  /// Ends the part of all other ranks, also of those that are late.
  package func dismiss() {
    for rank in 1..<max(transport.count, 1) {
      transport.send(RankMessage.dismissed.bytes, to: rank)
    }
  }

  /// The end of a rank.
  package enum Ending: Hashable {
    /// Rank 0 needs this one no more.
    case dismissed
    /// The sender has ended, with its reason.
    case left(String)
  }

  /// Returns the end that a message is about; `nil` for a message of another kind.
  package func ending(in message: [UInt8]) -> Ending? {
    switch try? RankMessage(message) {
    case .dismissed: .dismissed
    case .leaving(let reason): .left(reason)
    default: nil
    }
  }

  /// The name of this machine.
  static let host =
    (try? String(contentsOfFile: "/proc/sys/kernel/hostname", encoding: .utf8))?
    .trimmingCharacters(in: .whitespacesAndNewlines) ?? "unknown host"
}

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

/// What ranks say to each other about the replications of a batch.
enum RankMessage: Equatable {
  /// A rank is ready to compute for the run with that digest, with so many workers.
  case ready(run: String, host: String, workers: Int)
  /// Rank 0 asks for the outcome of that number.
  case wanted(Int)
  /// The outcome of a number, after `nanoseconds` of work.
  case outcome(Int, nanoseconds: UInt64, RankProgress, [UInt8])
  /// The number has no outcome; rank 0 finds out why.
  case failure(Int)
  /// A sign of life.
  case alive(RankProgress)
  /// A rank ends, with the reason, which is empty after an interrupt.
  case leaving(String)
  /// Rank 0 needs no more outcomes.
  case dismissed

  var bytes: [UInt8] {
    var writer = MessageWriter()
    switch self {
    case .ready(let run, let host, let workers):
      writer.write(0 as UInt8)
      writer.write(run)
      writer.write(host)
      writer.write(workers)
    case .wanted(let number):
      writer.write(1 as UInt8)
      writer.write(number)
    case .outcome(let number, let nanoseconds, let progress, let bytes):
      writer.write(2 as UInt8)
      writer.write(number)
      writer.write(nanoseconds)
      progress.write(to: &writer)
      writer.write(bytes)
    case .failure(let number):
      writer.write(3 as UInt8)
      writer.write(number)
    case .alive(let progress):
      writer.write(4 as UInt8)
      progress.write(to: &writer)
    case .leaving(let reason):
      writer.write(5 as UInt8)
      writer.write(reason)
    case .dismissed: writer.write(6 as UInt8)
    }
    return writer.bytes
  }

  init(_ bytes: [UInt8]) throws(MessageReader.Torn) {
    var reader = MessageReader(bytes)
    switch try reader.byte() {
    case 0:
      self = .ready(
        run: try reader.text(), host: try reader.text(), workers: try reader.integer())
    case 1: self = .wanted(try reader.integer())
    case 2:
      self = .outcome(
        try reader.integer(), nanoseconds: try reader.number(), try RankProgress(from: &reader),
        try reader.bytes())
    case 3: self = .failure(try reader.integer())
    case 4: self = .alive(try RankProgress(from: &reader))
    case 5: self = .leaving(try reader.text())
    case 6: self = .dismissed
    default: throw MessageReader.Torn()
    }
    try reader.end()
  }
}

/// What a rank has computed since its start.
struct RankProgress: Equatable {
  var replications = 0.0
  var events: UInt64 = 0

  func write(to writer: inout MessageWriter) {
    writer.write(replications)
    writer.write(events)
  }
}

extension RankProgress {
  init(from reader: inout MessageReader) throws(MessageReader.Torn) {
    replications = try reader.double()
    events = try reader.number()
  }

  init(_ meter: ProgressMeter) {
    let reading = meter.current
    (replications, events) = (reading.replications, reading.events)
  }
}

/// The time that a rank waits for messages, which grows while none come.
///
/// MPI would wait at full speed, and take the core from those that compute.
struct RankPause {
  private(set) var length = Self.shortest
  private static let shortest = Duration.microseconds(50)
  private static let longest = Duration.milliseconds(2)

  /// A rank is given work for so long ahead: a message's way there and back, with both pauses.
  static let ahead = Duration.milliseconds(6)

  mutating func note(wasIdle: Bool) {
    length = wasIdle ? min(length * 2, Self.longest) : Self.shortest
  }
}

/// Measures how long ranks are silent.
struct RankWatch {
  /// The silence after which a rank is given up for lost.
  static let limit = Duration.seconds(5)
  /// The time between two signs of life.
  static let beat = Duration.milliseconds(500)
  /// A pause of this process itself, which was stopped or starved, is no silence of others.
  private static let most = Duration.milliseconds(100)

  private let limit: Duration
  private var silences: [Int: Duration] = [:]

  init(limit: Duration = Self.limit) {
    self.limit = limit
  }

  /// Notes that a rank spoke.
  mutating func hear(_ rank: Int) { silences[rank] = .zero }

  /// Watches a rank no longer.
  mutating func forget(_ rank: Int) { silences[rank] = nil }

  /// Lets time pass; returns the ranks whose silence is now too long, and forgets them.
  mutating func pass(_ time: Duration) -> [Int] {
    for rank in silences.keys { silences[rank]? += min(time, Self.most) }
    let lost = silences.filter { $0.value >= limit }.keys.sorted()
    for rank in lost { silences[rank] = nil }
    return lost
  }
}
