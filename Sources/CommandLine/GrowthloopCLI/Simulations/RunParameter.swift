import Experiments
import Scenarios

/// A parameter that a run rests on, and who says so.
struct RunParameter: Encodable {
  let parameter: String
  let value: String
  let meaning: String
  let source: String?
  let grade: String?

  static func all(of setup: Setup) -> [RunParameter] {
    setup.parameters.map {
      RunParameter(
        parameter: $0.name, value: $0.value, meaning: $0.meaning, source: $0.source,
        grade: $0.grade?.rawValue)
    }
  }

  /// Whether nothing but an assumption stands behind it.
  private var isAssumed: Bool { grade == nil || grade == EvidenceGrade.d.rawValue }

  /// Those that are assumed, in one paragraph.
  static func assumptions(_ parameters: [RunParameter]) -> String {
    let assumed = parameters.filter(\.isAssumed)
    guard !assumed.isEmpty else { return "" }
    let list = assumed.map { "\($0.parameter) \($0.value)" }.joined(separator: ", ")
    return "Resting on assumption alone (\(assumed.count) parameters): \(list)."
  }
}
