import GrowthloopFindings
import GrowthloopLoadGenerator
import GrowthloopPlans
import GrowthloopReports
import GrowthloopStudies
import Vocabulary

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

/// The plan of `load --url`: one request, without a file.
enum EndpointChoice {
  static let url = CommandOption(
    "--url", "URL", "sends one request of your own to that address, without a plan",
    shapesResult: true)
  static let rate = CommandOption(
    "--rate", "N", "(--url) requests a second (default: 500)", shapesResult: true)
  static let length = CommandOption(
    "--for", "TIME", "(--url) how long, such as 30s or 5m (default: 30s)", shapesResult: true)
  static let gate = CommandOption(
    "--gate", "GATE",
    "(--url) a limit, such as 'p99 < 50ms'; may be repeated (default: errors < 1%)",
    shapesResult: true)
  static let method = CommandOption(
    "--method", "METHOD", "(--url) what is sent (default: GET, or POST with '--body')",
    shapesResult: true, completion: .words { OwnRequest.Line.Method.allCases.map(\.rawValue) })
  static let header = CommandOption(
    "--header", "'NAME: VALUE'", "(--url) a header field; may be repeated", shapesResult: true)
  static let body = CommandOption(
    "--body", "TEXT", "(--url) the body; JSON is sent as such", shapesResult: true)
  static let expect = CommandOption(
    "--expect", "STATUS", "(--url) the right status (default: any below 400)", shapesResult: true)

  static let options = [url, rate, length, gate, method, header, body, expect]

  /// Returns the text and the changes that make the plan; `nil` without `--url`.
  static func plan(
    _ arguments: Arguments
  ) throws -> (text: SourceText, changes: [ScenarioOverride])? {
    guard let address = try arguments.one(url) else {
      if let option = arguments.first(of: options) {
        throw UsageError(
          description: "'\(option)' is for '\(url)': a plan has keys instead, which '--set' changes"
        )
      }
      return nil
    }
    if let file = arguments.words.first {
      throw UsageError(description: "'\(url)' needs no plan: leave out one of it and '\(file)'")
    }
    var changes: [ScenarioOverride] = []
    func change(_ key: String, _ value: String, _ option: CommandOption) {
      changes.append(ScenarioOverride(key, to: value, option: option.name))
    }
    let (target, path) = parts(of: address)
    let body = try arguments.one(body)
    let word = try arguments.one(method) ?? (body == nil ? "GET" : "POST")
    change("target", target, url)
    change("\(request).send", "\(word) \(path)", url)
    if let rate = try arguments.one(rate) { change("arrivals.rate", rate, self.rate) }
    if let length = try arguments.one(length) {
      change("length", length, self.length)
      // A short run has a short beginning.
      if let whole = ValueText.interval(length) {
        let warmUp = min(Interval.seconds(5), Interval(milliseconds: whole.milliseconds / 6))
        change("warmUp", ValueText.spelt(warmUp), self.length)
      }
    }
    if let body {
      let isJSON = (try? JSONParser.parse(Array(body.utf8))) != nil
      change("\(request).text", JSONValue.text(body).json, self.body)
      if isJSON, !arguments.all(header).contains(where: { isAboutType($0.value) }) {
        change("\(request).headers.Content-Type", "application/json", self.body)
      }
    }
    for (_, text) in arguments.all(header) {
      guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else {
        throw UsageError(
          description: "'\(header) \(text)' must be 'NAME: VALUE', such as 'Accept: text/html'")
      }
      let value = text[text.index(after: colon)...].drop { $0 == " " }
      change("\(request).headers.\(text[..<colon])", JSONValue.text(String(value)).json, header)
    }
    if let status = try arguments.one(expect) { change("\(request).expect.status", status, expect) }
    var gates = arguments.all(gate).map(\.value)
    if !gates.isEmpty {
      if !gates.contains(where: { $0.contains("errors") }) { gates.append("errors < 1%") }
      let list = gates.map { JSONValue.text($0).json }.joined(separator: ", ")
      change("gates", "[\(list)]", gate)
    }
    let title = JSONValue.text(String("\(word) \(address)".prefix(100))).json
    return (SourceText(name: url.name, text: "plan: load\ntitle: \(title)\n"), changes)
  }

  /// The key of the one request.
  private static let request = "requests.request"

  private static func isAboutType(_ header: String) -> Bool {
    header.lowercased().hasPrefix("content-type:")
  }

  /// Cuts an address into its target and its path, which begins with the first `/` or `?`.
  private static func parts(of address: String) -> (target: String, path: String) {
    let address = address.prefix { $0 != "#" }
    let scheme = address.firstRange(of: "://")?.upperBound ?? address.startIndex
    guard let cut = address[scheme...].firstIndex(where: { $0 == "/" || $0 == "?" }) else {
      return (String(address), "/")
    }
    let path = address[cut...]
    return (String(address[..<cut]), path.first == "/" ? String(path) : "/" + path)
  }
}
