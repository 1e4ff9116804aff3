public import GrowthloopFindings
package import Vocabulary

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
    expects: String, shape: TextShape, encode: @escaping @Sendable (Value) -> OrderedJSON,
    remedy: @escaping @Sendable (String) -> String?,
    parse: @escaping @Sendable (String) -> Value?, quantity: ValueQuantity<Value>? = nil
  ) -> ValueFormat {
    ValueFormat(
      expects: expects, shape: { _ in .scalar(shape) }, encode: encode,
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

  /// Returns the format of a scalar with that notation.
  static func scalar(
    _ notation: Notation<Value>, quantity: ValueQuantity<Value>? = nil,
    encode: @escaping @Sendable (Value) -> OrderedJSON
  ) -> ValueFormat {
    .scalar(
      expects: notation.expects, shape: notation.shape, encode: encode, remedy: notation.remedy,
      parse: notation.parse, quantity: quantity)
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
      // Who typed an address does not mean none.
      remedy: remedy.map { $0.contains("://") ? $0 : $0 + orNone })
  }

  func inside(_ suffix: String) -> ValuePlace {
    ValuePlace(name: name + suffix, findings: findings)
  }
}

extension ValueFormat {
  /// Returns the format of a list of values, as many as `counts` allows.
  public static func list<Element: Sendable>(
    of inner: ValueFormat<Element>, _ counts: ClosedRange<Int> = 0...10_000
  ) -> ValueFormat<[Element]> where Value == [Element] {
    let many = counts.lowerBound > 0 ? " with at least \(counts.lowerBound)" : ""
    let expects = "a list of \(inner.expects)"
    return ValueFormat<[Element]>(
      expects: expects,
      shape: { _ in .list(inner.shape(nil), counts: counts) },
      encode: { .array($0.map(inner.encode)) },
      read: { node, place, _ in
        guard case .sequence(let elements) = node.content else {
          // One value is a list of one.
          let one: String? =
            if case .scalar(let scalar) = node.content, !scalar.text.isEmpty { scalar.text } else {
              nil
            }
          place.refuse(node, expecting: expects, remedy: "write it as [\(one ?? " …, … ")]")
          return nil
        }
        guard counts.contains(elements.count) else {
          place.refuse(
            node,
            elements.count < counts.lowerBound
              ? "must be a list\(many), not of \(elements.count)"
              : "must be a list with at most \(counts.upperBound), not of \(elements.count)")
          return nil
        }
        let values = elements.enumerated().compactMap { index, element in
          inner.read(element, place.inside("[\(index)]"), nil)
        }
        return values.count == elements.count ? values : nil
      },
      parameters: { values, name, written in
        values.enumerated().flatMap { inner.parameters($1, "\(name)[\($0)]", written) }
      })
  }

  /// Returns the format of a mapping whose keys are names, any or only some; its order is kept.
  public static func table<Element: Sendable>(
    of inner: ValueFormat<Element>, named names: [String]? = nil
  ) -> ValueFormat<[Named<Element>]> where Value == [Named<Element>] {
    let expects = "a mapping from names to values"
    return ValueFormat<[Named<Element>]>(
      expects: expects,
      shape: { _ in .table(inner.shape(nil), names: names) },
      encode: { rows in .object(rows.map { OrderedJSON.Member($0.name, inner.encode($0.value)) }) },
      read: { node, place, start in
        guard let entries = node.entries else {
          place.refuse(node, expecting: expects)
          return nil
        }
        let rows = entries.compactMap { entry -> Named<Element>? in
          if let names, !names.contains(entry.key) {
            place.findings.addUnknown(entry, called: "\(place.name).\(entry.key)", among: names)
            return nil
          }
          let begun = start?.first { $0.name == entry.key }?.value
          return inner.read(entry.value, place.inside(".\(entry.key)"), begun).map {
            Named(entry.key, $0, at: entry.keyRange)
          }
        }
        return rows.count == entries.count ? rows : nil
      },
      parameters: { rows, name, written in
        rows.flatMap { inner.parameters($0.value, "\(name).\($0.name)", written) }
      })
  }
}

