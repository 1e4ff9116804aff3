public import GrowthloopModel

/// What an analysis knows of the members beside their rows.
public struct TrialFacts: Sendable {
  /// The invites that each member sent in the time before the experiment.
  public let before: [Double]
  /// The weight of each member in an analysis by exposure: 0 with a contact in another arm, else the
  /// inverse of the chance that the member and all contacts are in this arm.
  public let weights: [Double]

  /// `shares` are those of the arms, the control first.
  public init(_ contacts: TrialContacts, arms: [UInt8], shares: [Double]) {
    before = contacts.before
    weights = contacts.weights(arms, shares: shares)
  }
}

/// Who invited whom among the members of an experiment, and what they sent before.
public struct TrialContacts: Sendable {
  let before: [Double]
  /// The pairs of members between whom an invite went, each once.
  let pairs: [(one: Int, other: Int)]
  /// By member: one member for each of the draws by which it and its contacts got their arms.
  private let draws: [[Int]]

  public init(_ record: TrialRecord, before window: UInt32) {
    let members = record.members.count
    var before = [Double](repeating: 0, count: members)
    let from = record.starts - min(record.starts, window)
    for invite in record.invites where invite.sent >= from && invite.sent < record.starts {
      before[Int(invite.sender)] += 1
    }
    self.before = before
    var places: [UInt64: Int] = [:]
    places.reserveCapacity(members)
    for (place, member) in record.members.enumerated() { places[member.person] = place }
    var met: Set<UInt64> = []
    var pairs: [(one: Int, other: Int)] = []
    for invite in record.invites where invite.sent >= record.starts {
      guard let other = places[invite.recipient] else { continue }
      let sender = Int(invite.sender)
      let key = UInt64(min(sender, other)) << 32 | UInt64(max(sender, other))
      if met.insert(key).inserted { pairs.append((sender, other)) }
    }
    self.pairs = pairs
    // Who inherits an arm is drawn together with the inviter; any of them in an arm shows it.
    let roots = record.roots
    var shown = [Int?](repeating: nil, count: members)
    for (place, member) in record.members.enumerated()
    where member.arm != TrialRecord.outside && shown[roots[place]] == nil {
      shown[roots[place]] = place
    }
    var draws = roots.map { [shown[$0]].compactMap(\.self) }
    func add(_ contact: Int, to member: Int) {
      guard record.members[contact].arm != TrialRecord.outside, let draw = shown[roots[contact]],
        !draws[member].contains(draw)
      else { return }
      draws[member].append(draw)
    }
    for pair in pairs {
      add(pair.other, to: pair.one)
      add(pair.one, to: pair.other)
    }
    self.draws = draws
  }

  /// The pairs whose members are in different arms, of all whose members are in any.
  public func crossing(_ arms: [UInt8]) -> (pairs: Int, all: Int) {
    var crossing = (pairs: 0, all: 0)
    for pair in pairs
    where arms[pair.one] != TrialRecord.outside && arms[pair.other] != TrialRecord.outside {
      crossing.all += 1
      if arms[pair.one] != arms[pair.other] { crossing.pairs += 1 }
    }
    return crossing
  }

  func weights(_ arms: [UInt8], shares: [Double]) -> [Double] {
    let all = shares.reduce(0, +)
    return zip(arms, draws).map { arm, draws in
      guard arm != TrialRecord.outside else { return 0 }
      let factor = all / shares[Int(arm)]
      var weight = 1.0
      for draw in draws where arms[draw] != TrialRecord.outside {
        if arms[draw] != arm { return 0 }
        weight *= factor
      }
      return weight
    }
  }
}

extension TrialRecord {
  /// By member: the first of those from whom its arm was inherited; who inherits none has an own.
  var roots: [Int] {
    var roots: [Int] = []
    roots.reserveCapacity(members.count)
    for (place, member) in members.enumerated() {
      // An inviter was a member before.
      roots.append(member.inherited ? roots[Int(member.inviter)] : place)
    }
    return roots
  }
}
