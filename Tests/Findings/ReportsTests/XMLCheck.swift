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
      var text = ""
    }

    var elements: [Element] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      elements.append(Element(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      elements[elements.count - 1].text += text
    }
  }
}