/// A value with its name in the file.
public struct Named<Value: Sendable>: Sendable {
  public var name: String
  public var value: Value
  /// The place of the name; `nil` without a file.
  public var place: SourceRange?

  public init(_ name: String, _ value: Value, at place: SourceRange? = nil) {
    self.name = name
    self.value = value
    self.place = place
  }
}

extension Named: Equatable where Value: Equatable {
  /// Compares names and values, wherever they were written.
  public static func == (left: Named, right: Named) -> Bool {
    left.name == right.name && left.value == right.value
  }
}

extension ValueFormat where Value: ScenarioSection {
  /// Returns the format of a mapping with a section's keys; omitted keys keep their values.
  public static func section(_ type: Value.Type = Value.self) -> ValueFormat {
    let expects = "a mapping of " + type.fields.flatMap(\.keys).joined(separator: ", ")
    return ValueFormat(
      expects: expects,
      shape: { .section(($0 ?? Value()).fieldDescriptions) },
      encode: { section in
        .object(
          section.fieldDescriptions.compactMap { field in
            field.defaultValue.map { OrderedJSON.Member(field.key, $0) }
          })
      },
      read: { node, place, start in
        guard node.entries != nil else {
          place.refuse(node, expecting: expects)
          return nil
        }
        return SectionReading(node, at: place).read(into: start ?? Value())
      },
      parameters: { section, name, written in section.parameters(in: name, written: written) })
  }
}

extension ValueFormat where Value == String {
  /// Returns the format of a text with a length in characters.
  ///
  /// One with `returns` may have carriage returns, as the bodies of some requests do.
  public static func text(
    _ lengths: ClosedRange<Int> = 1...200, returns: Bool = false
  ) -> ValueFormat {
    .scalar(
      expects: "text of \(lengths.lowerBound) to \(lengths.upperBound) characters",
      shape: .words(least: lengths.lowerBound),
      encode: { .text($0) },
      remedy: { text in
        hasControls(text, returns: returns)
          ? "leave the control characters out"
          : text.count > lengths.upperBound ? "shorten it" : nil
      },
      parse: { lengths.contains($0.count) && !hasControls($0, returns: returns) ? $0 : nil })
  }

  /// Returns whether a terminal would interpret part of the text as a control sequence.
  private static func hasControls(_ text: String, returns: Bool) -> Bool {
    text.unicodeScalars.contains {
      $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
        && !(returns && $0 == "\r")
    }
  }
}

extension ValueFormat where Value == Bool {
  /// The format of `true` or `false`; YAML's other words for them are refused, with a remedy.
  public static var flag: ValueFormat { .scalar(.flag) { .bool($0) } }
}

extension ValueFormat where Value: RawRepresentable<String> & CaseIterable & Sendable {
  /// The format of one of the cases of an enumeration.
  public static var choice: ValueFormat { .choice(of: Array(Value.allCases)) }

  /// Returns the format of one of some cases; the words that some had earlier are still read.
  static func choice(of cases: [Value], formerly: [String: Value] = [:]) -> ValueFormat {
    let words = cases.map(\.rawValue)
    return .scalar(
      expects: words.joined(separator: " | "), shape: .choice(words),
      encode: { .text($0.rawValue) },
      remedy: { Suggestion.remedy(for: $0, among: words) },
      parse: { text in
        words.contains(text) ? Value(rawValue: text) : formerly[text]
      })
  }
}

extension ValueFormat where Value == Int {
  /// Returns the format of a whole number within a range; it accepts `10_000`, `10k` and `1.5M`.
  public static func integer(_ range: ClosedRange<Int>) -> ValueFormat {
    .scalar(.integer(range), quantity: .whole(within: range)) { .integer($0) }
  }

  /// Returns the format of a whole number with a least value.
  public static func integer(_ range: PartialRangeFrom<Int>) -> ValueFormat {
    .integer(range.lowerBound...Int.max)
  }
}

extension ValueFormat where Value == Double {
  /// Returns the format of a number within a range.
  public static func real(_ range: ClosedRange<Double>) -> ValueFormat {
    .scalar(.real(range), quantity: .number(within: range)) { .number($0) }
  }

