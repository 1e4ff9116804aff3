import Foundation
import GrowthloopFindings
import GrowthloopLoadGenerator
import GrowthloopReports
import Statistics

/// The text of a load plan to begin with, from what is known of a service: its description, a recording,
/// or a log.
struct PlanDraft {
  /// One request as it was recorded.
  private struct Step {
    var name: String
    var method: String
    /// The path with its query.
    var path: String
    var headers: [(name: String, value: String)] = []
    var type = ""
    var body: String?
    /// The fields of a form, decoded; empty for any other body.
    var form: [(name: String, value: String)] = []
    var status = 0
    /// The answer and its header fields, in which later requests find their values.
    var answer: [UInt8] = []
    var fields: [(name: String, value: String)] = []
    /// Where a redirect leads, if that is the same for every user.
    var location: String?
    var weight = 1
    var extracts: [(name: String, source: String)] = []
    var isAuthorized = false
    /// Long values that no earlier answer has.
    var lacks: [String] = []
  }

  private var title: String
  private var target = "http://127.0.0.1:8080"
  private var rate = 10.0
  private var steps: [Step] = []
  private var values: [(name: String, source: String)] = []
  private var isJourney = false
  /// What the plan says of the recording, in comments.
  private var notes: [String] = []

  /// The most requests of a plan.
  private static let most = 100
  private static let methods = OwnRequest.Line.Method.allCases.map(\.rawValue)

  /// Reads a description in OpenAPI, a recording in HAR, or a log of requests, by what is in it.
  init(_ bytes: [UInt8], called name: String) throws(UnfitInput) {
    title = "From \(URL(filePath: name).lastPathComponent)".filter { !$0.isNewline }
    let first = bytes.first { $0 > 32 }
    if first == UInt8(ascii: "{") {
      let value: JSONValue
      do throws(JSONParser.Mistake) {
        value = try JSONParser.parse(bytes)
      } catch {
        throw UnfitInput(
          description: "\(name): no JSON at byte \(error.column): \(error.words)")
      }
      if let entries = value["log"]?["entries"]?.elements {
        readRecording(entries)
      } else if value["openapi"] != nil || value["swagger"] != nil {
        readDescription(value)
      } else {
        throw UnfitInput(description: "\(name): it has neither 'log' as HAR nor 'openapi'")
      }
    } else {
      readLog(String(decoding: bytes, as: UTF8.self))
    }
    guard !steps.isEmpty else {
      throw UnfitInput(
        description:
          "\(name): no request is in it: give a description in OpenAPI (JSON), a recording "
          + "in HAR, or a log with lines such as \"GET /path HTTP/1.1\" 200")
    }
  }

  /// Returns a name that no step has, of letters, digits and blanks.
  private func freeName(_ method: String, _ path: String) -> String {
    let words = path.prefix { $0 != "?" }.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
      .filter { !Self.isMade(String($0)) }
    let base = ([method.lowercased()] + words.suffix(2).map { String($0.prefix(20)) })
      .joined(separator: " ")
    let taken = Set(steps.map(\.name))
    guard taken.contains(base) else { return base }
    return (2...).lazy.map { "\(base) \($0)" }.first { !taken.contains($0) } ?? base
  }
}

// MARK: A log of requests

extension PlanDraft {
  /// Reads the common and the combined format; other lines are left out.
  private mutating func readLog(_ text: String) {
    var counts: [String: (count: Int, status: Int)] = [:]
    var moments: [Date] = []
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.dateFormat = "dd/MMM/yyyy:HH:mm:ss Z"
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
      guard parts.count >= 3 else { continue }
      let words = parts[1].split(separator: " ")
      guard words.count >= 2, Self.methods.contains(String(words[0])), words[1].first == "/",
        let status = Int(parts[2].split(separator: " ").first ?? "")
      else { continue }
      counts["\(words[0]) \(words[1])", default: (0, status)].count += 1
      if let open = parts[0].firstIndex(of: "["), let close = parts[0].firstIndex(of: "]"),
        let moment = format.date(from: String(parts[0][parts[0].index(after: open)..<close]))
      {
        moments.append(moment)
      }
    }
    let often = counts.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.prefix(20)
    for (line, found) in often {
      let words = line.split(separator: " ").map(String.init)
      var step = Step(name: freeName(words[0], words[1]), method: words[0], path: words[1])
      (step.weight, step.status) = (found.count, found.status)
      steps.append(step)
    }
    if let first = moments.min(), let last = moments.max(), last > first {
      let all = counts.values.reduce(0) { $0 + $1.count }
      rate = max(0.1, (Double(all) / last.timeIntervalSince(first) * 10).rounded() / 10)
    }
  }
}

