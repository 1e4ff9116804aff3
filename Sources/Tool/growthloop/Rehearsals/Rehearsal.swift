import GrowthloopTransport
import GrowthloopFindings
import RandomStreams
import GrowthloopLinkService
import Vocabulary

/// A script, replayed against a running service whose results are then compared.
public struct Rehearsal {
  /// The load on the service.
  public struct Pace: Hashable, Sendable {
    /// Requests a second.
    public var rate: Double
    public var connections: Int
    /// The number of times the service is killed during the replay.
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
    /// `nil` if the run was interrupted before.
    public let reconciliation: Reconciliation?
  }

  private let script: RehearsalScript
  private let pace: Pace
  private let seed: UInt64

  public init(of script: RehearsalScript, at pace: Pace, seed: UInt64) {
    self.script = script
    self.pace = pace
    self.seed = seed
  }

  /// Replays the script against `service` and compares, as long as `goesOn` returns `true`.
  public func run(
    against service: any RehearsedService, goesOn: (Progress) -> Bool
  ) throws -> Outcome {
    var book = AnswerBook(script)
    var builder = ServiceRequestBuilder(script, token: service.token)
    let actions = script.actions
    let replay = try Replay(
      RequestSchedule(
        moments: actions.map(\.at), after: actions.map(\.after), rate: pace.rate,
        connections: pace.connections, kills: kills),
      of: Replay.Content(
        name: { actions[$0].deed.name },
        request: { builder.request(for: actions[$0], number: $0) },
        take: { number, answer in
          let members = Members(try? JSONParser.parse(answer.body))
          builder.take(members, to: actions[number])
          return book.take(answer.status, members, to: number)
        }),
      to: service)
    let record = try replay.run { goesOn(.replaying(finished: $0, of: actions.count)) }
    guard !record.wasCancelled else { return Outcome(record: record, reconciliation: nil) }
    var reconciler = Reconciler(
      script: script, service: service, connections: pace.connections, book: book,
      codes: builder.codes)
    return Outcome(
      record: record,
      reconciliation: try reconciler.reconcile { goesOn(.reconciling) })
  }

  private enum DrawPurpose: UInt32 {
    case kills = 0x4B49_4C4C
  }

  /// The requests during which the service is killed: spread over the middle of the script.
  private var kills: [Int] {
    let luck = RandomSource(seed: seed).stream(for: DrawPurpose.kills)
    return (0..<pace.kills).map { kill in
      let share = (Double(kill) + luck.uniform(UInt64(kill))) / Double(max(1, pace.kills))
      return Int(Double(script.actions.count) * (0.1 + 0.8 * share))
    }
  }
}
