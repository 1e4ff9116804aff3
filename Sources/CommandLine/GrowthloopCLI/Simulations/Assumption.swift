import Experiments
import Scenarios

/// A parameter that nothing but an assumption stands behind.
struct Assumption: Encodable {
  let parameter: String
  let value: String
  let meaning: String

  static func all(of setup: Setup) -> [Assumption] {
    setup.parameters.filter(\.isAssumed).map {
      Assumption(parameter: $0.name, value: $0.value, meaning: $0.meaning)
    }
  }

  /// All of them in one paragraph.
  static func paragraph(_ assumptions: [Assumption]) -> String {
    guard !assumptions.isEmpty else { return "" }
    let list = assumptions.map { "\($0.parameter) \($0.value)" }.joined(separator: ", ")
    return "Resting on assumption alone (\(assumptions.count) parameters): \(list)."
  }
}
