public import Attribution
import Vocabulary

extension MatchingStudy {
  /// A rule in the bake-off, with its name in a table.
  public struct Candidate: Hashable, Sendable {
    public let name: String
    public let rule: MatchRule
  }

  /// The rules that vendors and open-source matchers document, and last-click rules of our own.
  public static let bakeOff: [Candidate] = [
    Candidate(name: "Grovs, 5 min, unique", rule: .grovs),
    Candidate(name: "Dub, 1 h, address only", rule: .dub),
    Candidate(name: "Branch, 2 h", rule: .branch),
    Candidate(name: "Adjust, 6 h", rule: .adjust),
    Candidate(name: "AppsFlyer, 24 h", rule: .appsFlyer),
    Candidate(name: "LinkForty, 7 d, newest 1,000", rule: .linkForty),
    Candidate(name: "exact, 7 d, last click", rule: exact),
    Candidate(name: "exact, 7 d, abstaining", rule: exactAbstaining),
    Candidate(name: "our own, 7 d, last click", rule: .ownService),
    Candidate(name: "our own, 7 d, abstaining", rule: .ownServiceAbstaining),
    Candidate(name: "Branch, 2 h, unique", rule: .branchUnique),
    Candidate(name: "Kochava, 7 d", rule: .kochava),
    Candidate(name: "Firebase, 1 h", rule: .firebase),
    Candidate(name: "DeferLink, 48 h, no address", rule: .deferLink),
    Candidate(name: "deferred-deeplink-system, 24 h", rule: .deferredDeeplinkSystem),
  ]

  /// A last-click rule: equal address, model, system version, time zone and locale within seven
  /// days.
  public static let exact: MatchRule = {
    var rule = MatchRule(window: .days(7))
    rule.required = [.address, .model, .osVersion, .timeZone, .locale]
    return rule
  }()

  /// The same rule, without a match where clicks of two inviters fit.
  public static let exactAbstaining: MatchRule = {
    var rule = exact
    rule.choice = .onlyOne
    return rule
  }()
}