// MARK: A description in OpenAPI

extension PlanDraft {
  private mutating func readDescription(_ document: JSONValue) {
    if let name = document["info"]?["title"]?.word { title = name }
    let server = document["servers"]?.elements.first?["url"]?.word ?? ""
    if LoadTarget(url: server) != nil { target = server }
    guard case .object(let paths) = document["paths"] else { return }
    for (path, operations) in paths.sorted(by: { $0.key < $1.key }) {
      for method in Self.methods {
        guard let operation = operations[method.lowercased()], steps.count < Self.most else {
          continue
        }
        add(method, path, operation, operations, document)
      }
    }
  }

  private mutating func add(
    _ method: String, _ path: String, _ operation: JSONValue, _ shared: JSONValue,
    _ document: JSONValue
  ) {
    var step = Step(name: freeName(method, path), method: method, path: path)
    let parameters =
      (shared["parameters"]?.elements ?? []) + (operation["parameters"]?.elements ?? [])
    var query: [String] = []
    for parameter in parameters.map({ Self.resolved($0, document) }) {
      guard let name = parameter["name"]?.word else { continue }
      let schema = Self.resolved(parameter["schema"] ?? parameter, document)
      let known =
        parameter["example"] ?? schema["example"] ?? schema["default"]
        ?? schema["enum"]?.elements.first
      switch parameter["in"]?.word {
      case "path":
        let isWhole = schema["type"]?.word == "integer"
        let value = known.map(Self.text) ?? "{\(name)}"
        if known == nil, !values.contains(where: { $0.name == name }) {
          values.append((name, isWhole ? "integer 1..100" : "uuid"))
        }
        step.path = step.path.replacing("{\(name)}", with: value)
      case "query" where parameter["required"] == true:
        query.append("\(name)=\(known.map(Self.text) ?? "1")")
      case "header" where parameter["required"] == true:
        step.headers.append((name, known.map(Self.text) ?? "1"))
      default: break
      }
    }
    if !query.isEmpty { step.path += "?" + query.joined(separator: "&") }
    if let content = operation["requestBody"].map({ Self.resolved($0, document) })?["content"]?[
      "application/json"]
    {
      let sample = content["example"] ?? Self.sample(content["schema"] ?? .null, document, depth: 0)
      (step.body, step.type) = (sample.json, "application/json")
    }
    if case .object(let answers) = operation["responses"] {
      step.status = answers.keys.compactMap { Int($0) }.filter { $0 < 400 }.min() ?? 0
    }
    step.isAuthorized = (operation["security"] ?? document["security"])?.elements.isEmpty == false
    steps.append(step)
  }

  private static func text(_ value: JSONValue) -> String { value.word ?? value.json }

  /// Follows a reference within the document.
  private static func resolved(_ value: JSONValue, _ document: JSONValue) -> JSONValue {
    guard let reference = value["$ref"]?.word, reference.hasPrefix("#/") else { return value }
    return reference.dropFirst(2).split(separator: "/").reduce(document) {
      $0[String($1).replacing("~1", with: "/").replacing("~0", with: "~")] ?? .null
    }
  }

  /// A value that a schema allows, as far as its types say.
  private static func sample(
    _ schema: JSONValue, _ document: JSONValue, depth: Int
  ) -> JSONValue {
    let schema = resolved(schema, document)
    if let known = schema["example"] ?? schema["default"] ?? schema["enum"]?.elements.first {
      return known
    }
    guard depth < 6 else { return .null }
    if let parts = schema["allOf"]?.elements ?? schema["oneOf"]?.elements, let first = parts.first {
      return sample(first, document, depth: depth + 1)
    }
    switch schema["type"]?.word {
    case "integer": return .integer(schema["minimum"]?.wholeNumber ?? 1)
    case "number": return .number(schema["minimum"]?.amount ?? 1)
    case "boolean": return true
    case "array": return .array([sample(schema["items"] ?? .null, document, depth: depth + 1)])
    case "string":
      switch schema["format"]?.word {
      case "uuid": return "00000000-0000-4000-8000-000000000000"
      case "email": return "somebody@example.com"
      case "date": return "2026-01-01"
      case "date-time": return "2026-01-01T00:00:00Z"
      default: return "text"
      }
    default:
      guard case .object(let members) = schema["properties"] else { return .object([:]) }
      let needed = schema["required"]?.elements.compactMap(\.word) ?? Array(members.keys)
      return .object(
        members.filter { needed.contains($0.key) }.mapValues {
          sample($0, document, depth: depth + 1)
        })
    }
  }
}

