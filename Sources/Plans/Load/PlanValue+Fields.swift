import GrowthloopFindings
import GrowthloopLoadGenerator
import Vocabulary

/// A journey as it is written: steps that one user takes in order.
struct OwnJourney: ScenarioSection {
  private var name = ""
  var weight = 1.0
  var cookies = OwnRequest.Cookies.kept
  var steps: [OwnRequest] = []

  init() {}

  init(_ request: OwnRequest) {
    (name, weight) = (request.name, request.weight)
    (cookies, steps) = (request.cookies, request.steps)
  }

  /// The journey as a request with steps.
  var request: OwnRequest {
    var request = OwnRequest()
    (request.name, request.weight) = (name, weight)
    (request.cookies, request.steps) = (cookies, steps)
    return request
  }

  static let fields: [Field<OwnJourney>] = [
    .value(
      "weight", \.weight, .real(0...1_000_000), "How often it begins, against the other requests."),
    .value("cookies", \.cookies, .choice, "Whether a step has the cookies of those before."),
    .value(
      "steps", \.steps, .steps,
      "Requests by name, in order: each is sent once the answer before was right."),
  ]

  func check(_ reading: SectionReading<OwnJourney>) {
    if !(1...100).contains(steps.count) {
      reading.refuse(\.steps, "must be from 1 to 100 requests, not \(steps.count)")
    }
    for step in steps where step.weight != 1 {
      reading.refuse(
        \.steps, "cannot give \(step.name) a weight: the journey has one for all",
        remedy: "write weight beside steps")
    }
    if let first = steps.first, first.think > .zero {
      reading.refuse(
        \.steps, "cannot let \(first.name) think: arrivals plan the first step",
        remedy: "write think at the step behind it")
    }
  }
}

extension Credential {
  var isBasic: Bool { if case .basic = self { true } else { false } }
}

extension ValueFormat where Value == Credential {
  /// The format of a credential such as `basic SHOP_LOGIN`.
  static var credential: ValueFormat {
    .scalar(
      expects: "basic VARIABLE, or hmac VARIABLE in HEADER",
      shape: .text(
        pattern: "^(basic +[A-Z_][A-Z0-9_]*|hmac +[A-Z_][A-Z0-9_]* +in +[A-Za-z0-9-]+)$",
        examples: ["basic SHOP_LOGIN", "hmac SHOP_KEY in X-Signature"]),
      encode: { credential in
        switch credential {
        case .basic(let variable): .text("basic \(variable)")
        case .hmac(let variable, let header): .text("hmac \(variable) in \(header)")
        }
      },
      remedy: { _ in "write basic SHOP_LOGIN, or hmac SHOP_KEY in X-Signature" },
      parse: { text in
        let words = text.split(separator: " ").map(String.init)
        guard words.count >= 2, isVariable(words[1]) else { return nil }
        if words[0] == "basic", words.count == 2 { return .basic(words[1]) }
        guard words[0] == "hmac", words.count == 4, words[2] == "in",
          words[3].utf8.allSatisfy({
            $0 == 45 || Character(Unicode.Scalar($0)).isLetter
              || Character(Unicode.Scalar($0)).isNumber
          })
        else { return nil }
        return .hmac(words[1], header: words[3])
      })
  }

  private static func isVariable(_ name: String) -> Bool {
    name.first?.isNumber == false
      && name.utf8.allSatisfy { (65...90).contains($0) || (48...57).contains($0) || $0 == 95 }
  }
}

extension ValueFormat where Value == [Extraction] {
  /// The format of a mapping from names to where their values are in an answer.
  static var extractions: ValueFormat {
    ValueFormat<[Named<Extraction.Source>]>.table(of: .extraction).map(
      { $0.map { Extraction($0.name, $0.value) } }, back: { $0.map { Named($0.name, $0.source) } })
  }
}

extension ValueFormat where Value == Extraction.Source {
  fileprivate static var extraction: ValueFormat {
    let expects = "json /pointer, header Name, cookie name, or {after: text, before: text}"
    return ValueFormat(
      expects: expects, shape: { _ in .anything },
      encode: { source in
        switch source {
        case .json(let pointer): .text("json \(pointer.text)")
        case .header(let name): .text("header \(name)")
        case .cookie(let name, let isDecoded):
          .text("cookie \(name)\(isDecoded ? " decoded" : "")")
        case .between(let before, let after):
          .object([
            OrderedJSON.Member("after", .text(before)), OrderedJSON.Member("before", .text(after)),
          ])
        }
      },
      read: { node, place, _ in
        if case .scalar(let scalar) = node.content {
          let words = scalar.text.split(separator: " ", maxSplits: 1).map(String.init)
          let parts = scalar.text.split(separator: " ")
          if parts.first == "cookie", parts.count == 2 || parts.dropFirst(2) == ["decoded"] {
            return .cookie(String(parts[1]), isDecoded: parts.count == 3)
          }
          if words.count == 2, words[0] == "header" { return .header(words[1]) }
          if words.count == 2, words[0] == "json", let pointer = JSONPointer(words[1]) {
            return .json(pointer)
          }
        }
        if let entries = node.entries, Set(entries.map(\.key)) == ["after", "before"],
          case .scalar(let after) = node["after"]?.content, !after.text.isEmpty,
          case .scalar(let before) = node["before"]?.content, !before.text.isEmpty
        {
          return .between(after.text, before.text)
        }
        place.refuse(node, expecting: expects, remedy: "write json /token")
        return nil
      })
  }
}

