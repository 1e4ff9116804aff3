import GrowthloopFindings
public import GrowthloopLoadGenerator
import Vocabulary

extension OwnRequest: ScenarioSection {
  public static let fields: [Field<OwnRequest>] = [
    .value("send", \.line, .line, "The method and the path, with its query.").required,
    .value(
      "weight", \.weight, .real(0...1_000_000), "How often, against the other requests' weights."),
    .value(
      "headers", \.headers, .pairs(.text(0...10_000)),
      "Header fields beside Host, Connection and Content-Length, which are written anyway."),
    .value("json", \.json, .none(or: .json), "A body, written as YAML and sent as JSON."),
    .value("form", \.form, .pairs(.text(0...100_000)), "The fields of a body that a form sends."),
    .value(
      "text", \.text, .none(or: .text(1...1_000_000, returns: true)),
      "A body that is sent as it stands."),
    .file(
      "file", \.file, name: \.name, expecting: "the path of a file, or none",
      "A file beside the plan whose text is the body."
    ) { source, name, _, _ in OwnRequest.BodyFile(name: name, text: source.text) },
    .value(
      "query", \.query, .pairs(.text(0...10_000)), "The fields of the query, which are encoded."),
    .value(
      "bearer", \.bearer, .none(or: .text(1...10_000)),
      "A value that is sent as a bearer's token, such as \"{token}\" of an earlier step."),
    .value(
      "credential", \.credential, .none(or: .credential),
      "The environment's variable with user:password for basic, or with the key of an hmac."),
    .value(
      "authorized", \.isAuthorized, .flag,
      "Whether it carries the token of GROWTHLOOP_TOKEN as a bearer's."),
    .value(
      "connection", \.connection, .choice,
      "Whether it opens a connection of its own, as a new visitor does, or takes one that is kept."),
    .section("expect", \.expect, "Which answers are right; any other is an error."),
    .value(
      "extract", \.extracts, .extractions,
      "What later steps need of the answer: token: json /token."),
    .value(
      "think", \.think, .duration(.zero ... .minutes(10)),
      "How long a user waits after the step before: this one is planned at its end and that time."),
    .value(
      "timeout", \.timeout, .none(or: .duration(.milliseconds(1) ... .hours(1))),
      "How long it may take from its sending on; none for limits.timeout."),
    .value(
      "mayBeRefused", \.mayBeRefused, .flag,
      "Whether a refusal is a right answer too, as for a link that may be used up: 400 to 499, but 429."
    ),
    .value(
      "redirects", \.redirects, .choice, "Whether a redirect is the answer, or is followed."),
  ]

  public func check(_ reading: SectionReading<OwnRequest>) {
    let bodies = [json != nil, !form.isEmpty, text != nil, file != nil].count { $0 }
    if bodies > 1 { reading.refuseWhole("has more than one of json, form, text and file") }
    if [bearer != nil, isAuthorized, credential?.isBasic == true].count(where: { $0 }) > 1 {
      reading.refuseWhole("has more than one of bearer, authorized and a basic credential")
    }
    for field in headers {
      let name = field.name.lowercased()
      if ["host", "connection", "content-length", "transfer-encoding"].contains(name) {
        reading.refuse(\.headers, "cannot set \(field.name): every request has its own")
      } else if !Self.isToken(field.name) {
        reading.refuse(
          \.headers, "has a name that HTTP does not allow: \(field.name.debugDescription)")
      } else if name == "authorization", !field.value.contains("{") {
        reading.warn(
          \.headers, "has a secret that stands in the results",
          remedy: "put the token into GROWTHLOOP_TOKEN, and write authorized: true")
      }
    }
  }

  fileprivate static func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        $0 > 32 && $0 < 127 && !#"()<>@,;:\"/[]?={}"#.utf8.contains($0)
      }
  }
}

