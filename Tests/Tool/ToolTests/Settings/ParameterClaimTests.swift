import GrowthloopFindings
import GrowthloopPlans
import Testing

@testable import growthloop

/// A parameter with other values, and what must be set for them to matter.
struct ParameterClaim: Sendable, CustomTestStringConvertible {
  let name: String
  let values: [String]
  let given: [String]

  var testDescription: String { name }

  /// Every parameter of the loop, but for those of which a town of 400 shows nothing.
  static let all: [ParameterClaim] = {
    let reader = ScenarioReader(GrowthScenario.self, loader: .disk())
    let source = SourceText(name: "all.yaml", text: "title: All\n")
    let parameters = (try? reader.read(source, overrides: []))?.parametersInUse ?? []
    return parameters.filter { parameter in
      !unseen.contains { parameter.name.hasPrefix($0) }
    }.map { parameter in
      ParameterClaim(
        name: parameter.name, values: others[parameter.name] ?? values(beside: parameter),
        given: companions.first { $0.key == parameter.name }?.value ?? [])
    }
  }()

  /// Values on both sides of a number; of a delay, another median.
  private static func values(beside parameter: Parameter) -> [String] {
    if let range = parameter.range { return [range.low, range.high] }
    if let number = Double(parameter.value.replacing("_", with: "")) {
      return number == 0 ? ["30%", "1"] : ["\(number / 4)", "\(number * 3)", "\(number / 2)"]
    }
    let times = ["3s", "5h", "9d"]
    return parameter.value.hasPrefix("{mean")
      ? times.map { "{mean: \($0)}" } : times.map { "{median: \($0), sigma: 1.1}" } + times
  }

  /// Two phones that look alike are the subject of the study of matching; second installations and
  /// flags are read by experiments alone; a wrong code and a skipped name are steps of the first run
  /// that no result counts.
  private static let unseen = [
    "devices.", "firstRun.secondStart", "use.freshStarts", "firstRun.wrongCode",
    "firstRun.skipUsername",
  ]

  /// The other values of those that are neither numbers nor delays, or must fit the town.
  private static let others: [String: [String]] = [
    "arrivals.seeds": ["20"], "arrivals.placement": ["dense"], "arrivals.seedsAre": ["cold"],
    "firstRun.codeLife": ["5s"], "firstRun.numberSwitches": ["0"],
    "recipients.repeatOdds": ["[3]"], "sharing.invitesShape": ["0.3"],
    "sharing.mostInvites": ["2"], "use.retentionMeans": ["activity"], "use.retention.1": ["75%"],
    "use.retention.14": ["65%"],
  ]

  /// What turns on the mechanism of a parameter.
  private static let companions: KeyValuePairs = [
    "sharing.invitesShape": ["sharing.invitesAtHome=2"],
    "sharing.keenShare": ["sharing.keenFactor=5"], "sharing.keenFactor": ["sharing.keenShare=20%"],
    "sharing.keenLikeness": ["sharing.keenShare=20%", "sharing.keenFactor=5"],
    "sharing.noveltyHalfLife": ["sharing.noveltyLift=2"],
    "use.retentionMeans": ["use.sessionsPerDay=3", "use.retention.1=70%"],
    "use.contactsPermission": [
      "prompts.triggers=[keyAction,socialContent,emptyState,thirdSession,contactsPermission]",
      "contacts.frequentSuggestions=on",
    ],
  ]
}

@Suite("Parameters · each moves something")
struct ParameterClaimTests {
  @Test(arguments: ParameterClaim.all)
  func `a parameter changes the results of a lively town`(_ claim: ParameterClaim) async throws {
    for profile in ["rin", "product", "design"] {
      // What a profile contradicts is refused.
      guard let usual = try? await LivelyScenario.results(profile, claim.given) else { continue }
      for value in claim.values {
        let changed = claim.given + ["\(claim.name)=\(value)"]
        guard let results = try? await LivelyScenario.results(profile, changed) else { continue }
        if results != usual { return }
      }
    }
    Issue.record("nothing moves under \(claim.values)")
  }

  @Test func `the parameters are all there are`() {
    #expect(ParameterClaim.all.count > 110)
  }
}
