import GrowthloopFindings

extension ValueFormat where Value == GrowthGate {
  /// The format of a limit on a metric, such as `k.cohort > 0.008`.
  static var growthGate: ValueFormat { gate(GrowthGate.examples) }

  /// The format of a limit on one of `names`, or on any metric; `examples` are two of them.
  static func gate(_ examples: [String], on names: [MetricName]? = nil) -> ValueFormat {
    let expects = "a gate such as \(examples[0]) or \(examples[1])"
    return ValueFormat(
      expects: expects,
      shape: { _ in
        .text(
          pattern: #"^\s*[A-Za-z][\w.]*\s*(<=?|>=?|≤|≥)\s*-?[\d_.]+(%|[a-zA-Z][\w.-]*)?\s*$"#,
          examples: examples)
      },
      encode: { .text($0.description) },
      read: { node, place, _ in
        guard case .scalar(let scalar) = node.content, let words = GateWords(scalar.text) else {
          place.refuse(node, expecting: expects, remedy: "write \(examples[0])")
          return nil
        }
        return place.gate(words, writtenAt: node, on: names)
      })
  }
}

extension ValuePlace {
  /// Returns the gate of these words; reports an unknown metric or a wrong limit and returns `nil`.
  fileprivate func gate(
    _ words: GateWords, writtenAt node: YAMLNode, on names: [MetricName]?
  ) -> GrowthGate? {
    let known = names ?? findings.metrics
    guard let metric = known.first(where: { $0.key == words.metric }) else {
      let near =
        findings.isFull ? nil : Suggestion.nearest(to: words.metric, among: known.map(\.key))
      refuse(
        node,
        "is about \(words.metric.quoted), which is no "
          + (names == nil ? "metric" : "measure: \(Self.plain(known))"),
        remedy: near.map { "did you mean \($0)?" }
          ?? (names == nil ? "'--metrics all' lists them" : "write \(known[0].key)"))
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

  /// The names without those that have another before a dot, as an enumeration.
  private static func plain(_ names: [MetricName]) -> String {
    names.map(\.key).filter { !$0.contains(".") }.joined(separator: ", ")
  }
}