extension OwnRequest.Expectation: ScenarioSection {
  public static let fields: [Field<OwnRequest.Expectation>] = [
    .value(
      "status", \.statuses, .oneOrMore(of: .integer(StatusSet.range), 1...500),
      "The status or the statuses of a right answer; none given, all below 400 are right."),
    .value(
      "headers", \.headers, .matches(inJSON: false),
      "Header fields of a right answer, with their values."),
    .value(
      "contains", \.contains, .oneOrMore(of: .text(1...10_000), 0...100),
      "The text or the texts that the body of a right answer contains."),
    .value(
      "json", \.json, .matches(inJSON: true),
      "Values in the body by their JSON pointers, such as /state: accepted."),
    .value(
      "size", \.size, .none(or: .sizeLimit), "How long the body of a right answer may be."),
    .value(
      "time", \.time, .none(or: .timeLimit),
      "How long a right answer may take from the sending on; a gate counts from the planned moment."
    ),
  ]

  public func check(_ reading: SectionReading<OwnRequest.Expectation>) {
    for value in json where JSONPointer(value.name) == nil {
      reading.refuse(
        \.json, "has \(value.name.debugDescription), which is no JSON pointer",
        remedy: "write /name, or /items/0/name; ~1 stands for a slash in a name, and ~0 for ~")
    }
    for field in headers where !OwnRequest.isToken(field.name) {
      reading.refuse(
        \.headers, "has a name that HTTP does not allow: \(field.name.debugDescription)")
    }
  }
}

extension ValueFormat where Value == [OwnRequest.Expectation.Named] {
  /// The format of a mapping from names to what their values must be.
  fileprivate static func matches(inJSON: Bool) -> ValueFormat {
    ValueFormat<[Named<ValueMatch>]>.table(of: .match(inJSON: inJSON)).map(
      { $0.map { OwnRequest.Expectation.Named($0.name, $0.value) } },
      back: { $0.map { Named($0.name, $0.match) } })
  }
}

extension ValueFormat where Value == ValueMatch {
  /// The format of a value, or of how it must look.
  fileprivate static func match(inJSON: Bool) -> ValueFormat {
    let expects = "a value, or {like: text} in which * stands for any letters"
    return ValueFormat(
      expects: expects, shape: { _ in .anything },
      encode: { match in
        switch match {
        case .text(let text), .word(let text): .text(text)
        case .number(let number): .number(number)
        case .like(let text): .object([OrderedJSON.Member("like", .text(text))])
        }
      },
      read: { node, place, _ in
        if case .scalar(let scalar) = node.content {
          return inJSON ? ValueMatch(scalar) : .text(scalar.text)
        }
        if let entries = node.entries, entries.count == 1, entries[0].key == "like",
          case .scalar(let scalar) = entries[0].value.content
        {
          return .like(scalar.text)
        }
        place.refuse(node, expecting: expects, remedy: "write {like: \"inv-*\"}")
        return nil
      })
  }
}

extension ValueMatch {
  /// A scalar as YAML means it: a number, a word such as true, or a text.
  fileprivate init(_ scalar: YAMLScalar) {
    if scalar.isNull {
      self = .word("null")
    } else if scalar.style == .plain, ["true", "false"].contains(scalar.text) {
      self = .word(scalar.text)
    } else if scalar.style == .plain,
      let number = try? JSONParser.parse(Array(scalar.text.utf8)), let amount = number.amount
    {
      self = .number(amount)
    } else {
      self = .text(scalar.text)
    }
  }
}

extension ValueFormat where Value == Int64 {
  private static var units: [(name: String, bytes: Double)] {
    [("kB", 1e3), ("MB", 1e6), ("B", 1)]
  }