extension ValueFormat where Value == [PlanValue] {
  /// The format of a mapping from names to the sources of values.
  static var planValues: ValueFormat {
    ValueFormat<[Named<PlanValue.Source>]>.table(of: .planValue).map(
      { $0.map { PlanValue($0.name, $0.value) } }, back: { $0.map { Named($0.name, $0.source) } })
  }
}

extension ValueFormat where Value == PlanValue.Source {
  private static var expects: String {
    "uuid, integer 1..100, zipf 1000, zipf 1000 by 1.1, time 2026-01-01T00:00:00Z..2026-02-01T00:00:00Z, "
      + "or rows of people.csv in order, at random or once"
  }

  /// The format of a source such as `integer 1..100`.
  fileprivate static var planValue: ValueFormat {
    ValueFormat(
      expects: expects,
      shape: { _ in
        .scalar(
          .text(
            pattern: "^(uuid|integer .+|zipf .+|time .+|rows of .+)$",
            examples: ["uuid", "integer 1..100", "rows of people.csv once"]))
      },
      encode: { .text($0.written) },
      read: { node, place, _ in
        guard case .scalar(let scalar) = node.content, !scalar.isNull else {
          place.refuse(node, expecting: expects)
          return nil
        }
        if scalar.text.hasPrefix("rows of ") { return rows(scalar.text, node, place) }
        if let source = PlanValue.Source(scalar.text) { return source }
        place.refuse(node, expecting: expects, remedy: "write integer 1..100")
        return nil
      })
  }

  private static func rows(
    _ text: String, _ node: YAMLNode, _ place: ValuePlace
  ) -> PlanValue.Source? {
    let orders: [(words: String, order: RowFile.Order)] = [
      (" in order", .inOrder), (" at random", .random), (" once", .once),
    ]
    guard let order = orders.first(where: { text.hasSuffix($0.words) }) else {
      place.refuse(
        node, "must say how rows are taken", remedy: "write \(text) in order, at random or once")
      return nil
    }
    let name = String(text.dropFirst("rows of ".count).dropLast(order.words.count))
    guard let path = place.path(of: name, namedBy: node) else { return nil }
    do throws(RowFile.Unfit) {
      return .rows(try RowFile(path, called: name), order.order)
    } catch {
      place.refuse(node, "cannot use \(name): it \(error.words)")
      return nil
    }
  }
}

extension PlanValue.Source {
  /// Parses a source that needs no file.
  fileprivate init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    let ends =
      words.count == 2 ? words[1].split(separator: "..", maxSplits: 1).map(String.init) : []
    switch words.first {
    case "uuid" where words.count == 1: self = .uuid
    case "integer":
      guard ends.count == 2, let low = ValueText.integer(ends[0]),
        let high = ValueText.integer(ends[1]), low <= high, abs(low) < 1 << 52, abs(high) < 1 << 52
      else { return nil }
      self = .integer(low...high)
    case "zipf":
      guard words.count == 2 || words.count == 4 && words[2] == "by",
        let count = ValueText.integer(words[1]), (1...100_000_000).contains(count),
        let exponent = words.count == 4 ? ValueText.real(words[3]) : 1, (0...10).contains(exponent)
      else { return nil }
      self = .zipf(count: count, exponent: exponent)
    case "time":
      guard ends.count == 2, let from = Instant(iso8601: ends[0]),
        let to = Instant(iso8601: ends[1]), from <= to
      else { return nil }
      self = .time(from.milliseconds...to.milliseconds)
    default: return nil
    }
  }

  /// The source as a plan has it.
  fileprivate var written: String {
    switch self {
    case .uuid: "uuid"
    case .integer(let range): "integer \(range.lowerBound)..\(range.upperBound)"
    case .zipf(let count, let exponent): "zipf \(count) by \(ValueText.spelt(exponent))"
    case .time(let range):
      "time \(Instant(milliseconds: range.lowerBound).iso8601).."
        + Instant(milliseconds: range.upperBound).iso8601
    case .rows(let file, let order):
      "rows of \(file.name) "
        + (order == .once ? "once" : order == .random ? "at random" : "in order")
    }
  }
}
