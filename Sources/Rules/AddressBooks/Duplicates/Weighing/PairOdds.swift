import Vocabulary

/// How much better one person explains two entries than chance does.
///
/// Each part is a ratio of chances against two strangers, once for two entries of one person, once
/// for two people of one household, who share a surname, an address, a telephone.
struct PairOdds: BitwiseCopyable {
  var names = 1.0
  var namesOfHousehold = 1.0
  var address = 1.0
  var reach = 1.0
  var reachOfHousehold = 1.0
  /// Whether both given names are known and no form of one another.
  var givenNamesDiffer = false
  /// Whether a given name or a surname is not known.
  var isHalfNamed = false
  var sharesPhone = false
  var sharesEmail = false

  /// For two entries of one person.
  var person: Double { names * address * reach }
  /// For two people of one household.
  var household: Double { namesOfHousehold * address * reachOfHousehold }
}

extension PairOdds {
  /// Odds that speak for one person, and clearly so.
  static let clear = 10.0

  /// What speaks clearly for one person.
  var evidence: SmallSet<DuplicateEvidence> {
    var evidence: SmallSet<DuplicateEvidence> = []
    if sharesPhone { evidence.insert(.phone) }
    if sharesEmail { evidence.insert(.email) }
    if names > Self.clear { evidence.insert(.name) }
    if address > Self.clear { evidence.insert(.address) }
    return evidence
  }
}
