public import GrowthModel

/// The rows of a metric in an experiment.
public struct TrialRows: Sendable {
  /// The rows, in no meaningful order.
  public let rows: [Row]
  /// The number of members, whose places the rows name.
  public let members: Int
  /// The number of clusters, which the rows number from 0.
  public let clusters: Int

  /// One invite, member, sheet, prompt or newcomer.
  public struct Row: Sendable {
    /// The place of the member whose row it is.
    public let member: UInt32
    public let arm: UInt8
    /// What is assigned together with the row.
    public internal(set) var cluster: UInt32
    /// When the row is complete: its maturity after its beginning, in seconds.
    public let at: UInt32
    /// The days since the member's first use of the app within the experiment.
    public let age: UInt16
    public internal(set) var value: Double
  }

  /// Takes the rows from what became of the people.
  ///
  /// Outcomes count by cohorts: each row has `maturity` seconds for its outcome, and is complete only
  /// after them.
  public init(
    _ metric: TrialMetric, of record: TrialRecord, design: TrialDesign, maturity: UInt32
  ) {
    var reader = TrialRowReader(of: record, in: design, maturity: maturity)
    reader.read(metric)
    rows = reader.rows
    members = record.members.count
    clusters = reader.clusters.count
  }
}

/// A reader of the rows of one metric.
private struct TrialRowReader {
  private let record: TrialRecord
  private let maturity: UInt32
  var clusters: TrialClusters
  private(set) var rows: [TrialRows.Row] = []

  init(of record: TrialRecord, in design: TrialDesign, maturity: UInt32) {
    self.record = record
    self.maturity = maturity
    clusters = TrialClusters(of: record, in: design)
  }

  mutating func read(_ metric: TrialMetric) {
    switch metric {
    case .tapped, .launched, .home:
      let maturity = maturity
      addInvites { invite in
        let outcome =
          switch metric {
          case .tapped: invite.tapped
          case .launched: invite.launched
          default: invite.home
          }
        return (invite.sent + maturity, outcome <= invite.sent + maturity)
      }
    case .complaints: addInvites { ($0.sent, $0.isReported) }
    case .sends, .senders, .brought: addMembers(metric)
    case .returns:
      for (place, member) in record.members.enumerated()
      where member.exposed != TrialRecord.never {
        let at = member.exposed + 14 * 86_400
        add(place, member.arm, at, member.returned <= at ? 1 : 0)
      }
    case .sheets: addMoments(.sheetOpened, endingWith: .sheetCompleted)
    case .grants: addMoments(.contactsExplained, endingWith: .contactsGranted)
    case .more: addMoments(.shareConfirmed, endingWith: .moreWanted)
    case .promptTaps: addMoments(.promptShown, endingWith: .promptTapped)
    case .promptDismissals:
      addMoments(.promptShown, endingWith: .promptDismissed)
    case .onboarding:
      let maturity = maturity
      addNewcomers { ($0.joined + maturity, $0.home) }
    case .invitedOnboarding:
      let maturity = maturity
      addNewcomers { $0.isInvited ? ($0.joined + maturity, $0.home) : nil }
    case .invitedReturns:
      addNewcomers {
        // Returns are known of those who are in the experiment from their launch on.
        $0.isInvited && $0.exposed == $0.joined ? ($0.joined + 14 * 86_400, $0.returned) : nil
      }
    }
  }

  /// Adds a row for each newcomer of whom `outcome` returns the moment to judge it by, and the moment
  /// at which it happened.
  private mutating func addNewcomers(
    _ outcome: (TrialRecord.Member) -> (at: UInt32, happened: UInt32)?
  ) {
    for (place, member) in record.members.enumerated()
    where member.joined >= record.starts && member.joined > 0
      && member.firstRunArm != TrialRecord.outside
    {
      guard let (at, happened) = outcome(member) else { continue }
      add(place, member.firstRunArm, at, happened <= at ? 1 : 0)
    }
  }

  private mutating func addInvites(
    _ outcome: (TrialRecord.Invite) -> (at: UInt32, counts: Bool)
  ) {
    rows.reserveCapacity(record.invites.count)
    for (place, invite) in record.invites.enumerated() where invite.arm != TrialRecord.outside {
      let (at, counts) = outcome(invite)
      rows.append(
        TrialRows.Row(
          member: invite.sender, arm: invite.arm,
          cluster: clusters.number(ofInvite: place, invite), at: at,
          age: age(of: Int(invite.sender), at: invite.sent), value: counts ? 1 : 0))
    }
  }

