import GrowthloopFindings

extension ValueFormat where Value == RolloutStage {
  /// The format of a stage: `25%@3d`, or as the profiles write it `25@3`.
  static var rolloutStage: ValueFormat {
    .scalar(
      expects: "a stage such as 25%@3d (share at day)",
      shape: .text(
        pattern: #"^\s*\d[\d.]*\s*%?\s*@\s*\d{1,3}d?\s*$"#, examples: ["10%@0", "25%@3d"]),
      encode: { .text($0.description) },
      remedy: { text in
        text.contains("@")
          ? "write a share up to 100% and a day up to 365, as 25%@3d" : "write 25%@3d"
      },
      parse: { text in
        let parts = text.filter { $0 != " " }.split(
          separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let share = parts[0].hasSuffix("%") ? String(parts[0]) : "\(parts[0])%"
        let day = parts[1].hasSuffix("d") ? parts[1].dropLast() : parts[1]
        guard let share = NumberParser.share(share), let day = Int(day), (0...365).contains(day)
        else { return nil }
        return RolloutStage(share, from: day)
      })
  }
}

extension ValueFormat where Value == Double {
  /// The format of an amount in a metric's unit: `2%` or `0.02`.
  static var amount: ValueFormat {
    .scalar(
      expects: "a share such as 2%, or a number such as 0.02",
      shape: .either([.share(0...1), .real(least: 0, isLeastExcluded: false, most: nil)]),
      encode: { .number($0) }, remedy: { _ in "write 2% or 0.02" },
      parse: { text in
        (NumberParser.share(text) ?? NumberParser.real(text)).flatMap {
          $0 >= 0 && $0.isFinite ? $0 : nil
        }
      })
  }
}

extension ValueFormat where Value == String {
  /// The format of a metric that counts events, of those that the reader's caller knows.
  static var countedMetric: ValueFormat {
    let expects = "a metric such as flow.sheetCompletion"
    return ValueFormat(
      expects: expects, shape: { _ in .words(least: 1) }, encode: { .text($0) },
      read: { node, place, _ in
        guard case .scalar(let scalar) = node.content, !scalar.isNull, !scalar.text.isEmpty else {
          place.refuse(node, expecting: expects)
          return nil
        }
        let known = place.findings.metrics
        guard let metric = known.first(where: { $0.key == scalar.text }) else {
          let near =
            place.findings.isFull
            ? nil : Suggestion.nearest(to: scalar.text, among: known.map(\.key))
          place.refuse(
            node, "is \(scalar.text.quoted), which is no metric",
            remedy: near.map { "did you mean \($0)?" } ?? "'--metrics all' lists them")
          return nil
        }
        guard metric.isProportion else {
          place.refuse(
            node, "is \(scalar.text.quoted), which cannot be compared between arms",
            remedy: "name a share or a ratio of counts, such as flow.sheetCompletion")
          return nil
        }
        return metric.key
      })
  }
}
