public import GrowthloopModel

/// The rows of a metric in an experiment.
public struct TrialRows: Sendable {
  /// The rows, in no meaningful order.
  public let rows: [Row]
  /// The number of members, whose places the rows name.
  public let members: Int
  /// The number of clusters, which the rows number from 0.
  public let clusters: Int
  /// The members that have rows, in ascending order, and for each row the place of its member here.
  let owners: (members: [UInt32], places: [UInt32])

  /// One invite, member, sheet, prompt or newcomer.
  public struct Row: Sendable {
    /// The place of the member whose arm it has: the inviter of a newcomer where inviters are assigned.
    public let member: UInt32
    public let arm: UInt8
    /// What is assigned together with the row.
    public internal(set) var cluster: UInt32
    /// When the row is complete: its maturity after its beginning, in seconds.
    public let at: UInt32
    /// The days since the member's first use of the app within the experiment.
    public let age: UInt16
    public internal(set) var value: Double
    /// What it counts for in the mean: less than one for the part of a member's time in one period.
    public let weight: Double
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
    owners = Self.owners(of: rows, among: members)
  }

  private static func owners(
    of rows: [Row], among members: Int
  ) -> (members: [UInt32], places: [UInt32]) {
    var places = [UInt32?](repeating: nil, count: members)
    for row in rows { places[Int(row.member)] = 0 }
    var owners: [UInt32] = []
    for member in places.indices where places[member] != nil {
      places[member] = UInt32(owners.count)
      owners.append(UInt32(member))
    }
    return (owners, rows.map { places[Int($0.member)] ?? 0 })
  }

  /// The sum of the values and that of the weights, of the rows that are complete at `moment`.
  func sum(until moment: UInt32) -> (value: Double, rows: Double) {
    rows.reduce(into: (0, 0)) { sum, row in
      guard row.at <= moment else { return }
      sum.0 += row.value
      sum.1 += row.weight
    }
  }
}

/// A reader of the rows of one metric.
private struct TrialRowReader {
  private let record: TrialRecord
  private let unit: Experiment.Unit
  private let period: UInt32
  private let maturity: UInt32
  var clusters: TrialClusters
  private(set) var rows: [TrialRows.Row] = []

