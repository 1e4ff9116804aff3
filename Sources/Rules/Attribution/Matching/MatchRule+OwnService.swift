import Vocabulary

extension MatchRule {
  /// Our own matcher: the same address and device, seven days, last click.
  ///
  /// The seeds say only that device identifiers are matched with click records within seven days
  /// (000 §6.1). Which signals is ours, after the bake-off that names them: address, model, version of the
  /// system, time zone, language. The language goes without its region, because a web view and the
  /// app tell different ones (firebase-ios-sdk #10786). That a click is spent is ours too: it keeps a
  /// reinstall from being handed the same link again (firebase-ios-sdk #5789).
  public static let ownService: MatchRule = {
    var rule = MatchRule(window: .days(7))
    rule.token = .within(.days(7))
    rule.required = [.address, .platform, .osVersion, .model, .timeZone, .language]
    return rule
  }()

  /// The same, but two inviters whose clicks both fit get nothing: no guess.
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
