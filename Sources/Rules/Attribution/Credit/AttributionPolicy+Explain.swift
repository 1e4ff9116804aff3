public import Vocabulary

extension AttributionPolicy {
  /// What stood against one click.
  public struct Verdict: Hashable, Sendable {
    public let sequence: UInt64
    public let because: PassedOver
    public let rule: RuleID
  }

  /// Returns why each click that does not decide was passed over, by sequence.
  public func passedOver(_ clicks: [Click], for arrival: Arrival) -> [Verdict] {
    let decisive = decide(clicks, for: arrival).click
    let lost: PassedOver = model == .lastClick ? .olderClick : .newerClick
    return clicks.filter { $0.sequence != decisive?.sequence }
      .sorted { $0.sequence < $1.sequence }
      .map { click in
        let because = objection(to: click, for: arrival) ?? lost
        return Verdict(
          sequence: click.sequence, because: because, rule: because.rule(in: document))
      }
  }
}