// MARK: A recording in HAR

extension PlanDraft {
  /// Header fields that every request has anyway, or that a browser alone needs.
  private static let leftOut: Set = [
    "host", "connection", "content-length", "content-type", "transfer-encoding", "cookie",
    "user-agent", "accept-encoding", "accept-language", "cache-control", "pragma", "priority",
    "dnt", "te", "upgrade-insecure-requests", "if-none-match", "if-modified-since",
  ]
  private static let staticTypes = [
    "image/", "font/", "text/css", "javascript", "video/", "audio/",
  ]

  private mutating func readRecording(_ entries: [JSONValue]) {
    isJourney = true
    var origin: String?
    var others: Set<String> = []
    var hasCredentials = false
    // DevTools lists them by pages, which is not the order in which they were sent.
    let inOrder = entries.enumerated().sorted {
      ($0.element["startedDateTime"]?.word ?? "", $0.offset)
        < ($1.element["startedDateTime"]?.word ?? "", $1.offset)
    }
    var cookies: [[(name: String, value: String)]] = []
    for entry in inOrder.map(\.element) where steps.count < Self.most {
      guard let request = entry["request"], let method = request["method"]?.word,
        Self.methods.contains(method), let url = request["url"]?.word,
        url.hasPrefix("http://") || url.hasPrefix("https://"), let scheme = url.range(of: "://")
      else { continue }
      let rest = url[scheme.upperBound...]
      let place = rest.prefix { !"/?#".contains($0) }
      let account = place.split(separator: "@", maxSplits: 1)
      let host = String(url[..<scheme.upperBound] + (account.last ?? place))
      let path = rest.drop { !"/?#".contains($0) }.prefix { $0 != "#" }
      let content = entry["response"]?["content"]
      let type = content?["mimeType"]?.word ?? ""
      let status = Int(entry["response"]?["status"]?.wholeNumber ?? 0)
      // What a browser asks for by itself, keeps, or gave up is not asked again.
      guard StatusSet.range.contains(status), entry["_resourceType"]?.word != "preflight",
        entry["_fromCache"] == nil, !path.hasSuffix(".ico"),
        !Self.staticTypes.contains(where: { type.contains($0) })
      else { continue }
      origin = origin ?? host
      guard origin == host else {
        others.insert(host)
        continue
      }
      var step = Step(
        name: freeName(method, String(path)), method: method,
        path: path.first == "/" ? String(path) : "/\(path)")
      let sent = Self.fields(of: request)
      for field in sent {
        let small = field.name.lowercased()
        if small == "content-type" { step.type = field.value }
        hasCredentials = hasCredentials || ["cookie", "authorization"].contains(small)
        if !Self.leftOut.contains(small), !small.hasPrefix("sec-"), !small.hasPrefix(":") {
          step.headers.append(field)
        }
      }
      if account.count == 2, let secret = account[0].removingPercentEncoding,
        !step.headers.contains(where: { $0.name.lowercased() == "authorization" })
      {
        step.headers.append(
          ("Authorization", "Basic \(Data(secret.utf8).base64EncodedString())"))
        hasCredentials = true
      }
      readBody(request["postData"], of: &step)
      step.status = status
      let text = content?["text"]?.word ?? ""
      step.answer =
        content?["encoding"]?.word == "base64"
        ? Data(base64Encoded: text).map { Array($0) } ?? [] : Array(text.utf8)
      step.fields = entry["response"].map(Self.fields) ?? []
      if let found = Self.field("location", of: step), found.first == "/",
        !found.split(whereSeparator: { "/?&=".contains($0) }).contains(where: {
          Self.isMade(String($0))
        })
      {
        step.location = found
      }
      hasCredentials = hasCredentials || Self.field("set-cookie", of: step) != nil
      steps.append(step)
      cookies.append(sent.filter { $0.name.lowercased() == "cookie" }.flatMap(Self.cookies))
    }
    if let origin, LoadTarget(url: origin) != nil { target = origin }
    for place in steps.indices.dropFirst() { linkValues(of: place, sentWith: cookies[place]) }
    if !others.isEmpty {
      notes.append(
        "Left out, since a plan has one target: \(others.sorted().joined(separator: ", "))")
    }
    if !hasCredentials, steps.count > 1 {
      notes.append(
        "The recording has neither cookies nor Authorization. If your service has a login, "
          + "export the HAR with sensitive data.")
    }
  }

