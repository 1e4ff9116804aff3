import GrowthModel
import RandomStreams

/// New arms for an experiment without an effect: since nothing depends on them, one run serves many.
struct TrialRedraw {
  private let record: TrialRecord
  private let rows: TrialRows
  private let design: TrialDesign
  private let inherits: Double
  private let alternates: Bool
  /// Whether rows belong to newcomers, whose arm is the credited inviter's where inviters are
  /// assigned.
  private let areNewcomers: Bool
  private let stream: RandomStream

  init(
    _ record: TrialRecord, _ rows: TrialRows, design: TrialDesign, inherits: Double,
    alternates: Bool, metric: TrialMetric, stream: RandomStream
  ) {
    self.record = record
    self.rows = rows
    self.design = design
    self.inherits = inherits
    self.alternates = alternates
    areNewcomers = metric == .onboarding || metric == .invitedOnboarding
    self.stream = stream
  }

  /// Returns the arms of members, and of rows, at draw number `draw`.
  func arms(_ draw: UInt32) -> (members: [UInt8], rows: [UInt8]) {
    let members = armsOfMembers(draw)
    let rows =
      switch design.unit {
      case .invite, .time:
        rows.rows.map { row -> UInt8 in
          if design.unit == .time, alternates { return UInt8((row.cluster + draw) % 2) }
          return arm(UInt64(row.cluster) | 1 << 62, draw)
        }
      case .inviter where areNewcomers:
        rows.rows.map { row -> UInt8 in
          let inviter = record.members[Int(row.member)].inviter
          return members[Int(inviter == TrialRecord.never ? row.member : inviter)]
        }
      case .user, .inviter, .newcomer, .ego, .community:
        rows.rows.map { members[Int($0.member)] }
      }
    return (members, rows)
  }

  private func arm(_ unit: UInt64, _ draw: UInt32) -> UInt8 {
    stream.uniform(unit, draw) < 0.5 ? 1 : 0
  }

  private func armsOfMembers(_ draw: UInt32) -> [UInt8] {
    var arms: [UInt8] = []
    arms.reserveCapacity(record.members.count)
    for member in record.members {
      if design.inherits, member.inviter != TrialRecord.never,
        stream.uniform(member.person | 1 << 61, draw) < inherits
      {
        arms.append(arms[Int(member.inviter)])
      } else {
        arms.append(member.arm == TrialRecord.outside ? member.arm : arm(member.cluster, draw))
      }
    }
    return arms
  }
}
