import Diagnostics
import Experiments

/// Which metrics a report shows.
struct MetricChoice {
  static let options = ["--metrics"]

  static let help = """
      --metrics P,P,…       the metrics whose keys begin so, such as 'k,prompts.suppressed'; 'headline'
                            those that are shown otherwise, 'all' every one, without further tables.
                            The files of --out hold all of them in any case
      --definitions         prints beside each metric what it means and which entries of the
                            catalogue it answers
    """

  /// The places in `Metric.all`, in its order.
  let places: [Int]
  let withDefinitions: Bool
  /// Whether nobody chose.
  let isUsual: Bool

  init(_ arguments: Arguments) throws {
    withDefinitions = arguments.has("--definitions")
    let chosen = try arguments.one("--metrics")
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

  /// Every metric, and what it means.
  static let everything = MetricChoice(places: Array(Metric.all.indices), withDefinitions: true)

  private init(places: [Int], withDefinitions: Bool) {
    self.places = places
    self.withDefinitions = withDefinitions
    isUsual = false
  }

  /// What the metrics mean, one after the other; empty unless it is asked for.
  var definitions: String {
    guard withDefinitions else { return "" }
    return places.map { place in
      let metric = Metric.all[place]
      let answers = metric.answers.isEmpty ? "" : " (\(metric.answers.joined(separator: ", ")))"
      return "- \(metric.key): \(metric.definition)\(answers)\n"
    }.joined()
  }
}

extension Metric {
  /// Whether the key is `prefix`, or lies below it.
  fileprivate func isWithin(_ prefix: String) -> Bool {
    key == prefix || key.hasPrefix(prefix + ".")
  }
}