  private static func fields(of message: JSONValue) -> [(name: String, value: String)] {
    (message["headers"]?.elements ?? []).flatMap { field -> [(name: String, value: String)] in
      guard let name = field["name"]?.word, let value = field["value"]?.word else { return [] }
      // Chromium joins several cookies of an answer by line feeds.
      return value.split(separator: "\n").map { (name, String($0)) }
    }
  }

  private static func field(_ name: String, of step: Step) -> String? {
    step.fields.first { $0.name.lowercased() == name }?.value
  }

  /// The cookies of a field that a browser sent.
  private static func cookies(_ field: (name: String, value: String)) -> [(
    name: String, value: String
  )] {
    field.value.split(separator: ";").compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      return (parts[0].filter { $0 != " " }, String(parts[1]))
    }
  }

  private func readBody(_ data: JSONValue?, of step: inout Step) {
    step.body = data?["text"]?.word
    if step.type.contains("form-urlencoded") {
      let pairs = (step.body ?? "").split(separator: "&").map { pair in
        pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
          $0.replacing("+", with: " ").removingPercentEncoding ?? String($0)
        }
      }
      let isPlain = pairs.allSatisfy { $0.count == 2 && !$0[0].isEmpty && !$0[1].contains("{") }
      // A form has each field once; any other body stays as it was sent.
      if isPlain, Set(pairs.map { $0[0] }).count == pairs.count {
        step.form = pairs.map { ($0[0], $0[1]) }
      }
    } else if step.type.contains("json") {
      // Braces of the body's own are no places for values.
      step.body?.replace(/\{([A-Za-z_][A-Za-z0-9_.\-]*)\}/) { "\\u007b\($0.output.1)}" }
    }
  }

  /// Finds values of a request in earlier answers, and lets it take them from there.
  private mutating func linkValues(of place: Int, sentWith cookies: [(name: String, value: String)])
  {
    if let found = Self.field("location", of: steps[place - 1]), steps[place - 1].location == nil,
      found == steps[place].path || found == target + steps[place].path
    {
      steps[place].path = "{\(keep("header Location", as: "place", from: place - 1))}"
    }
    for (value, written, word) in candidates(in: steps[place]) {
      guard
        let name = extraction(of: value, for: word, before: place)
          ?? earlierCookie(value, among: cookies, before: place)
      else {
        // A text that long is no word of a person's.
        if value.count >= 24 {
          steps[place].lacks.append(value)
        }
        continue
      }
      func fill(_ text: String) -> String { text.replacing(written, with: "{\(name)}") }
      steps[place].path = fill(steps[place].path)
      steps[place].body = steps[place].body.map(fill)
      for field in steps[place].form.indices where steps[place].form[field].value == value {
        steps[place].form[field].value = "{\(name)}"
      }
      for header in steps[place].headers.indices {
        steps[place].headers[header].value = fill(steps[place].headers[header].value)
      }
    }
    // Cookies that a script of the page made from an answer; those of answers are kept anyway.
    let own = cookies.compactMap { cookie -> String? in
      guard Self.isMade(cookie.value),
        !steps[..<place].contains(where: { Self.cookie(cookie.name, of: $0) != nil }),
        let name = extraction(of: cookie.value, for: cookie.name, before: place)
      else { return nil }
      return "\(cookie.name)={\(name)}"
    }
    if !own.isEmpty { steps[place].headers.append(("Cookie", own.joined(separator: "; "))) }
  }

  /// Takes a value from a cookie that the browser had before the recording: a new user gets it from
  /// the first answer.
  private mutating func earlierCookie(
    _ value: String, among cookies: [(name: String, value: String)], before place: Int
  ) -> String? {
    let found = cookies.first { $0.value == value || $0.value.removingPercentEncoding == value }
    guard let found, !steps[..<place].contains(where: { Self.cookie(found.name, of: $0) != nil })
    else { return nil }
    notes.append(
      "The cookie \(found.name) is older than the recording. If it is not found, record in a private "
        + "window.")
    let encoding = found.value == value ? "" : " decoded"
    return keep("cookie \(found.name)\(encoding)", as: found.name, from: 0)
  }

  /// The value of a cookie that an answer sets.
  private static func cookie(_ name: String, of step: Step) -> String? {
    for field in step.fields where field.name.lowercased() == "set-cookie" {
      if let first = cookies(field).first, first.name == name { return first.value }
    }
    return nil
  }

  /// Whether a text is long enough, and looks made by a program: it may come from an answer.
  private static func isMade(_ text: String) -> Bool {
    text.count >= 8 && (text.count >= 20 || text.contains { $0.isNumber })
  }

  /// The values of a request that may come from an answer, how each is written in it, and a word for it.
  private func candidates(in step: Step) -> [(value: String, written: String, word: String)] {
    let (path, query) = (step.path.prefix { $0 != "?" }, step.path.drop { $0 != "?" }.dropFirst())
    var found = path.split(separator: "/").compactMap { part in
      part.removingPercentEncoding.map { (value: $0, written: String(part), word: "value") }
    }
    var pairs = query.split(separator: "&")
    if step.type.contains("form-urlencoded") { pairs += (step.body ?? "").split(separator: "&") }
    found += pairs.compactMap { pair in
      guard let mark = pair.firstIndex(of: "=") else { return nil }
      let written = String(pair[pair.index(after: mark)...])
      return written.replacing("+", with: " ").removingPercentEncoding.map {
        ($0, written, String(pair[..<mark]))
      }
    }
    if step.type.contains("json"), let body = try? JSONParser.parse(Array((step.body ?? "").utf8)) {
      found += Self.texts(in: body, at: "").map { ($0.text, $0.text, "value") }
    } else if step.type.contains("multipart") {
      found += (step.body ?? "").split(separator: "\r\n").map { (String($0), String($0), "value") }
    }
    for header in step.headers
    where !["accept", "origin", "referer"].contains(header.name.lowercased()) {
      found += header.value.split(separator: " ").map { (String($0), String($0), header.name) }
    }
    return found.filter { Self.isMade($0.value) && !$0.value.contains("{") }
      .sorted { $0.value.count > $1.value.count }
  }

  /// All texts and numbers of a value, with the pointers to them.
  private static func texts(in value: JSONValue, at pointer: String) -> [(
    pointer: String, text: String
  )] {
    switch value {
    case .text(let text): [(pointer, text)]
    case .integer(let number): [(pointer, "\(number)")]
    case .array(let elements):
      elements.prefix(100).enumerated().flatMap { texts(in: $1, at: "\(pointer)/\($0)") }
    case .object(let members):
      members.sorted { $0.key < $1.key }.flatMap { name, value in
        texts(
          in: value,
          at: pointer + "/" + name.replacing("~", with: "~0").replacing("/", with: "~1"))
      }
    case .null, .bool, .number: []
    }
  }

  /// Lets the first answer that has a value keep it; returns the name, or `nil` where none has it.
  private mutating func extraction(
    of value: String, for word: String, before place: Int
  ) -> String? {
    for source in steps.indices[..<place] {
      if let (text, own) = Self.source(of: value, in: steps[source]) {
        return keep(text, as: own ?? word, from: source)
      }
    }
    return nil
  }

  /// Where an answer has a value, as `extract` says it, and the answer's word for it.
  private static func source(of value: String, in step: Step) -> (text: String, word: String?)? {
    if let answer = try? JSONParser.parse(step.answer),
      let found = texts(in: answer, at: "").first(where: { $0.text == value })
    {
      return ("json \(found.pointer)", found.pointer.split(separator: "/").last.map(String.init))
    }
    for field in step.fields where field.value == value {
      return ("header \(field.name)", field.name)
    }
    for cookie in step.fields.filter({ $0.name.lowercased() == "set-cookie" })
      .compactMap({ cookies($0).first })
    {
      if cookie.value == value { return ("cookie \(cookie.name)", cookie.name) }
      if cookie.value.removingPercentEncoding == value {
        return ("cookie \(cookie.name) decoded", cookie.name)
      }
    }
    return marks(of: value, in: String(decoding: step.answer, as: UTF8.self)).map { marks in
      (
        "{after: \(JSONValue.text(marks.after).json), before: \(JSONValue.text(marks.before).json)}",
        nil
      )
    }
  }

  /// Lets a step keep a part of its answer; returns the name.
  private mutating func keep(_ text: String, as word: String, from place: Int) -> String {
    let source = text.first == "{" ? text : JSONValue.text(text).json
    if let known = steps[place].extracts.first(where: { $0.source == source }) { return known.name }
    let letters = word.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let base = letters.first?.isLetter == true ? letters : "value"
    let taken = Set(steps.flatMap { $0.extracts.map(\.name) })
    let name = taken.contains(base) ? "\(base)\(taken.count + 1)" : base
    steps[place].extracts.append((name, source))
    return name
  }

  /// The shortest text before a value that finds it again, and the letter behind it.
  private static func marks(of value: String, in text: String) -> (after: String, before: String)? {
    guard let range = text.range(of: value), range.upperBound < text.endIndex else { return nil }
    let before = String(text[range.upperBound])
    guard !value.contains(before) else { return nil }
    for length in 4...120 {
      guard
        let start = text.index(range.lowerBound, offsetBy: -length, limitedBy: text.startIndex)
      else { return nil }
      let after = String(text[start..<range.lowerBound])
      if text.range(of: after)?.upperBound == range.lowerBound { return (after, before) }
    }
    return nil
  }
}