  /// The format of a limit such as `< 1kB`.
  fileprivate static var sizeLimit: ValueFormat {
    .scalar(
      expects: "a limit such as < 1kB or < 2MB",
      shape: .text(pattern: #"^< *[\d._]+(B|kB|MB)$"#, examples: ["< 1kB"]),
      encode: { .text("< \($0)B") },
      remedy: { _ in "write < 1kB; the units are B, kB and MB" },
      parse: { text in
        guard text.first == "<" else { return nil }
        let word = text.dropFirst().drop { $0 == " " }
        guard let unit = units.first(where: { word.hasSuffix($0.name) }),
          let number = ValueText.real(word.dropLast(unit.name.count)), number > 0, number < 1e6
        else { return nil }
        return Int64((number * unit.bytes).rounded())
      })
  }
}

extension ValueFormat where Value == Duration {
  /// The format of a limit such as `< 300ms`.
  fileprivate static var timeLimit: ValueFormat {
    .scalar(
      expects: "a limit such as < 300ms",
      shape: .text(pattern: #"^< *[\d.]+(ns|us|ms|s|min|h)$"#, examples: ["< 300ms"]),
      encode: { .text("< \(ValueText.spelt($0 / .milliseconds(1)))ms") },
      remedy: { _ in "write < 300ms" },
      parse: { text in
        guard text.first == "<" else { return nil }
        let word = String(text.dropFirst().drop { $0 == " " })
        return GateText.nanoseconds(word).map { .nanoseconds(Int64($0)) }
      })
  }
}

extension ValueFormat where Value == [OwnRequest] {
  /// The format of requests by their names; `GET /health` alone is a request.
  static var ownRequests: ValueFormat {
    let one = one
    let journey = ValueFormat<OwnJourney>.section()
    return named(
      ValueFormat<OwnRequest>(
        expects: one.expects, shape: { .either([one.shape($0), journey.shape(nil)]) },
        encode: { $0.steps.isEmpty ? one.encode($0) : journey.encode(OwnJourney($0)) },
        read: { node, place, start in
          node["steps"] == nil
            ? one.read(node, place, start)
            : journey.read(node, place, start.map { OwnJourney($0) }).map(\.request)
        }))
  }

  /// The format of the steps of a journey, by their names.
  static var steps: ValueFormat { named(one) }

  private static var one: ValueFormat<OwnRequest> {
    let line = ValueFormat<OwnRequest.Line>.line
    let section = ValueFormat<OwnRequest>.section()
    return ValueFormat<OwnRequest>(
      expects: "\(line.expects), or \(section.expects)",
      shape: { .either([line.shape(nil), section.shape($0)]) }, encode: section.encode,
      read: { node, place, start in
        guard case .scalar(let scalar) = node.content, !scalar.isNull else {
          return section.read(node, place, start)
        }
        return line.read(node, place, nil).map {
          var request = OwnRequest()
          request.line = $0
          return request
        }
      })
  }

