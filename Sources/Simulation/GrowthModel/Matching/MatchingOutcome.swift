import Attribution

/// How a matching rule fared among launches of which it is known who clicked.
public struct MatchingOutcome: Hashable, Sendable {
  /// The first launches that a click of the same person led to.
  public var invited = 0
  /// Those of them that were matched to a click of the same person.
  public var found = 0
  /// Those of them that were matched to somebody else's.
  public var wrong = 0
  /// The first launches that no click led to.
  public var organic = 0
  /// Those of them that were matched to somebody else's click.
  public var stolen = 0
  /// The launches, of either kind, for which several clicks rivalled and none was taken.
  public var ambiguous = 0

  public init() {}

  /// The share of invited launches that were matched to the right person's click; `nil` of none.
  public var recall: Double? { Self.share(found, of: invited) }
  /// The share of invited launches that were matched to another person's click; `nil` of none.
  public var wrongShare: Double? { Self.share(wrong, of: invited) }
  /// The share of organic launches that were matched to a click; `nil` of none.
  public var stolenShare: Double? { Self.share(stolen, of: organic) }

  private static func share(_ part: Int, of whole: Int) -> Double? {
    whole == 0 ? nil : Double(part) / Double(whole)
  }

  mutating func count(_ decision: MatchDecision, isInvited: Bool, isOwn: Bool) {
    invited += isInvited ? 1 : 0
    organic += isInvited ? 0 : 1
    switch decision {
    case .matched where isOwn: found += isInvited ? 1 : 0
    case .matched where isInvited: wrong += 1
    case .matched: stolen += 1
    case .ambiguous: ambiguous += 1
    case .noMatch: break
    }
  }

  /// The launches of two studies together.
  public static func + (left: MatchingOutcome, right: MatchingOutcome) -> MatchingOutcome {
    var sum = left
    sum.invited += right.invited
    sum.found += right.found
    sum.wrong += right.wrong
    sum.organic += right.organic
    sum.stolen += right.stolen
    sum.ambiguous += right.ambiguous
    return sum
  }
}