  private mutating func add(_ member: Int, _ arm: UInt8, _ at: UInt32, _ value: Double) {
    rows.append(
      TrialRows.Row(
        member: UInt32(member), arm: arm, cluster: clusters.number(of: member, at: at), at: at,
        age: age(of: member, at: at), value: value))
  }

  private func age(of member: Int, at moment: UInt32) -> UInt16 {
    let exposed = record.members[member].exposed
    return UInt16(clamping: (moment - min(moment, exposed)) / 86_400)
  }

  private mutating func addMembers(_ metric: TrialMetric) {
    var values = [Double](repeating: 0, count: record.members.count)
    func count(_ member: UInt32, _ moment: UInt32) {
      let exposed = record.members[Int(member)].exposed
      guard exposed != TrialRecord.never, moment >= exposed, moment <= exposed + maturity else {
        return
      }
      values[Int(member)] += 1
    }
    if metric == .brought {
      for member in record.members
      where member.inviter != TrialRecord.never && member.home != TrialRecord.never {
        count(member.inviter, member.home)
      }
    } else {
      for invite in record.invites { count(invite.sender, invite.sent) }
    }
    for (place, member) in record.members.enumerated() where member.exposed != TrialRecord.never {
      add(
        place, member.arm, member.exposed + maturity,
        metric == .senders ? min(1, values[place]) : values[place])
    }
  }

  /// Adds a row for each moment of one kind; it counts if one of another kind follows.
  private mutating func addMoments(
    _ beginning: TrialRecord.Moment.Kind, endingWith end: TrialRecord.Moment.Kind
  ) {
    var open = [Int32](repeating: -1, count: record.members.count)
    for moment in record.moments where moment.arm != TrialRecord.outside {
      if moment.kind == beginning {
        open[Int(moment.member)] = Int32(rows.count)
        add(Int(moment.member), moment.arm, moment.at, 0)
      } else if moment.kind == end, open[Int(moment.member)] >= 0 {
        rows[Int(open[Int(moment.member)])].value = 1
      }
    }
  }
}

/// What is assigned together, by which an analysis has to count; numbered as they are met.
private struct TrialClusters {
  private let unit: Experiment.Unit
  private let record: TrialRecord
  /// The founder of each member's tree of invites, where arms are inherited.
  private let founders: [UInt32]
  private let period: UInt32
  private var numbers: [UInt64: UInt32] = [:]

  init(of record: TrialRecord, in design: TrialDesign) {
    unit = design.unit
    self.record = record
    period = design.periodInSeconds
    founders = design.inherits ? record.founders : []
  }

  var count: Int { numbers.count }

  mutating func number(of member: Int, at moment: UInt32) -> UInt32 {
    switch unit {
    case .time: number(UInt64((moment - min(moment, record.starts)) / period))
    case .community, .ego: number(record.members[member].cluster)
    case .user, .inviter, .newcomer, .invite:
      number(UInt64(founders.isEmpty ? UInt32(member) : founders[member]))
    }
  }

  mutating func number(ofInvite place: Int, _ invite: TrialRecord.Invite) -> UInt32 {
    unit == .invite ? number(UInt64(place)) : number(of: Int(invite.sender), at: invite.sent)
  }

  private mutating func number(_ cluster: UInt64) -> UInt32 {
    if let number = numbers[cluster] { return number }
    let number = UInt32(numbers.count)
    numbers[cluster] = number
    return number
  }
}

extension TrialRecord.Member {
  /// Whether an inviter is credited with the newcomer.
  fileprivate var isInvited: Bool { inviter != TrialRecord.never }
}

extension TrialRecord {
  /// By member: the first of the credited inviters before them.
  var founders: [UInt32] {
    var founders: [UInt32] = []
    founders.reserveCapacity(members.count)
    for (place, member) in members.enumerated() {
      // An inviter was a member before.
      founders.append(
        member.inviter == Self.never ? UInt32(place) : founders[Int(member.inviter)])
    }
    return founders
  }
}
