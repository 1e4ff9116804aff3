import Experiments
import Reports
import Runners
import Terminal

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
    guard let text = chosen else {
      places = Metric.headline.compactMap { Metric.place(of: $0) }
      return
    }
    let prefixes = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    switch prefixes {
    case ["all"]:
      places = Array(Metric.all.indices)
      return
    case ["headline"]:
      places = Metric.headline.compactMap { Metric.place(of: $0) }
      return
    default: break
    }
    for prefix in prefixes where !Metric.all.contains(where: { $0.isWithin(prefix) }) {
      throw UnknownMetric.error(prefix)
    }
    places = Metric.all.indices.filter { place in
      prefixes.contains { Metric.all[place].isWithin($0) }
    }
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

extension Metric {
  /// Whether the key is `prefix`, or lies below it.
  fileprivate func isWithin(_ prefix: String) -> Bool {
    key == prefix || key.hasPrefix(prefix + ".")
  }
}
