import Foundation
import FoundationXML

@testable import GrowthloopReports

/// What a reader of XML finds in markup.
enum XMLCheck {
  /// Words in a picture, with where they begin and end.
  struct Words {
    let text: String
    let left: Double
    let right: Double
    let y: Double
  }

  /// What is wrong with a text as XML; `nil` if nothing is.
  static func problem(in text: String) -> String? {
    let reader = Reader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    return parser.parse()
      ? nil : "line \(parser.lineNumber): \(parser.parserError.debugDescription)"
  }

  /// The shape of an element by both common schemas of JUnit files: Windy Road's for Ant, where a
  /// suite has all of these attributes and parts in this order, and junit-10.xsd, which allows it.
  private struct Shape {
    let parent: String
    var needed: [String] = []
    var allowed: [String] = []
    /// Attributes that are numbers.
    var numbers: [String] = []
  }

  private static let ofJUnit: [String: Shape] = [
    "testsuites": Shape(parent: ""),
    "testsuite": Shape(
      parent: "testsuites",
      needed: [
        "id", "package", "name", "timestamp", "hostname", "tests", "failures", "errors", "time",
      ], allowed: ["skipped"], numbers: ["id", "tests", "failures", "errors", "skipped", "time"]),
    "properties": Shape(parent: "testsuite"),
    "property": Shape(parent: "properties", needed: ["name", "value"]),
    "testcase": Shape(
      parent: "testsuite", needed: ["name", "classname", "time"], numbers: ["time"]),
    "failure": Shape(parent: "testcase", needed: ["type"], allowed: ["message"]),
    "error": Shape(parent: "testcase", needed: ["type"], allowed: ["message"]),
    "skipped": Shape(parent: "testcase", allowed: ["message"]),
    "system-out": Shape(parent: "testsuite"), "system-err": Shape(parent: "testsuite"),
  ]

  /// What one of the two schemas of JUnit files refuses in a text, or a wrong count.
  static func flaws(ofJUnit text: String) -> [String] {
    var flaws = [problem(in: text)].compactMap(\.self)
    let elements = read(text)
    for (place, element) in elements.enumerated() {
      let parent = element.parent < 0 ? "" : elements[element.parent].name
      guard let shape = ofJUnit[element.name], shape.parent == parent else {
        flaws.append("<\(element.name)> in <\(parent)>")
        continue
      }
      let names = Set(element.attributes.keys)
      flaws += Set(shape.needed).subtracting(names).map { "<\(element.name)> lacks \($0)" }
      flaws += names.subtracting(shape.needed + shape.allowed).map { "\($0) in <\(element.name)>" }
      for name in shape.numbers {
        let value = element.attributes[name] ?? "0"
        if value.wholeMatch(of: /\d+(\.\d+)?/) == nil { flaws.append("\(name)=\(value)") }
      }
      let inside = elements.filter { $0.parent == place }.map(\.name)
      switch element.name {
      case "testcase": if inside.count > 1 { flaws.append("\(inside) in a case") }
      case "testsuite":
        let cases = inside.count { $0 == "testcase" }
        let right =
          ["properties"] + Array(repeating: "testcase", count: cases) + [
            "system-out", "system-err",
          ]
        if inside != right { flaws.append("a suite of \(inside)") }
        if element.attributes["tests"] != "\(cases)" { flaws.append("not \(cases) tests") }
        let moment = element.attributes["timestamp"] ?? ""
        if moment.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) == nil { flaws.append(moment) }
        if element.attributes["name"]?.isEmpty != false { flaws.append("a suite without a name") }
      default: break
      }
    }
    return flaws
  }

  static func words(in svg: String) -> [Words] {
    read(svg).filter { $0.name == "text" }.map { element in
      let x = Double(element.attributes["x"] ?? "") ?? .nan
      let width = Lettering.width(element.text)
      let left =
        switch element.attributes["text-anchor"] {
        case "end": x - width
        case "middle": x - width / 2
        default: x
        }
      return Words(
        text: element.text, left: left, right: left + width,
        y: Double(element.attributes["y"] ?? "") ?? .nan)
    }
  }

  /// The numbers among the attributes of the first element of that name and class.
  static func element(_ name: String, class kind: String, in svg: String) -> [String: Double]? {
    read(svg).first { $0.name == name && $0.attributes["class"] == kind }?
      .attributes.compactMapValues { Double($0) }
  }

  private static func read(_ svg: String) -> [Reader.Element] {
    let reader = Reader()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = reader
    _ = parser.parse()
    return reader.elements
  }

  private final class Reader: NSObject, XMLParserDelegate {
    struct Element {
      let name: String
      let attributes: [String: String]
      /// The place of the element that it is in; -1 for none.
      let parent: Int
      var text = ""
    }

    var elements: [Element] = []
    private var open: [Int] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      elements.append(Element(name: name, attributes: attributes, parent: open.last ?? -1))
      open.append(elements.count - 1)
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      elements[elements.count - 1].text += text
    }
  }
}
