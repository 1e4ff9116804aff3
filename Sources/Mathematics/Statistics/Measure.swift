/// A measured number with its interval, and its printed form.
public struct Measure: Sendable, Hashable {
  /// The value; `nil` where it is undefined, as a proportion of zero; infinite without a response.
  public var value: Double?
  /// The interval; `nil` with too few measurements; an end that no response reached is infinite.
  public var interval: Estimate?
  /// The printed form of the value and of both ends.
  public var style: NumberStyle
  /// The number of replications that define it; `nil` where none are counted.
  public var count: Int?
  /// The number of all replications; `nil` where all define it.
  public var all: Int?

  /// Creates a number with its interval, defined in so many of all replications.
  public init(
    _ value: Double?, _ interval: Estimate? = nil, in style: NumberStyle, count: Int? = nil,
    of all: Int? = nil
  ) {
    self.value = value.flatMap { $0.isNaN ? nil : $0 }
    self.interval = interval
    self.style = style
    self.count = count
    self.all = count == all ? nil : all
  }

  /// Creates a measure from an estimate; empty for `nil`.
  public init(_ estimate: Estimate?, in style: NumberStyle) {
    self.init(estimate?.value, estimate, in: style)
  }

  /// Creates a number with both ends of its interval.
  public init(
    _ value: Double?, from low: Double?, to high: Double?, in style: NumberStyle,
    confidence: Double = 0.95
  ) {
    let interval = value.flatMap { value in
      low.map { Estimate(value, from: $0, to: high ?? .infinity, confidence: confidence) }
    }
    self.init(value, interval, in: style)
  }

  /// The lower end of the interval; `nil` without one.
  public var low: Double? { interval?.low }
  /// The upper end of the interval; `nil` without one, infinite where no response reached it.
  public var high: Double? { interval?.high }

  /// Whether the interval is that of a single draw of what is not known.
  public var isPrediction: Bool { interval?.isPrediction ?? false }
  /// The words for the interval in a sentence.
  public var intervalName: String { isPrediction ? "95% of draws" : "95% interval" }

  /// Whether the whole interval lies on one side of zero.
  public var isSure: Bool { interval.map { !$0.contains(0) } ?? false }
}

extension Measure {
  /// The value in its printed form.
  public var text: String { value.map(style.text) ?? "–" }

  /// The value with its half-width, or with both ends where the interval is lopsided.
  ///
  /// The replications that define it follow.
  public var textWithInterval: String {
    value == nil ? text : (words?.withValue ?? text) + among
  }

  /// The interval alone, and the replications that define it.
  public var spread: String { (words?.text ?? "–") + among }

  /// The two ends, or the words of a bound, and the replications that define it.
  public var ends: String { (words?.ends ?? "–") + among }

  private var words: IntervalText? { interval.map { IntervalText($0, in: style) } }

  /// Returns ", in 5 of 16"; empty where all replications define it.
  private var among: String {
    count.flatMap { count in all.map { ", in \(count) of \($0)" } } ?? ""
  }
}

// MARK: As JSON

extension Measure: Codable {
  /// Encodes the value under `mean`.
  public func encode(to encoder: any Encoder) throws { try encode(to: encoder, as: "mean") }

  public init(from decoder: any Decoder) throws { try self.init(from: decoder, as: "mean") }

  /// Encodes the value under `key` beside the ends of its interval, as fields of `encoder`'s
  /// object.
  public func encode(to encoder: any Encoder, as key: String) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encodeIfPresent(value?.finite, forKey: Key(key))
    if value?.isInfinite == true { try fields.encode(true, forKey: "unanswered") }
    try fields.encodeIfPresent(interval?.low.finite, forKey: "low")
    try fields.encodeIfPresent(interval?.high.finite, forKey: "high")
    try fields.encodeIfPresent(interval?.confidence, forKey: "confidence")
    try fields.encodeIfPresent(interval?.basis.coded, forKey: "evidence")
    try fields.encode(style, forKey: "style")
    try fields.encodeIfPresent(count, forKey: "replications")
    try fields.encodeIfPresent(all, forKey: "of")
  }

  /// Creates a measure from the fields that `encode(to:as:)` wrote under the same `key`.
  public init(from decoder: any Decoder, as key: String) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    let isUnanswered = try fields.decodeIfPresent(Bool.self, forKey: "unanswered") ?? false
    let value =
      isUnanswered ? Double.infinity : try fields.decodeIfPresent(Double.self, forKey: Key(key))
    let count = try fields.decodeIfPresent(Int.self, forKey: "replications")
    var interval: Estimate?
    if let value, let low = try fields.decodeIfPresent(Double.self, forKey: "low") {
      interval = Estimate(
        value, from: low,
        to: try fields.decodeIfPresent(Double.self, forKey: "high") ?? .infinity,
        confidence: try fields.decodeIfPresent(Double.self, forKey: "confidence") ?? 0.95,
        basis: try fields.decodeIfPresent(Evidence.self, forKey: "evidence")?.basis(count)
          ?? .spread)
    }
    self.init(
      value, interval, in: try fields.decode(NumberStyle.self, forKey: "style"), count: count,
      of: try fields.decodeIfPresent(Int.self, forKey: "of") ?? count)
  }

  private struct Key: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init(stringLiteral name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  /// The evidence behind an interval; events are left out where none are counted.
  fileprivate struct Evidence: Codable {
    var basis: String
    var events: Double?
    var exposure: Double?
    var designEffect: Double?

    func basis(_ count: Int?) -> Estimate.Basis {
      guard let events, let exposure, let designEffect else {
        return switch basis {
        case "equality": .equality(count ?? 0)
        case "draws": .draws(count ?? 0)
        default: .spread
        }
      }
      let evidence = EventEvidence(
        events: events, exposure: exposure, designEffect: designEffect)
      return basis == "bound" ? .bound(evidence) : .events(evidence)
    }
  }
}

extension Estimate.Basis {
  fileprivate var coded: Measure.Evidence {
    Measure.Evidence(
      basis: name, events: evidence?.events, exposure: evidence?.exposure,
      designEffect: evidence?.designEffect)
  }
}

extension Double {
  /// The number, if it is finite.
  fileprivate var finite: Double? { isFinite ? self : nil }
}
