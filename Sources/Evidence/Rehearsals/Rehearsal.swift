import JSON
import RandomStreams
import Vocabulary

/// A script, replayed against a service that runs, and held against what comes of it.
public struct Rehearsal {
  /// How hard the service is pressed.
  public struct Pace: Hashable, Sendable {
    /// Requests a second.
    public var rate: Double
    public var connections: Int
    /// How often the service is killed in the midst of it.
    public var kills: Int

    public init(rate: Double, connections: Int, kills: Int) {
      self.rate = rate
      self.connections = connections
      self.kills = kills
    }
  }

  public enum Progress: Sendable {
    case replaying(finished: Int, of: Int)
    case reconciling
  }

  public struct Outcome: Sendable {
    public let record: ReplayRecord
    /// `nil` if somebody wanted no more before.
    public let reconciliation: Reconciliation?
  }

  private let script: Script
  private let pace: Pace
  private let seed: UInt64

  public init(of script: Script, at pace: Pace, seed: UInt64) {
    self.script = script
    self.pace = pace
    self.seed = seed
  }

  /// Replays the script against `service`, and compares, for as long as `goesOn` says so.
  public func run(
    against service: any RehearsedService, goesOn: (Progress) -> Bool
  ) throws -> Outcome {
    var book = AnswerBook(script)
    var writer = RequestWriter(script, token: service.token)
    let actions = script.actions
    let replay = try Replay(
      Course(
        moments: actions.map(\.at), after: actions.map(\.after), rate: pace.rate,
        connections: pace.connections, kills: kills),
      of: Replay.Content(
        name: { actions[$0].deed.name },
        request: { writer.request(for: actions[$0], number: $0) },
        take: { number, answer, _ in
          let told = (try? JSONParser.parse(answer.body)) ?? .null
          writer.take(told, to: actions[number])
          return book.take(answer, told, to: number)
        }),
      to: service)
    let record = try replay.run { goesOn(.replaying(finished: $0, of: actions.count)) }
    guard !record.wasCancelled else { return Outcome(record: record, reconciliation: nil) }
    var reconciler = Reconciler(
      script: script, service: service, connections: pace.connections, book: book)
    return Outcome(
      record: record,
      reconciliation: try reconciler.reconcile { goesOn(.reconciling) })
  }

  private enum Luck: UInt32 {
    case kills = 0x4B49_4C4C
  }

  /// In the midst of which requests the service is killed: spread over the middle of the script.
  private var kills: [Int] {
    let luck = RandomSource(seed: seed).stream(for: Luck.kills)
    return (0..<pace.kills).map { kill in
      let share = (Double(kill) + luck.uniform(UInt64(kill))) / Double(max(1, pace.kills))
      return Int(Double(script.actions.count) * (0.1 + 0.8 * share))
    }
  }
}
