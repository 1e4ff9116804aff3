import GrowthloopFindings
import GrowthloopLoadGenerator
import GrowthloopPlans
import GrowthloopReports
import Vocabulary

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
      if let whole = DurationText.interval(length) {
        let warmUp = min(Interval.seconds(5), Interval(milliseconds: whole.milliseconds / 6))
        change("warmUp", DurationText.text(warmUp), self.length)
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