  private static func named(_ request: ValueFormat<OwnRequest>) -> ValueFormat {
    ValueFormat<[Named<OwnRequest>]>.table(of: request).map(
      {
        $0.map {
          var request = $0.value
          request.name = $0.name
          return request
        }
      }, back: { $0.map { Named($0.name, $0) } })
  }
}

extension ValueFormat where Value == OwnRequest.Line {
  /// The format of a method with a path.
  static var line: ValueFormat {
    let methods = OwnRequest.Line.Method.allCases.map(\.rawValue)
    return .scalar(
      expects: "a request such as GET /health",
      shape: .text(
        pattern: "^((\(methods.joined(separator: "|"))) +)?[/{][^ ]*$",
        examples: ["GET /health", "POST /session"]),
      encode: { .text($0.description) },
      remedy: { text in
        let words = text.split(separator: " ").map(String.init)
        let isURL = words.last?.contains("://") == true
        if isURL { return "write the path alone; its host is the plan's target" }
        if let method = words.first?.uppercased(), words.count == 2, words[1].first == "/",
          methods.contains(method)
        {
          return "write \(method) \(words[1])"
        }
        return "write GET /path; the methods are \(methods.joined(separator: ", "))"
      },
      parse: { OwnRequest.Line($0) })
  }
}

extension ValueFormat where Value == [RequestKind.Field] {
  /// The format of a mapping from names to texts, in the order written.
  fileprivate static func pairs(_ text: ValueFormat<String>) -> ValueFormat {
    ValueFormat<[Named<String>]>.table(of: text).map(
      { $0.map { RequestKind.Field($0.name, $0.value) } },
      back: { $0.map { Named($0.name, $0.value) } })
  }
}

extension ValueFormat {
  /// The format of a list that may be written without brackets where it has one element.
  fileprivate static func oneOrMore<Element: Sendable>(
    of one: ValueFormat<Element>, _ counts: ClosedRange<Int>
  ) -> ValueFormat<[Element]> where Value == [Element] {
    let list = ValueFormat<[Element]>.list(of: one, counts)
    return ValueFormat<[Element]>(
      expects: "\(one.expects), or a list of them",
      shape: { _ in .either([one.shape(nil), list.shape(nil)]) }, encode: list.encode,
      read: { node, place, start in
        guard case .scalar = node.content else { return list.read(node, place, start) }
        return one.read(node, place, nil).map { [$0] }
      })
  }
}

extension ValueFormat where Value == String {
  /// The format of any value, as JSON text in one line.
  fileprivate static var json: ValueFormat {
    let expects = "a mapping, a list or a value"
    return ValueFormat(
      expects: expects, shape: { _ in .anything }, encode: { .text($0) },
      read: { node, place, _ in
        guard let text = node.json else {
          place.refuse(node, expecting: expects)
          return nil
        }
        return text
      })
  }
}

extension YAMLNode {
  /// The value as JSON text; what YAML writes plainly is a number, a truth or nothing where it can be.
  fileprivate var json: String? {
    switch content {
    case .unreadable: return nil
    case .sequence(let elements):
      let texts = elements.compactMap(\.json)
      return texts.count == elements.count ? "[\(texts.joined(separator: ","))]" : nil
    case .mapping(let entries):
      let texts = entries.compactMap { entry in
        entry.value.json.map { "\(JSONValue.text(entry.key).json):\($0)" }
      }
      return texts.count == entries.count ? "{\(texts.joined(separator: ","))}" : nil
    case .scalar(let scalar):
      if scalar.isNull { return "null" }
      let isValue =
        scalar.style == .plain
        && ((try? JSONParser.parse(Array(scalar.text.utf8))) != nil)
      return isValue ? scalar.text : JSONValue.text(scalar.text).json
    }
  }
}

extension ValueFormat where Value == LoadGate {
  /// The format of a limit such as `p99 < 200ms`.
  static var loadGate: ValueFormat {
    .scalar(
      expects: "a gate such as \(LoadGate.examples[0]) or \(LoadGate.examples[1])",
      shape: .text(
        pattern:
          #"^\s*(\S.* )?((p[1-9]\d?(\.\d+)?|max) +< +[\d.]+(ns|us|ms|s|min|h)|errors +< +[\d.]+%)\s*$"#,
        examples: LoadGate.examples),
      encode: { .text($0.description) },
      remedy: { text in
        text.contains("errors") ? "write errors < 0.1%" : "write p99 < 200ms"
      },
      parse: { LoadGate($0) })
  }
}

extension ValueFormat where Value == LoadTarget {
  /// The format of an address such as `http://127.0.0.1:8080`.
  static var target: ValueFormat {
    .scalar(
      expects:
        "an address such as http://127.0.0.1:8080, https://example.com or unix:/run/app.sock",
      shape: .text(
        pattern: "^(https?://[^?#@ ]+|unix:/[^ ]+)$", examples: ["http://127.0.0.1:8080"]),
      encode: { .text($0.description) },
      remedy: { text in
        guard !text.hasPrefix("unix:") else {
          return "write unix:/run/app.sock, a path of at most 107 bytes"
        }
        guard text.contains("://") else { return "write http://\(text)" }
        return text.lowercased().hasPrefix("http")
          ? "write scheme, host, port and path, and nothing else" : "write http://… or https://…"
      },
      parse: { LoadTarget(url: $0) })
  }
}
