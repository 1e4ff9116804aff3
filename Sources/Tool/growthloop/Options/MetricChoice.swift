import GrowthloopStudies
import GrowthloopReports

/// The metrics of a report, from the options.
struct MetricChoice {
  static let metrics = CommandOption(
    "--metrics", "P,P,…",
    "the metrics whose keys begin so, such as 'k,prompts.suppressed'; 'headline' are those of the default "
      + "output, 'all' every one, without further tables. The files of --out hold all of them",
    completion: .list { ["all", "headline"] + Metric.all.map(\.key) })
  static let definitions = CommandOption(
    flag: "--definitions", "prints each metric's meaning and the catalogue entries that it answers")

  /// The indices in `Metric.all`, in its order.
  let places: [Int]
  let withDefinitions: Bool
  /// Whether the metrics are the default ones.
  let isUsual: Bool

  init(_ arguments: Arguments) throws {
    withDefinitions = arguments.has(Self.definitions)
    let chosen = try arguments.one(Self.metrics)
    isUsual = chosen == nil
    places = try Self.places(of: chosen ?? "headline")
  }

  /// Returns the places of the metrics that a list names, in the order of all metrics.
  static func places(of list: String) throws -> [Int] {
    switch list {
    case "all": return Array(Metric.all.indices)
    case "headline": return Metric.headline.compactMap { Metric.place(of: $0) }
    default:
      let prefixes = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return Set(try prefixes.flatMap(places(below:))).sorted()
    }
  }

  /// Returns the place of the first metric that a list names.
  static func first(of list: String) throws -> Int {
    let first = list.split(separator: ",").first.map(String.init) ?? list
    let places = try places(of: first)
    return Metric.place(of: first) ?? places[0]
  }

  /// Returns the places of the metric with that key and of those below it, else of those whose keys
  /// begin so.
  private static func places(below prefix: String) throws -> [Int] {
    let below = Metric.all.indices.filter { place in
      let key = Metric.all[place].key
      return key == prefix || key.hasPrefix(prefix + ".")
    }
    if !below.isEmpty { return below }
    let beginning =
      prefix.isEmpty ? [] : Metric.all.indices.filter { Metric.all[$0].key.hasPrefix(prefix) }
    guard !beginning.isEmpty else { throw UnknownMetric.error(prefix) }
    return beginning
  }

  var keys: [String] { places.map { Metric.all[$0].key } }

  /// The choice in the form of the reports.
  var selection: MetricSelection {
    MetricSelection(
      keys: keys, withDefinitions: withDefinitions, hasFurtherTables: isUsual)
  }

  /// The definitions of the metrics, one a line; empty unless requested.
  var definitions: [String] {
    guard withDefinitions else { return [] }
    return places.map { place in
      let metric = Metric.all[place]
      let answers = metric.answers.isEmpty ? "" : " (\(metric.answers.joined(separator: ", ")))"
      return "\(metric.key): \(metric.definition)\(answers)"
    }
  }
}
