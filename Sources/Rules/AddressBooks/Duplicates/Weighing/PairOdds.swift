import Vocabulary

/// The odds that one person explains two entries, against chance.
///
/// Each part is a likelihood ratio against two strangers, once for two entries of one person, once
/// for two people of one household, who share a surname, an address, a telephone.
struct PairOdds: BitwiseCopyable {
  var names = 1.0
  var namesOfHousehold = 1.0
  var address = 1.0
  var reach = 1.0
  var reachOfHousehold = 1.0
  /// Whether both given names are known and neither is a form of the other.
  var givenNamesDiffer = false
  /// Whether a given name or a surname is unknown.
  var isHalfNamed = false
  var sharesPhone = false
  var sharesEmail = false

  /// The odds for two entries of one person.
  var person: Double { names * address * reach }
  /// The odds for two people of one household.
  var household: Double { namesOfHousehold * address * reachOfHousehold }
}

extension PairOdds {
  /// The odds from which a part is clear evidence for one person.
  static let clear = 10.0

  /// The parts that are clear evidence for one person.
  var evidence: SmallSet<DuplicateEvidence> {
    var evidence: SmallSet<DuplicateEvidence> = []
    if sharesPhone { evidence.insert(.phone) }
    if sharesEmail { evidence.insert(.email) }
    if names > Self.clear { evidence.insert(.name) }
    if address > Self.clear { evidence.insert(.address) }
    return evidence
  }
}
