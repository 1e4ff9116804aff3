public import GrowthModel

/// What an analysis knows of the members beside their rows.
public struct TrialFacts: Sendable {
  /// The invites that each member sent in the time before the experiment.
  public let before: [Double]
  /// The weight of each member in an analysis by exposure: 0 with a contact in the other arm, else
  /// the inverse of the chance that the member and all contacts are in this arm.
  public let weights: [Double]

  public init(_ contacts: TrialContacts, arms: [UInt8], shareOfVariant share: Double) {
    before = contacts.before
    weights = contacts.weights(arms, shareOfVariant: share)
  }
}

/// Who invited whom among the members of an experiment, and what they sent before.
public struct TrialContacts: Sendable {
  let before: [Double]
  /// The pairs of members between whom an invite went, each once.
  let pairs: [(one: Int, other: Int)]
  private let members: Int

  public init(_ record: TrialRecord, before window: UInt32) {
    members = record.members.count
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

  func weights(_ arms: [UInt8], shareOfVariant share: Double) -> [Double] {
    var weights = arms.map { 1 / ($0 == 0 ? 1 - share : share) }
    for pair in pairs {
      let both = (arms[pair.one], arms[pair.other])
      guard both.0 != TrialRecord.outside, both.1 != TrialRecord.outside else { continue }
      let factor = both.0 == both.1 ? 1 / (both.0 == 0 ? 1 - share : share) : 0
      weights[pair.one] *= factor
      weights[pair.other] *= factor
    }
    return weights
  }
}
