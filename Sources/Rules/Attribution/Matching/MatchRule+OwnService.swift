import Vocabulary

extension MatchRule {
  /// Our own matcher: the same address and device, seven days, last click.
  ///
  /// The seeds only require that device identifiers are matched with click records within seven
  /// days (000 §6.1). The choice of signals is ours, after the bake-off that names them: address,
  /// model, version of the system, time zone, language. The language lacks its region, because web
  /// view and app report different ones (firebase-ios-sdk #10786). Spending the click is ours too:
  /// a reinstall must not receive the same link again (firebase-ios-sdk #5789).
  public static let ownService: MatchRule = {
    var rule = MatchRule(window: .days(7))
    rule.token = .within(.days(7))
    rule.required = [.address, .platform, .osVersion, .model, .timeZone, .language]
    return rule
  }()

  /// The same rule, but without a match when clicks of two inviters qualify.
  public static let ownServiceAbstaining: MatchRule = {
    var rule = MatchRule.ownService
    rule.choice = .onlyOne
    return rule
  }()
}

extension MatchingRules {
  static let ownService: [Rule] = [
    Rule("CNF-48", "Our own matcher serves all profiles; its misses and mistakes are parameters.")
  ]
}