  init(of record: TrialRecord, in design: TrialDesign, maturity: UInt32) {
    self.record = record
    self.maturity = maturity
    unit = design.unit
    period = design.periodInSeconds
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
    case .sends, .senders, .brought, .returns: addMembers(metric)
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
        $0.isInvited && $0.exposed == $0.joined ? ($0.joined + Self.fortnight, $0.returned) : nil
      }
    case .members, .invited: addTotal(metric)
    }
  }

  private static let fortnight: UInt32 = 14 * 86_400

  /// Adds a row for each newcomer of whom `outcome` returns the moment to judge it by, and the moment
  /// at which it happened.
  private mutating func addNewcomers(
    _ outcome: (TrialRecord.Member) -> (at: UInt32, happened: UInt32)?
  ) {
    for (place, member) in newcomers {
      guard let (at, happened) = outcome(member) else { continue }
      add(
        place, member.firstRunArm, begun: member.joined, at: at, happened <= at ? 1 : 0,
        of: owner(place))
    }
  }

  /// Those who launch within the experiment.
  private var newcomers: [(offset: Int, element: TrialRecord.Member)] {
    record.members.enumerated().filter { _, member in
      member.joined >= record.starts && member.joined > record.begins
        && member.firstRunArm != TrialRecord.outside
    }
  }

  /// The member whose arm a newcomer's first run has.
  private func owner(_ newcomer: Int) -> Int {
    let inviter = record.members[newcomer].inviter
    return unit == .inviter && inviter != TrialRecord.never ? Int(inviter) : newcomer
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
          age: age(of: Int(invite.sender), at: invite.sent), value: counts ? 1 : 0, weight: 1))
    }
  }

  /// Adds a row of a member; its arm is that of `owner`, or the member's own, when it began.
  private mutating func add(
    _ member: Int, _ arm: UInt8, begun: UInt32, at: UInt32, _ value: Double, weight: Double = 1,
    of owner: Int? = nil
  ) {
    let owner = owner ?? member
    rows.append(
      TrialRows.Row(
        member: UInt32(owner), arm: arm, cluster: clusters.number(of: owner, at: begun), at: at,
        age: age(of: member, at: at), value: value, weight: weight))
  }

  private func age(of member: Int, at moment: UInt32) -> UInt16 {
    let exposed = record.members[member].exposed
    return UInt16(clamping: (moment - min(moment, exposed)) / 86_400)
  }

  /// Adds what members did after their first use within the experiment.
  private mutating func addMembers(_ metric: TrialMetric) {
    let window = metric == .returns ? Self.fortnight : maturity
    var counts = [Int](repeating: 0, count: record.members.count)
    // The member and the moment that decided it.
    var events: [(member: Int, at: UInt32)] = []
    func count(_ member: UInt32, _ moment: UInt32, decided: UInt32? = nil) {
      let exposed = record.members[Int(member)].exposed
      guard exposed != TrialRecord.never, moment >= exposed, moment <= exposed + window,
        metric != .senders || counts[Int(member)] == 0
      else { return }
      counts[Int(member)] += 1
      events.append((Int(member), max(exposed, decided ?? moment)))
    }
    switch metric {
    case .brought:
      for member in record.members where member.isInvited && member.home != TrialRecord.never {
        count(member.inviter, member.home, decided: invite(of: member)?.sent)
      }
    case .returns:
      for (place, member) in record.members.enumerated() {
        count(UInt32(place), member.returned)
      }
    default: for invite in record.invites { count(invite.sender, invite.sent) }
    }
    if unit == .time { return addParts(of: events, within: window) }
    for (place, member) in record.members.enumerated() where member.exposed != TrialRecord.never {
      add(
        place, member.arm, begun: member.exposed, at: member.exposed + window,
        Double(counts[place]))
    }
  }

  /// The credited inviter's invite that led to a newcomer's launch.
  private func invite(of member: TrialRecord.Member) -> TrialRecord.Invite? {
    guard member.cause != TrialRecord.never else { return nil }
    let invite = record.invites[Int(member.cause)]
    return invite.sender == member.inviter ? invite : nil
  }

  /// Adds a row for each member and period: what happened within it counts beside the part of all that
  /// would happen at that time after the first use, as members do most in the beginning.
  private mutating func addParts(of events: [(member: Int, at: UInt32)], within window: UInt32) {
    let ages = events.map { $0.at - record.members[$0.member].exposed }.sorted()
    func part(before age: UInt32) -> Double {
      var places = 0..<ages.count
      while !places.isEmpty {
        let middle = places.lowerBound + places.count / 2
        places = ages[middle] < age ? middle + 1..<places.upperBound : places.lowerBound..<middle
      }
      return Double(places.lowerBound) / Double(max(1, ages.count))
    }
    var places = [Int](repeating: 0, count: record.members.count)
    for (member, exposed) in record.members.map(\.exposed).enumerated()
    where exposed != TrialRecord.never {
      places[member] = rows.count
      let numbers = number(at: exposed)...number(at: exposed + window)
      for number in numbers {
        let begun = max(exposed, record.starts + number * period)
        let end = min(exposed + window + 1, record.starts + (number + 1) * period)
        add(
          member, arm(in: number), begun: begun, at: exposed + window, 0,
          weight: part(before: end - exposed) - part(before: begun - exposed))
      }
    }
    for event in events {
      let first = number(at: record.members[event.member].exposed)
      rows[places[event.member] + Int(number(at: event.at) - first)].value += 1
    }
  }

  /// The number of the period that contains `moment`.
  private func number(at moment: UInt32) -> UInt32 {
    (moment - min(moment, record.starts)) / period
  }

  /// The arm of all people in a period; that of those outside after the end of the run.
  private func arm(in period: UInt32) -> UInt8 {
    record.periods.indices.contains(Int(period)) ? record.periods[Int(period)] : TrialRecord.outside
  }

  /// Adds those whom no invite brought, each with all of whom there would be as many in one arm, and
  /// newcomers whom invites bring: as if the arm of the former had everybody.
  private mutating func addTotal(_ metric: TrialMetric) {
    let own = record.members.enumerated().filter { _, member in
      member.joined < record.starts || member.joined == record.begins
        || !member.isInvited && member.cause == TrialRecord.never
    }
    let isAll = metric == .members
    let before = isAll ? Double(own.count) : 0
    if unit == .time {
      let whole = Double(record.ends - min(record.ends, record.starts))
      let all = Double(own.count)
      for number in record.periods.indices.map({ UInt32($0) }) {
        let begun = record.starts + number * period
        let end = min(record.ends, begun + period)
        let part = Double(end - min(end, begun)) / max(1, whole)
        rows.append(
          TrialRows.Row(
            member: 0, arm: arm(in: number), cluster: number, at: end, age: 0,
            value: before * part * all, weight: all * part))
      }
      addBrought(isAll, scale: all)
    } else {
      let exposed = own.filter { $0.element.exposed != TrialRecord.never }
      for (place, member) in exposed {
        add(place, member.arm, begun: member.exposed, at: member.exposed, before)
      }
      addBrought(isAll, scale: Double(exposed.count))
    }
  }

  /// Adds newcomers whom invites bring, whoever is credited where `isAll`.
  private mutating func addBrought(_ isAll: Bool, scale: Double) {
    for (place, member) in newcomers
    where member.cause != TrialRecord.never || isAll && member.isInvited {
      let sent = invite(of: member)?.sent ?? member.joined
      let begun = unit == .time ? max(record.starts, sent) : member.joined
      add(
        place, unit == .time ? arm(in: number(at: begun)) : member.firstRunArm, begun: begun,
        at: member.joined, scale, weight: 0, of: owner(place))
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
        add(Int(moment.member), moment.arm, begun: moment.at, at: moment.at, 0)
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

  var count: Int { unit == .time ? record.periods.count : numbers.count }

  mutating func number(of member: Int, at moment: UInt32) -> UInt32 {
    switch unit {
    case .time:
      // Periods keep their numbers, by which they may take turns.
      min((moment - min(moment, record.starts)) / period, UInt32(max(1, count) - 1))
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
