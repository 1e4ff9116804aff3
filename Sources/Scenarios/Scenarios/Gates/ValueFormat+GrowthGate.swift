import Gates
import Diagnostics

extension ValueFormat where Value == GrowthGate {
  /// The format of a limit on a metric, such as `k.cohort > 0.008`.
  static var growthGate: ValueFormat {
    let expects = "a gate such as \(GrowthGate.examples[0]) or \(GrowthGate.examples[1])"
    return ValueFormat(
      expects: expects,
      shape: { _ in
        .text(
          pattern: #"^\s*[A-Za-z][\w.]*\s*(<=?|>=?|≤|≥)\s*-?[\d_.]+(%|[a-zA-Z][\w.-]*)?\s*$"#,
          examples: GrowthGate.examples)
      },
      encode: { .text($0.description) },
      read: { node, place, _ in
        guard case .scalar(let scalar) = node.content, let words = GateWords(scalar.text) else {
          place.refuse(node, expecting: expects, remedy: "write \(GrowthGate.examples[0])")
          return nil
        }
        return place.gate(words, writtenAt: node)
      })
  }
}

extension ValuePlace {
  /// Returns the gate of these words; reports an unknown metric or a wrong limit and returns `nil`.
  fileprivate func gate(_ words: GateWords, writtenAt node: YAMLNode) -> GrowthGate? {
    let known = findings.metrics
    guard let metric = known.first(where: { $0.key == words.metric }) else {
      let near =
        findings.isFull ? nil : Suggestion.nearest(to: words.metric, among: known.map(\.key))
      refuse(
        node, "is about \(words.metric.quoted), which is no metric",
        remedy: near.map { "did you mean \($0)?" } ?? "'--metrics all' lists them")
      return nil
    }
    guard let value = metric.scale.value(words.limit) else {
      refuse(
        node,
        "must have a limit that is \(metric.scale.expects), as \(metric.key) has, "
          + "not \(words.limit.quoted)")
      return nil
    }
    return GrowthGate(
      metric.key, .init(words.comparison, value), description: words.description)
  }
}
