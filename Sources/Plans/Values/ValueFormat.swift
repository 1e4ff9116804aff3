import GrowthloopFindings

/// The notation of a value in a scenario, from which reader, JSON Schema and reference page follow.
public struct ValueFormat<Value>: Sendable {
  /// The form of a value, in words that complete "must be …".
  let expects: String
  /// The form for the schema; it may depend on the default.
  let shape: @Sendable (_ defaultValue: Value?) -> ValueShape
  /// The value as a file spells it.
  let encode: @Sendable (Value) -> OrderedJSON
  /// Reads a value, or reports the error; a partial mapping refines the start.
  let read: @Sendable (_ node: YAMLNode, ValuePlace, _ start: Value?) -> Value?
  /// The parameters within a value that have evidence of their own.
  let parameters: @Sendable (Value, _ name: String, EvidenceTable) -> [Parameter]
  /// The number in a value; `nil` where a value is none.
  let quantity: ValueQuantity<Value>?

  init(
    expects: String, shape: @escaping @Sendable (Value?) -> ValueShape,
    encode: @escaping @Sendable (Value) -> OrderedJSON,
    read: @escaping @Sendable (YAMLNode, ValuePlace, Value?) -> Value?,
    parameters: @escaping @Sendable (Value, String, EvidenceTable) -> [Parameter] = { _, _, _ in []
    },
    quantity: ValueQuantity<Value>? = nil
  ) {
    self.expects = expects
    self.shape = shape
    self.encode = encode
    self.read = read
    self.parameters = parameters
    self.quantity = quantity
  }
}

extension ValueFormat {
  /// Returns the format of a value that is one scalar.
  ///
  /// `remedy` returns the text to write instead of a wrong one.
  static func scalar(
    expects: String, shape: ValueShape, encode: @escaping @Sendable (Value) -> OrderedJSON,
    remedy: @escaping @Sendable (String) -> String?,
    parse: @escaping @Sendable (String) -> Value?, quantity: ValueQuantity<Value>? = nil
  ) -> ValueFormat {
    ValueFormat(
      expects: expects, shape: { _ in shape }, encode: encode,
      read: { node, place, _ in
        guard case .scalar(let scalar) = node.content else {
          place.refuse(node, expecting: expects, remedy: remedy(""))
          return nil
        }
        if let value = parse(scalar.text), !scalar.isNull { return value }
        place.refuse(node, expecting: expects, remedy: remedy(scalar.text))
        return nil
      }, quantity: quantity)
  }

  /// Returns the same format for values of another type.
  ///
  /// An example is a mapping that is read as a section and represents a distribution.
  public func map<Other>(
    _ forth: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value
  ) -> ValueFormat<Other> {
    ValueFormat<Other>(
      expects: expects, shape: { shape($0.map(back)) }, encode: { encode(back($0)) },
      read: { node, place, start in read(node, place, start.map(back)).map(forth) },
      parameters: { value, name, written in parameters(back(value), name, written) },
      quantity: quantity?.map(forth, back: back))
  }
}

/// The name of a value in messages, and the destination of its mistakes.
public struct ValuePlace {
  /// The dotted name: `market.people`, `channels[2].share`.
  public let name: String
  let findings: Findings
  /// Whether the word `none` is valid as well.
  var allowsNone = false

  /// Reports an error at a value, in words that follow its name.
  public func refuse(_ node: YAMLNode, _ words: String, remedy: String? = nil) {
    if case .unreadable = node.content { return }
    findings.add(
      Diagnostic(.error, "\(name.quoted) \(words)", at: node.range, remedy: remedy))
  }

  /// Reports a wrong value, in a word or phrase that completes "must be …".
  public func refuse(_ node: YAMLNode, expecting expectation: String, remedy: String? = nil) {
    let orNone = allowsNone ? ", or none" : ""
    refuse(
      node,
      node.isNull
        ? "is empty: it must be \(expectation)\(orNone)"
        : "must be \(expectation)\(orNone), not \(node.brief)",
      remedy: remedy.map { $0 + orNone })
  }

  func inside(_ suffix: String) -> ValuePlace {
    ValuePlace(name: name + suffix, findings: findings)
  }
}
