extension Metric {
  /// Every metric, in the order of the loop.
  public static let all: [Metric] =
    coefficients + cascades + growth + arrivals + prompts + promptsByKind
    + sending + flow + sendingByOrigin
    + conversion + recipients + surfaces + credit + returns + onboarding + firstValue + retention
    + judgement + waves + recruits

  /// The metrics of a summary unless all are requested.
  public static let headline = [
    "k.cohort", "k.month", "k.sender", "k.basic", "k.effective", "cycle.days", "depth.mean",
    "members.invitedShare", "prompts.shown", "prompts.shownShare", "prompts.tapShare",
    "sends.senderShare", "sends.perActiveMonth", "sends.recipientsPerActiveMonth",
    "flow.senderShare", "flow.sheetCompletion", "conversion.tapped", "conversion.home",
    "conversion.homeOfTapped",
    "credit.rightShare", "credit.wrongShare", "credit.lostShare", "credit.stolenShare",
    "credit.conflictShare", "return.inviterShare", "onboarding.completion", "onboarding.grantShare",
    "retention.day30",
  ]

  private static let places: [String: Int] = Dictionary(
    uniqueKeysWithValues: all.enumerated().map { ($1.key, $0) })

  /// Returns the place in `all` of the metric with the key `key`.
  public static func place(of key: String) -> Int? { places[key] }

  public static func named(_ key: String) -> Metric? { place(of: key).map { all[$0] } }
}
