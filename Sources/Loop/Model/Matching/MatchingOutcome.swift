import Attribution

/// The results of a matching rule on launches whose true clicker is known.
public struct MatchingOutcome: Hashable, Sendable {
  /// The launches that were caused by a click of the same person.
  public var invited = 0
  /// The invited launches that were matched to a click of the same person.
  public var found = 0
  /// The invited launches that were matched to another person's click.
  public var wrong = 0
  /// The launches without a click.
  public var organic = 0
  /// The organic launches that were matched to another person's click.
  public var stolen = 0
  /// The launches, of either kind, for which several clicks competed and none was chosen.
  public var ambiguous = 0

  public init() {}

  /// The proportion of invited launches matched to the right person's click; `nil` without invited
  /// launches.
  public var recall: Double? { Self.share(found, of: invited) }
  /// The proportion of invited launches matched to another person's click; `nil` without invited
  /// launches.
  public var wrongShare: Double? { Self.share(wrong, of: invited) }
  /// The proportion of organic launches matched to a click; `nil` without organic launches.
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

  /// Returns the sum of two studies.
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
