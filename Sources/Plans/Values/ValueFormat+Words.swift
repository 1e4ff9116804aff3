import GrowthloopFindings

extension ValueFormat where Value == String {
  /// Returns the format of a text with a length in characters.
  public static func text(_ lengths: ClosedRange<Int> = 1...200) -> ValueFormat {
    .scalar(
      expects: "text of \(lengths.lowerBound) to \(lengths.upperBound) characters",
      shape: .words(least: lengths.lowerBound),
      encode: { .text($0) },
      remedy: { text in
        hasControls(text)
          ? "leave the control characters out"
          : text.count > lengths.upperBound ? "shorten it" : nil
      },
      parse: { lengths.contains($0.count) && !hasControls($0) ? $0 : nil })
  }

  /// Returns whether a terminal would interpret part of the text as a control sequence.
  private static func hasControls(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
    }
  }
}

extension ValueFormat where Value == Bool {
  /// The format of `true` or `false`; YAML's other words for them are refused, with a remedy.
  public static var flag: ValueFormat {
    .scalar(
      expects: "true or false", shape: .flag,
      encode: { .bool($0) },
      remedy: { text in
        switch text.lowercased() {
        case "true", "yes", "on", "y", "1": "write true"
        case "false", "no", "off", "n", "0": "write false"
        default: "write true or false"
        }
      },
      parse: { Bool($0) })
  }
}

extension ValueFormat where Value: RawRepresentable<String> & CaseIterable & Sendable {
  /// The format of one of the cases of an enumeration.
  public static var choice: ValueFormat {
    let words = Value.allCases.map(\.rawValue)
    return .scalar(
      expects: words.joined(separator: " | "), shape: .choice(words),
      encode: { .text($0.rawValue) },
      remedy: { text in Suggestion.nearest(to: text, among: words).map { "write \($0)" } },
      parse: { Value(rawValue: $0) })
  }
}

extension ValueFormat {
  /// Returns the format of a value that may also be `none`; the word in quotation marks is text.
  public static func none<Wrapped: Sendable>(
    or inner: ValueFormat<Wrapped>
  ) -> ValueFormat<Wrapped?> where Value == Wrapped? {
    ValueFormat<Wrapped?>(
      expects: "\(inner.expects), or none",
      shape: { .optional(inner.shape($0 ?? nil)) },
      encode: { $0.map(inner.encode) ?? "none" },
      read: { node, place, start in
        if case .scalar(YAMLScalar("none")) = node.content { return .some(nil) }
        var place = place
        place.allowsNone = true
        return inner.read(node, place, start ?? nil).map { .some($0) }
      },
      parameters: { value, name, written in
        value.map { inner.parameters($0, name, written) } ?? []
      })
  }
}
