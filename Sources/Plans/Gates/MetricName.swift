public import GrowthloopFindings
import Vocabulary

/// A metric available to gates, by the name that users write.
public struct MetricName: Hashable, Sendable {
  /// The notation of a metric's values.
  public enum Scale: Hashable, Sendable {
    case number
    /// From 0 to 1, or in per cent.
    case share
    /// A time, counted in seconds.
    case seconds
    /// A time, counted in days.
    case days
    /// A chance, which cannot be above 1.
    case chance
    /// The size of a difference, which has no sign; of shares, in percentage points.
    case size
  }

  public let key: String
  public let scale: Scale
  /// Whether it is a share, or a ratio of counts, so that each arm of a rollout has its own.
  public let isProportion: Bool

  public init(_ key: String, _ scale: Scale, isProportion: Bool = false) {
    self.key = key
    self.scale = scale
    self.isProportion = isProportion
  }
}

extension MetricName.Scale {
  /// The form of a value, in words that complete "must be …".
  var expects: String {
    switch self {
    case .number: "a number such as 0.5"
    case .share: "a share such as 30% or 0.3"
    case .seconds, .days: "a time such as 2m, 36h or 7d"
    case .chance: "a chance from 0% to 100%, such as 80%"
    case .size: "a size such as 1pp or 0.01"
    }
  }

  /// Parses a value as a scenario spells it.
  func value(_ text: String) -> Double? {
    switch self {
    case .number: ValueText.real(text)
    case .share: ValueText.share(text)
    case .seconds: ValueText.interval(text).map { Double($0.milliseconds) / 1_000 }
    case .days: ValueText.interval(text).map { Double($0.milliseconds) / 86_400_000 }
    case .chance: ValueText.share(text).flatMap { (0...1).contains($0) ? $0 : nil }
    case .size:
      (text.hasSuffix("pp")
        ? ValueText.share(text.dropLast(2) + "%") : ValueText.share(text))
        .flatMap { $0 >= 0 ? $0 : nil }
    }
  }
}

/// A limit on a metric of a scenario: `k.cohort > 0.008`, `conversion.home >= 3%`.
public struct GrowthGate: Hashable, Sendable {
  /// The key of a metric.
  public let metric: String
  public let limit: GateLimit
  public let description: String

  /// Examples of gates.
  static let examples = ["k.cohort > 0.008", "conversion.home >= 3%"]

  public init(_ metric: String, _ limit: GateLimit, description: String) {
    self.metric = metric
    self.limit = limit
    self.description = description
  }
}

/// What a scenario is to reach; a target that is missed fails no run.
public enum ScenarioTargets: Hashable, Sendable {
  /// The goals of the document that the setting metrics.profile names.
  case document
  case own([GrowthGate])
}

extension ValueFormat where Value == ScenarioTargets {
  /// The format of a list of targets, or of the word for those of a document.
  static var targets: ValueFormat {
    let word = "document"
    let list = ValueFormat<[GrowthGate]>.list(of: .growthGate, 0...100)
    let expects =
      "a list of targets such as [\(GrowthGate.examples[0]), conversion.home at least 3%], or \(word)"
    return ValueFormat(
      expects: expects, shape: { _ in .either([.scalar(.choice([word])), list.shape(nil)]) },
      encode: { targets in
        switch targets {
        case .document: .text(word)
        case .own(let gates): list.encode(gates)
        }
      },
      read: { node, place, _ in
        switch node.content {
        case .scalar(YAMLScalar(word)): return .document
        case .sequence: return list.read(node, place, nil).map { .own($0) }
        default:
          place.refuse(node, expecting: expects, remedy: "write [\(GrowthGate.examples[0])]")
          return nil
        }
      })
  }
}

/// The words of a gate, before the metrics are available.
struct GateWords {
  let metric: String
  let comparison: GateLimit.Comparison
  let limit: String

  /// Parses a gate; `nil` if the text is none.
  init?(_ text: String) {
    let text = text.replacing("≥", with: ">=").replacing("≤", with: "<=")
      .replacing(" at least ", with: " >= ").replacing(" at most ", with: " <= ")
    let metric = text.prefix { !"<>=".contains($0) }
    let sign = text.dropFirst(metric.count).prefix { "<>=".contains($0) }
    let limit = text.dropFirst(metric.count + sign.count)
    guard let comparison = GateLimit.Comparison(rawValue: String(sign)) else { return nil }
    self.metric = Self.trimmed(metric)
    self.comparison = comparison
    self.limit = Self.trimmed(limit)
    guard [self.metric, self.limit].allSatisfy({ !$0.isEmpty && !$0.contains(" ") }) else {
      return nil
    }
  }

  var description: String { "\(metric) \(comparison.rawValue) \(limit)" }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " }
    return String(start.prefix(start.count - start.reversed().prefix { $0 == " " }.count))
  }
}

extension ValueFormat where Value == GrowthGate {
  /// The format of a limit on a metric, such as `k.cohort > 0.008`.
  static var growthGate: ValueFormat { gate(GrowthGate.examples) }

  /// The format of a limit on one of `names`, or on any metric; `examples` are two of them.
  static func gate(_ examples: [String], on names: [MetricName]? = nil) -> ValueFormat {
    let expects = "a gate such as \(examples[0]) or \(examples[1])"
    return ValueFormat(
      expects: expects,
      shape: { _ in
        .scalar(
          .text(
            pattern:
              #"^\s*[A-Za-z][\w.]*\s*(<=?|>=?|≤|≥|at least|at most)\s*-?[\d_.]+(%|[a-zA-Z][\w.-]*)?\s*$"#,
            examples: examples))
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