  /// Returns the format of a number with a least value.
  public static func real(_ range: PartialRangeFrom<Double>) -> ValueFormat {
    .scalar(.real(range), quantity: .number(within: range.lowerBound ... .infinity)) { .number($0) }
  }

  /// Returns the format of a number above a bound.
  public static func real(above bound: Double) -> ValueFormat {
    .scalar(.real(above: bound), quantity: .number(within: -.infinity ... .infinity)) {
      .number($0)
    }
  }

  /// Returns the format of a proportion, `30%` or `0.3`, within a range that lies between 0 and 1.
  public static func share(_ range: ClosedRange<Double> = 0...1) -> ValueFormat {
    .scalar(.share(range), quantity: .chance(within: range)) { .number($0) }
  }
}

extension ValueFormat {
  /// Returns the format of a value that may also be `none`; the word in quotation marks is text.
  public static func none<Wrapped: Sendable>(
    or inner: ValueFormat<Wrapped>
  ) -> ValueFormat<Wrapped?> where Value == Wrapped? {
    ValueFormat<Wrapped?>(
      expects: "\(inner.expects), or none",
      shape: { .optional(inner.shape($0 ?? nil)) },
      encode: { $0.map(inner.encode) ?? "none" },
      read: { node, place, start in
        if case .scalar(YAMLScalar("none")) = node.content { return .some(nil) }
        var place = place
        place.allowsNone = true
        return inner.read(node, place, start ?? nil).map { .some($0) }
      },
      parameters: { value, name, written in
        value.map { inner.parameters($0, name, written) } ?? []
      })
  }
}

/// The number in a value, by which the value has a range and others between its ends.
struct ValueQuantity<Value>: Sendable {
  let kind: ParameterAxis.Kind
  /// The numbers that the format allows.
  let limits: ClosedRange<Double>
  let number: @Sendable (Value) -> Double
  /// Returns the value with another number, rounded to the digits of a file.
  let replacing: @Sendable (Value, Double) -> Value
  /// Whether it is the mean of a Poisson number, such as arrivals a day.
  var isMeanCount = false
}

extension ValueQuantity {
  /// Returns the same number in values of another type.
  func map<Other>(
    _ forth: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value
  ) -> ValueQuantity<Other> {
    ValueQuantity<Other>(
      kind: kind, limits: limits, number: { number(back($0)) },
      replacing: { forth(replacing(back($0), $1)) }, isMeanCount: isMeanCount)
  }

  /// Returns the 95% interval of a share of so many cases, or of a mean number over so many days, by
  /// their scores; `nil` for a number whose spread its count does not say.
  func interval(of number: Double, counted cases: Int) -> ClosedRange<Double>? {
    let (count, z) = (Double(cases), 1.959_963_984_540_054)
    let (middle, half, scale) =
      switch kind {
      case .chance:
        // Wilson, 1927.
        (
          number + z * z / (2 * count),
          z * (number * (1 - number) / count + z * z / (4 * count * count)).squareRoot(),
          1 + z * z / count
        )
      case .number where isMeanCount:
        (
          number + z * z / (2 * count),
          z * (number / count + z * z / (4 * count * count)).squareRoot(), 1.0
        )
      case .number, .time: (0, 0, 0.0)
      }
    guard scale > 0 else { return nil }
    // At a share of nothing or of all, and at no arrival, the end is the value itself.
    let low = min(max((middle - half) / scale, limits.lowerBound), number)
    let high = max(min((middle + half) / scale, limits.upperBound), number)
    return low < high ? low...high : nil
  }

  /// Returns the range that is assumed around a number: half to double, of a chance its odds.
  ///
  /// `nil` for a number without a multiple: zero, a chance of one, and a bound of the format.
  func assumedRange(around number: Double) -> ClosedRange<Double>? {
    guard number > 0, number.isFinite, kind != .chance || number < 1 else { return nil }
    let (half, double) =
      switch kind {
      case .chance: (number / (2 - number), 2 * number / (1 + number))
      case .number, .time: (number / 2, number * 2)
      }
    let low = max(half, limits.lowerBound)
    let high = min(double, limits.upperBound)
    return low < high ? low...high : nil
  }
}