// MARK: The plan

extension PlanDraft {
  /// The plan in YAML, to be read over and changed.
  var text: String {
    func quoted(_ text: String) -> String { JSONValue.text(text).json }
    var lines = [
      "# A plan to begin with: read over what it asks, and set the rate and the gates."
    ]
    lines += notes.map { "# \($0)" }
    lines += [
      "plan: load",
      "title: \(quoted(String(title.prefix(100))))", "target: \(target)",
      "arrivals: {rate: \(NumberText.significant(rate))}", "length: 30s",
    ]
    if !values.isEmpty {
      lines.append("values:")
      lines += values.map { "  \($0.name): \($0.source)" }
    }
    lines.append("requests:")
    if isJourney { lines += ["  journey:", "    steps:"] }
    let indent = isJourney ? "      " : "  "
    for step in steps { lines += self.lines(of: step).map { indent + $0 } }
    lines += ["gates:", "  - p99 < 1s", "  - errors < 1%"]
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(of step: Step) -> [String] {
    func quoted(_ text: String) -> String { JSONValue.text(text).json }
    var lines = ["\(step.name):", "  send: \(quoted("\(step.method) \(step.path)"))"]
    if step.weight != 1 { lines.append("  weight: \(step.weight)") }
    if !step.lacks.isEmpty {
      let values = step.lacks.map { $0.prefix(12) + "…" }.joined(separator: ", ")
      lines.insert(
        "# No earlier answer has \(values): extract it, or put in a value that lasts.", at: 0)
    }
    var headers = step.headers
    let bearer = headers.firstIndex {
      $0.name.lowercased() == "authorization" && $0.value.hasPrefix("Bearer {")
    }
    if let bearer {
      lines.append("  bearer: \(quoted(String(headers.remove(at: bearer).value.dropFirst(7))))")
    }
    if step.body != nil, !step.type.isEmpty, step.form.isEmpty {
      headers.append(("Content-Type", step.type))
    }
    if !headers.isEmpty {
      lines.append("  headers:")
      lines += headers.map { "    \(quoted($0.name)): \(quoted($0.value))" }
    }
    if !step.form.isEmpty {
      lines.append("  form:")
      lines += step.form.map { "    \(quoted($0.name)): \(quoted($0.value))" }
    } else if let body = step.body, !body.isEmpty {
      lines.append("  text: \(quoted(body))")
    }
    if step.isAuthorized { lines.append("  authorized: true") }
    if StatusSet.range.contains(step.status) {
      let status = step.status == 304 ? "[200, 304]" : "\(step.status)"
      let location = step.location.map { ", headers: {Location: \(quoted($0))}" } ?? ""
      lines.append("  expect: {status: \(status)\(location)}")
    }
    if !step.extracts.isEmpty {
      lines.append("  extract:")
      lines += step.extracts.map { "    \($0.name): \($0.source)" }
    }
    return lines
  }
}
