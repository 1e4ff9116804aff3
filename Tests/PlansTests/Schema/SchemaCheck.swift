@testable import GrowthloopPlans

/// Checks documents against the keywords that our schemas use, as an editor would.
struct SchemaCheck {
  let root: OrderedJSON

  /// What is wrong with a document, by JSON pointer; empty if nothing is.
  func faults(in node: YAMLNode) -> [String] { faults(node.asJSON, root, at: "") }

  private func faults(_ value: OrderedJSON, _ schema: OrderedJSON, at path: String) -> [String] {
    guard case .object(let keywords) = schema else { return ["\(path): no schema"] }
    return keywords.flatMap { faults(value, $0.key, $0.value, schema, at: path) }
  }

  private func faults(
    _ value: OrderedJSON, _ keyword: String, _ wanted: OrderedJSON, _ schema: OrderedJSON,
    at path: String
  ) -> [String] {
    func holds(_ condition: Bool) -> [String] { condition ? [] : ["\(path): \(keyword)"] }
    func fits(_ alternatives: OrderedJSON) -> Int {
      alternatives.elements.count { faults(value, $0, at: path).isEmpty }
    }
    switch keyword {
    case "$schema", "$defs", "title", "description", "default", "examples": return []
    case "$ref":
      let name = wanted.text.map { String($0.dropFirst("#/$defs/".count)) } ?? ""
      guard let target = root["$defs"]?[name] else { return ["\(path): nothing at \(name)"] }
      return faults(value, target, at: path)
    case "type":
      let types = wanted.text.map { [$0] } ?? wanted.elements.compactMap(\.text)
      return holds(types.contains(where: value.isOf))
    case "enum": return holds(wanted.elements.contains(value))
    case "const": return holds(wanted == value)
    case "anyOf": return holds(fits(wanted) > 0)
    case "oneOf": return holds(fits(wanted) == 1)
    case "minimum": return holds(value.real.map { $0 >= wanted.real ?? .nan } ?? true)
    case "maximum": return holds(value.real.map { $0 <= wanted.real ?? .nan } ?? true)
    case "exclusiveMinimum": return holds(value.real.map { $0 > wanted.real ?? .nan } ?? true)
    case "minLength":
      return holds(value.text.map { Double($0.unicodeScalars.count) >= wanted.real ?? 0 } ?? true)
    case "pattern":
      guard let text = value.text, let pattern = try? Regex(wanted.text ?? "(") else {
        return holds(value.text == nil)
      }
      return holds(text.firstMatch(of: pattern) != nil)
    case "minItems": return holds(!value.isOf("array") || value.count >= wanted.real ?? 0)
    case "maxItems": return holds(!value.isOf("array") || value.count <= wanted.real ?? 0)
    case "items":
      return value.elements.enumerated().flatMap { faults($1, wanted, at: "\(path)/\($0)") }
    case "required":
      return holds(
        wanted.elements.compactMap(\.text).allSatisfy { !value.isOf("object") || value[$0] != nil })
    case "properties":
      return value.entries.flatMap { entry in
        wanted[entry.key].map { faults(entry.value, $0, at: "\(path)/\(entry.key)") } ?? []
      }
    case "additionalProperties":
      let others = value.entries.filter { schema["properties"]?[$0.key] == nil }
      if wanted == .bool(false) { return others.map { "\(path)/\($0.key): \(keyword)" } }
      return others.flatMap { faults($0.value, wanted, at: "\(path)/\($0.key)") }
    default: return ["\(path): the check does not know \(keyword)"]
    }
  }
}

extension OrderedJSON {
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }

  fileprivate var elements: [OrderedJSON] {
    if case .array(let elements) = self { elements } else { [] }
  }

  fileprivate var entries: [Member] { if case .object(let entries) = self { entries } else { [] } }

  fileprivate var count: Double { Double(elements.count) }

  fileprivate var real: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  fileprivate func isOf(_ type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .integer: ["integer", "number"].contains(type)
    case .number(let number):
      type == "number" || type == "integer" && number == number.rounded()
    case .text: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }
}

extension YAMLNode {
  /// The value as the core schema of YAML 1.2 (chapter 10.3) resolves it.
  var asJSON: OrderedJSON {
    switch content {
    case .unreadable: return .null
    case .sequence(let elements): return .array(elements.map(\.asJSON))
    case .mapping(let entries):
      return .object(entries.map { OrderedJSON.Member($0.key, $0.value.asJSON) })
    case .scalar(let scalar):
      let text = scalar.text
      guard scalar.style == .plain else { return .text(text) }
      if scalar.isNull { return .null }
      if ["true", "True", "TRUE"].contains(text) { return .bool(true) }
      if ["false", "False", "FALSE"].contains(text) { return .bool(false) }
      if text.wholeMatch(of: #/[-+]?[0-9]+/#) != nil, let number = Int(text) {
        return .integer(number)
      }
      let real = #/[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?/#
      if text.wholeMatch(of: real) != nil, let number = Double(text) { return .number(number) }
      return .text(text)
    }
  }
}