extension ValueQuantity<Double> {
  /// A chance from 0 to 1, with four digits of it and of its complement.
  static func chance(within limits: ClosedRange<Double>) -> ValueQuantity {
    ValueQuantity(
      kind: .chance, limits: limits, number: { $0 },
      replacing: { _, number in
        let step = DecimalRounding.step(of: min(number, 1 - number), digits: 4)
        return DecimalRounding.round(number, to: max(step, -6), within: limits)
      })
  }

  /// A number with four digits.
  static func number(within limits: ClosedRange<Double>) -> ValueQuantity {
    ValueQuantity(
      kind: .number, limits: limits, number: { $0 },
      replacing: { _, number in
        DecimalRounding.round(
          number, to: DecimalRounding.step(of: number, digits: 4), within: limits)
      })
  }
}

extension ValueQuantity<Int> {
  /// A whole number.
  static func whole(within limits: ClosedRange<Int>) -> ValueQuantity {
    let limits = Double(limits.lowerBound)...Double(limits.upperBound)
    return ValueQuantity(
      kind: .number, limits: limits, number: { Double($0) },
      replacing: { _, number in
        Int(exactly: min(max(number, limits.lowerBound), limits.upperBound).rounded()) ?? .max
      })
  }
}

extension ValueQuantity<Interval> {
  /// A time with four digits of its milliseconds.
  static func time(within limits: ClosedRange<Interval>) -> ValueQuantity {
    let limits = Double(limits.lowerBound.milliseconds)...Double(limits.upperBound.milliseconds)
    return ValueQuantity(
      kind: .time, limits: limits, number: { Double($0.milliseconds) },
      replacing: { _, number in
        let step = max(0, DecimalRounding.step(of: number, digits: 4))
        let whole = DecimalRounding.round(number, to: step, within: limits).rounded()
        return Interval(milliseconds: Int64(exactly: whole) ?? .max)
      })
  }
}

/// Rounding to a power of ten, so that a number is spelled in few digits.
enum DecimalRounding {
  /// Returns the power of ten of the last of so many digits; 0 for zero.
  static func step(of number: Double, digits: Int) -> Int {
    guard number > 0, number.isFinite else { return 0 }
    var power = 0
    var size = number
    while size >= 10 { (size, power) = (size / 10, power + 1) }
    while size < 1, power > -300 { (size, power) = (size * 10, power - 1) }
    return power - digits + 1
  }

  /// Returns the nearest multiple of the power of ten, within the limits.
  static func round(_ number: Double, to step: Int, within limits: ClosedRange<Double>) -> Double {
    var scale = 1.0
    for _ in 0..<abs(step) { scale *= 10 }
    // A division by a power of ten is rounded correctly, so that it is spelled in few digits.
    let rounded =
      step < 0 ? (number * scale).rounded() / scale : (number / scale).rounded() * scale
    return min(max(rounded, limits.lowerBound), limits.upperBound)
  }
}

/// The form of a value, as a schema describes it.
package indirect enum ValueShape: Sendable {
  case scalar(TextShape)
  /// Any one of the shapes.
  case either([ValueShape])
  /// The shape, or the word `none`.
  case optional(ValueShape)
  case list(ValueShape, counts: ClosedRange<Int>)
  /// A mapping with the declared keys and no others.
  case section([FieldDescription])
  /// A mapping from names, any or these, to values.
  case table(ValueShape, names: [String]?)
  /// A value whose form another file defines.
  case anything
  /// A mapping from the settings of a profile to their values.
  case settings
  /// The shape by itself, or with a source and a grade.
  case evidence(ValueShape)
}

/// A key that a section declares, without the Swift types behind it.
package struct FieldDescription: Sendable {
  package let key: String
  /// Its meaning, in a sentence.
  let meaning: String
  /// The form of a value, in words that complete "must be …".
  let expects: String
  package let shape: ValueShape
  /// The value in effect where the key is left out; `nil` for a required key.
  let defaultValue: OrderedJSON?
  /// The evidence for the default; `nil` for a value that needs none.
  var evidence: Evidence?

  var isRequired: Bool { defaultValue == nil }
}
