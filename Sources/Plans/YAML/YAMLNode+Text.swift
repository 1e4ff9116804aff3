extension YAMLNode {
  /// Returns the list with the elements of another after its own; anything else is replaced.
  func followed(by other: YAMLNode) -> YAMLNode {
    guard case .sequence(let first) = content, case .sequence(let second) = other.content else {
      return other
    }
    return YAMLNode(.sequence(first + second), at: other.range)
  }

  /// The value in one line, as an option of the command line takes it.
  var inOneLine: String {
    if case .scalar(let scalar) = content, scalar.style == .plain { return scalar.text }
    return json.asYAML
  }

  /// The value without its places.
  private var json: OrderedJSON {
    switch content {
    case .scalar(let scalar): .text(scalar.text)
    case .sequence(let elements): .array(elements.map(\.json))
    case .mapping(let entries):
      .object(entries.map { OrderedJSON.Member($0.key, $0.value.json) })
    case .unreadable: .null
    }
  }
}
