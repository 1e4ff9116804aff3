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
    var status = 0
    /// The answer, in which later requests find their values.
    var answer: [UInt8] = []
    var location = ""
    var weight = 1
    var extracts: [(name: String, source: String)] = []
    var isAuthorized = false
  }

  private var title: String
  private var target = "http://127.0.0.1:8080"
  private var rate = 10.0
  private var steps: [Step] = []
  private var values: [(name: String, source: String)] = []
  private var isJourney = false

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
  private static let keptHeaders: Set = ["accept", "authorization", "origin", "referer"]
  private static let staticTypes = [
    "image/", "font/", "text/css", "javascript", "video/", "audio/",
  ]

  private mutating func readRecording(_ entries: [JSONValue]) {
    isJourney = true
    var origin: String?
    for entry in entries where steps.count < Self.most {
      guard let request = entry["request"], let method = request["method"]?.word,
        Self.methods.contains(method), let url = request["url"]?.word,
        let scheme = url.range(of: "://")
      else { continue }
      let rest = url[scheme.upperBound...]
      let host = url[..<scheme.upperBound] + rest.prefix { !"/?#".contains($0) }
      let path = rest.drop { !"/?#".contains($0) }.prefix { $0 != "#" }
      origin = origin ?? String(host)
      let content = entry["response"]?["content"]
      let type = content?["mimeType"]?.word ?? ""
      // Others' services are not to be loaded, and what a browser keeps is not asked again.
      guard origin == String(host), !Self.staticTypes.contains(where: { type.contains($0) }) else {
        continue
      }
      var step = Step(
        name: freeName(method, String(path)), method: method,
        path: path.first == "/" ? String(path) : "/\(path)")
      for header in request["headers"]?.elements ?? [] {
        guard let name = header["name"]?.word, let value = header["value"]?.word else { continue }
        let small = name.lowercased()
        if small == "content-type" { step.type = value }
        if Self.keptHeaders.contains(small) || small.hasPrefix("x-") {
          step.headers.append((name, value))
        }
      }
      step.body = request["postData"]?["text"]?.word
      step.status = Int(entry["response"]?["status"]?.wholeNumber ?? 0)
      let text = content?["text"]?.word ?? ""
      step.answer =
        content?["encoding"]?.word == "base64"
        ? Data(base64Encoded: text).map { Array($0) } ?? [] : Array(text.utf8)
      step.location =
        entry["response"]?["headers"]?.elements.first {
          $0["name"]?.word?.lowercased() == "location"
        }?["value"]?.word ?? ""
      steps.append(step)
    }
    if let origin, LoadTarget(url: origin) != nil { target = origin }
    for place in steps.indices.dropFirst() { linkValues(of: place) }
  }

  /// Finds values of a request in earlier answers, and lets it take them from there.
  private mutating func linkValues(of place: Int) {
    for (value, isEncoded) in candidates(in: steps[place]) {
      // What was sent before an answer had it is no value of the service's.
      guard
        let source = steps[..<place].firstIndex(where: { Self.isIn($0, value) }),
        let name = extraction(of: value, from: source)
      else { continue }
      let written = isEncoded ? Self.encoded(value) : value
      func fill(_ text: String) -> String { text.replacing(written, with: "{\(name)}") }
      steps[place].path = fill(steps[place].path)
      steps[place].body = steps[place].body.map(fill)
      for header in steps[place].headers.indices {
        steps[place].headers[header].value = fill(steps[place].headers[header].value)
      }
    }
  }

  private static func isIn(_ step: Step, _ value: String) -> Bool {
    step.location.contains(value) || String(decoding: step.answer, as: UTF8.self).contains(value)
  }

  /// The values of a request that may come from an answer: long enough to be no word of the service.
  private func candidates(in step: Step) -> [(value: String, isEncoded: Bool)] {
    var found: [(String, Bool)] = []
    let (path, query) = (step.path.prefix { $0 != "?" }, step.path.drop { $0 != "?" }.dropFirst())
    found += path.split(separator: "/").map { (String($0), false) }
    var pairs = query.split(separator: "&")
    if step.type.contains("form-urlencoded") { pairs += (step.body ?? "").split(separator: "&") }
    for pair in pairs {
      guard let mark = pair.firstIndex(of: "=") else { continue }
      let value = pair[pair.index(after: mark)...].replacing("+", with: " ")
      if let decoded = value.removingPercentEncoding { found.append((decoded, true)) }
    }
    if step.type.contains("json"), let body = try? JSONParser.parse(Array((step.body ?? "").utf8)) {
      found += Self.texts(in: body, at: "").map { ($0.text, false) }
    }
    for header in step.headers {
      found += header.value.split(separator: " ").map { (String($0), false) }
    }
    return found.filter { $0.0.count >= 8 && !$0.0.contains("{") }
      .sorted { $0.0.count > $1.0.count }
  }

  private static func encoded(_ text: String) -> String {
    let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~*"))
    return (text.addingPercentEncoding(withAllowedCharacters: plain) ?? text)
      .replacing("%20", with: "+")
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

  /// Lets a step keep a value of its answer; returns the name, or `nil` where it cannot be found again.
  private mutating func extraction(of value: String, from place: Int) -> String? {
    let step = steps[place]
    let source: String
    var word = "value"
    if let answer = try? JSONParser.parse(step.answer),
      let found = Self.texts(in: answer, at: "").first(where: { $0.text == value })
    {
      source = JSONValue.text("json \(found.pointer)").json
      word = String(found.pointer.split(separator: "/").last ?? "value")
    } else if let marks = Self.marks(of: value, in: String(decoding: step.answer, as: UTF8.self)) {
      source =
        "{after: \(JSONValue.text(marks.after).json), before: \(JSONValue.text(marks.before).json)}"
    } else {
      return nil
    }
    if let known = step.extracts.first(where: { $0.source == source }) { return known.name }
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
      "# A plan to begin with: read over what it asks, and set the rate and the gates.",
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
    var headers = step.headers
    if step.body != nil, !step.type.isEmpty { headers.append(("Content-Type", step.type)) }
    if !headers.isEmpty {
      lines.append("  headers:")
      lines += headers.map { "    \(quoted($0.name)): \(quoted($0.value))" }
    }
    if let body = step.body, !body.isEmpty { lines.append("  text: \(quoted(body))") }
    if step.isAuthorized { lines.append("  authorized: true") }
    if StatusSet.range.contains(step.status) {
      lines.append("  expect: {status: \(step.status)}")
    }
    if !step.extracts.isEmpty {
      lines.append("  extract:")
      lines += step.extracts.map { "    \($0.name): \($0.source)" }
    }
    return lines
  }
}
