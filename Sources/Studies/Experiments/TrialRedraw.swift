import GrowthloopModel
import RandomStreams

/// New arms, in the planned shares, for an experiment without an effect: since nothing depends on
/// them, one run serves many.
///
/// Who inherits an arm stays as it was in the run.
struct TrialRedraw {
  private let record: TrialRecord
  private let rows: TrialRows
  private let unit: Experiment.Unit
  private let places: ArmPlaces
  /// The number of arms among which periods take turns; `nil` where each is drawn.
  private let turns: Int?
  /// By member: who drew the arm.
  private let roots: [Int]
  private let stream: RandomStream

  /// `experiment` is the planned one, whose last stage says who is in which arm.
  init(
    _ record: TrialRecord, _ rows: TrialRows, by unit: Experiment.Unit, of experiment: Experiment,
    stream: RandomStream
  ) {
    self.record = record
    self.rows = rows
    self.unit = unit
    places = ArmPlaces(
      experiment.stages.last ?? Experiment.Stage(variants: experiment.variants.map { _ in 0 }))
    turns = experiment.alternates ? experiment.variants.count + 1 : nil
    roots = record.roots
    self.stream = stream
  }

  /// Returns the arms of members, and of rows, at draw number `draw`.
  func arms(_ draw: UInt32) -> (members: [UInt8], rows: [UInt8]) {
    let members = zip(record.members, roots).map { member, root in
      member.arm == TrialRecord.outside
        ? member.arm : arm(record.members[root].cluster, draw)
    }
    let rows =
      switch unit {
      case .invite, .time:
        rows.rows.map { row -> UInt8 in
          if unit == .time, let turns { return UInt8((Int(row.cluster) + Int(draw)) % turns) }
          return arm(UInt64(row.cluster) | 1 << 62, draw)
        }
      case .user, .inviter, .newcomer, .ego, .community:
        rows.rows.map { members[Int($0.member)] }
      }
    return (members, rows)
  }

  private func arm(_ unit: UInt64, _ draw: UInt32) -> UInt8 {
    places.arm(at: stream.uniform(unit, draw))
  }
}
