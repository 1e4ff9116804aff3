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

  /// Every parameter of the loop.
  static let all: [ParameterClaim] = {
    let reader = ScenarioReader(GrowthScenario.self, loader: .disk())
    let source = SourceText(name: "all.yaml", text: "title: All\n")
    let parameters = (try? reader.read(source, overrides: []))?.parametersInUse ?? []
    return parameters.map { parameter in
      ParameterClaim(
        name: parameter.name, values: others[parameter.name] ?? values(beside: parameter),
        given: companions.first { parameter.name.hasPrefix($0.key) }?.value ?? [])
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
      ? times.map { "{mean: \($0)}" }
      : times.map { "{median: \($0), sigma: 1.1}" } + times
  }

  /// The other values of those that are neither numbers nor delays.
  private static let others: [String: [String]] = [:]

  /// What turns on the mechanism of the parameters whose names begin so.
  private static let companions: KeyValuePairs<String, [String]> = [:]
}

@Suite("Parameters · each moves something")
struct ParameterClaimTests {
  @Test(arguments: ParameterClaim.all)
  func `a parameter changes the results of a lively town`(_ claim: ParameterClaim) async throws {
    for profile in ["rin", "product", "design"] {
      let usual = try await LivelyScenario.results(profile, claim.given)
      for value in claim.values {
        let changed = claim.given + ["\(claim.name)=\(value)"]
        // A value that contradicts the profile is refused.
        guard let results = try? await LivelyScenario.results(profile, changed) else { continue }
        if results != usual { return }
      }
    }
    Issue.record("nothing moves under \(claim.values)")
  }
}
