import Gates
import Statistics

/// The metrics of a simulation, by their keys.
struct Metrics {
  let all: [Figure]
  private let places: [String: Int]

  init(_ run: RunFields) throws {
    let replications = try run.optionalNumber("replications")
    all = try run.list("metrics").map { try Self.figure($0, of: replications) }
    places = Dictionary(
      all.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(key: String) -> Figure? { places[key].map { all[$0] } }

  private static func figure(
    _ fields: RunFields, of replications: Double?
  ) throws -> Figure {
    let style = try fields.style()
    let target = try fields.optionalText("target").flatMap { Self.target($0, in: style) }
    let verdict = fields.has("meetsTarget") ? try fields.flag("meetsTarget") : nil
    var measure = try fields.measure("mean", style)
    measure.defined = try fields.defined(of: replications)
    return Figure(
      try fields.text("metric"), measure, unit: try fields.text("unit"),
      target: target,
      verdict: target == nil ? nil : verdict.map { $0 ? .kept : .missed } ?? .undecided,
      meaning: try fields.optionalText("definition"))
  }

  /// A target as `run.json` writes it, such as `≥ 0.15`.
  private static func target(_ text: String, in style: NumberStyle) -> Figure.Target? {
    let words = text.split(separator: " ")
    guard words.count == 2, let limit = Double(words[1]) else { return nil }
    let isAbove = words[0] == ">" || words[0] == "≥"
    return Figure.Target(isAbove ? .above : .below, limit, "\(words[0]) \(style.text(limit))")
  }
}

extension RunFields {
  /// How the number of this object is printed.
  func style(_ key: String = "style") throws -> NumberStyle {
    let name = try text(key)
    guard let style = NumberStyle(rawValue: name) else {
      throw UnreadableRun("there is no style of numbers called '\(name)'")
    }
    return style
  }

  /// A number with the interval that stands beside it.
  func measure(_ key: String, _ style: NumberStyle) throws -> Measure {
    let evidence = has("evidence") ? try object("evidence") : nil
    return Measure(
      try optionalNumber(key), low: try optionalNumber("low"), high: try optionalNumber("high"),
      style: style, bound: try evidence?.bound(),
      isEquality: try evidence?.text("basis") == "equality")
  }

  /// Where no event was seen, or nothing but events; `nil` elsewhere.
  private func bound() throws -> EventEvidence? {
    guard try text("basis") == "bound" else { return nil }
    return EventEvidence(
      events: try number("events"), exposure: try number("exposure"),
      designEffect: try number("designEffect"))
  }

  /// How many of so many replications define the number of this object; `nil` where all do.
  func defined(of replications: Double?) throws -> String? {
    guard let replications, let defined = try optionalNumber("replications"),
      defined != replications
    else { return nil }
    return "\(NumberText.decimal(defined, 0)) of \(NumberText.decimal(replications, 0))"
  }
}
