public import GrowthloopFindings
import Statistics

/// The evidence for a value, with the keys by which a file states it.
struct Evidence: ScenarioSection {
  static let valueKey = "value"
  /// Names that no section may use for keys of its own.
  static let reservedKeys = [valueKey, "source", "grade", rangeKey, ofKey]
  static let rangeKey = "range"
  static let ofKey = "of"

  var source: String?
  var grade: EvidenceGrade?
  /// The number of cases that the value was measured on; `nil` for a value that was not counted.
  var cases: Int?
  /// The range of the value in words; only for schema and reference, where the value is the default.
  var range: String?

  static let fields: [Field<Evidence>] = [
    .value("source", \.source, .none(or: .text(1...500)), "Who says so."),
    .value(
      "grade", \.grade, .none(or: .choice),
      "A: a primary source. B: a benchmark or a secondary source. C: derived. D: an assumption."),
    .value(
      ofKey, \.cases, .none(or: .integer(1...1_000_000_000_000)),
      "Of how many it was measured: the taps of a share of taps, or the days of a number a day. Its range is then the 95% interval of that count."
    ),
  ]

  /// Whether there is neither source nor grade nor count.
  var isEmpty: Bool { source == nil && grade == nil && cases == nil }

  func check(_ reading: SectionReading<Evidence>) {
    if let grade, grade != .d, source == nil {
      reading.warn(
        \.grade, "is \(grade.rawValue), and no source is named",
        remedy: "name the source, or write D")
    } else if cases != nil, source == nil {
      reading.warn(
        \.cases, "says that the value was measured, and no source is named",
        remedy: "name the source, such as source: our analytics")
    }
  }
}

extension Evidence: CustomStringConvertible {
  /// The evidence as a remark, such as "B: Friendbuy, 1.8 to 2.8 clicks a share".
  var description: String {
    words + (range.map { " Range: \($0)." } ?? "")
  }

  private var words: String {
    switch (grade, source) {
    case (let grade?, let source?): "\(grade.rawValue): \(source)."
    case (let grade?, nil): grade == .d ? "D: assumed." : "\(grade.rawValue)."
    case (nil, let source?): "\(source)."
    case (nil, nil): "Assumed."
    }
  }
}

extension YAMLEntry {
  /// Whether the key states evidence for the value beside it.
  var isEvidence: Bool { key != Evidence.valueKey && Evidence.reservedKeys.contains(key) }
}

/// A reader of a value that stands by itself, or in a mapping with its source and grade.
///
/// A value that is itself a mapping takes the two beside its own keys; any other moves under
/// `value`.
struct EvidenceReader<Value> {
  let format: ValueFormat<Value>

  struct Reading {
    let value: Value
    /// The evidence; empty if the file states none.
    let evidence: Evidence
    /// The range that the file states; `nil` if it states none.
    var range: ClosedRange<Double>?
    /// The place of the value.
    let place: SourceRange
  }

  func read(_ node: YAMLNode, _ place: ValuePlace, _ start: Value?) -> Reading? {
    guard case .mapping(let entries) = node.content else {
      return format.read(node, place, start).map {
        Reading(value: $0, evidence: Evidence(), place: node.range)
      }
    }
    let said = YAMLNode(
      .mapping(entries.filter { $0.isEvidence && $0.key != Evidence.rangeKey }), at: node.range)
    let rest = entries.filter { !$0.isEvidence }
    let evidence = SectionReading<Evidence>(said, at: place).read(into: Evidence())
    guard let written = written(node, rest, place),
      let value = format.read(written, place, start), let evidence
    else { return nil }
    var reading = Reading(value: value, evidence: evidence, place: written.range)
    if let cases = evidence.cases {
      let ofPlace = place.inside(".\(Evidence.ofKey)")
      guard let node = node[Evidence.ofKey],
        let ends = measured(value, of: cases, node, ofPlace, beside: entries)
      else { return nil }
      reading.range = ends
    } else if let range = node[Evidence.rangeKey] {
      guard let ends = ends(range, place.inside(".\(Evidence.rangeKey)"), value) else { return nil }
      reading.range = ends
    }
    return reading
  }

  /// Returns the 95% interval of a value that was counted, and reports a value that has none by its
  /// count alone.
  private func measured(
    _ value: Value, of cases: Int, _ node: YAMLNode, _ place: ValuePlace, beside others: [YAMLEntry]
  ) -> ClosedRange<Double>? {
    if others.contains(where: { $0.key == Evidence.rangeKey }) {
      place.refuse(
        node, "cannot stand beside a range: its range follows from the count",
        remedy: "leave one of the two out")
      return nil
    }
    guard let quantity = format.quantity,
      let interval = quantity.interval(of: quantity.number(value), counted: cases)
    else {
      place.refuse(
        node,
        "is of no use: only a share and a number of arrivals a day have an interval by their count",
        remedy: format.quantity == nil ? "leave it out" : "write range: [low, high] instead")
      return nil
    }
    return interval
  }

  /// Returns the numbers at the ends of a range, and reports what is none.
  private func ends(_ node: YAMLNode, _ place: ValuePlace, _ value: Value) -> ClosedRange<Double>? {
    guard let quantity = format.quantity else {
      place.refuse(node, "is of no use: the value is no number", remedy: "leave it out")
      return nil
    }
    guard case .sequence(let elements) = node.content, elements.count == 2 else {
      place.refuse(
        node, expecting: "two values, the lower one first", remedy: "write range: [low, high]")
      return nil
    }
    let ends = elements.compactMap { format.read($0, place, value).map(quantity.number) }
    guard ends.count == 2 else { return nil }
    guard ends[0] < ends[1] else {
      place.refuse(node, "must have the lower value first", remedy: "write range: [low, high]")
      return nil
    }
    if !(ends[0]...ends[1]).contains(quantity.number(value)) {
      place.findings.add(
        Diagnostic(
          .warning, "\(place.name.quoted) does not contain the value", at: node.range,
          remedy: "widen it, or change the value"))
    }
    return ends[0]...ends[1]
  }

  /// Returns the node without its evidence.
  private func written(
    _ node: YAMLNode, _ entries: [YAMLEntry], _ place: ValuePlace
  ) -> YAMLNode? {
    let shape = format.shape(nil)
    let hasValue = entries.contains { $0.key == Evidence.valueKey }
    return shape.takesKeys && !(hasValue && shape.takesOthers)
      ? YAMLNode(.mapping(entries), at: node.range) : onlyValue(of: node, entries, place)
  }

  /// Returns the value under `value`, the only key that may stand beside the evidence.
  private func onlyValue(
    of node: YAMLNode, _ entries: [YAMLEntry], _ place: ValuePlace
  ) -> YAMLNode? {
    var isMisspelt = false
    for entry in entries where entry.key != Evidence.valueKey {
      let meant = place.findings.addUnknown(
        entry, called: "\(place.name).\(entry.key)", among: Evidence.reservedKeys)
      if meant == Evidence.valueKey { isMisspelt = true }
    }
    if let value = entries.first(where: { $0.key == Evidence.valueKey })?.value { return value }
    if !isMisspelt {
      place.refuse(
        node, "has no value: it must be \(format.expects)",
        remedy: "write value: … beside the source")
    }
    return nil
  }
}

extension ValueShape {
  /// Whether a value may itself be a mapping.
  var takesKeys: Bool {
    switch self {
    case .section, .table: true
    case .optional(let shape): shape.takesKeys
    case .either(let shapes): shapes.contains(where: \.takesKeys)
    default: false
    }
  }

  /// Whether a value may be anything other than a mapping, or the word `none`.
  var takesOthers: Bool {
    switch self {
    case .section, .table: false
    case .optional(let shape): shape.takesOthers
    case .either(let shapes): shapes.contains(where: \.takesOthers)
    default: true
    }
  }
}

/// The evidence for written values, by the dotted name of the value.
///
/// It is stored beside the values, so that the values keep the plain types that calculations need.
struct EvidenceTable: Sendable {
  struct Entry: Sendable {
    let evidence: Evidence
    /// The range that the file states, or that its count gives; `nil` if it has neither.
    let range: ClosedRange<Double>?
    /// Whether the value is the default, by the sources of the default.
    let isUsual: Bool
    /// The place of the value.
    let place: SourceRange
  }

  private var entries: [String: Entry] = [:]

  subscript(name: String) -> Entry? {
    get { entries[name] }
    set { entries[name] = newValue }
  }
}

extension Field {
  /// Returns a field for a behavioural value, with the evidence for its default.
  ///
  /// A file may state the source and grade of the value that it writes. A value that it changes
  /// without them counts as assumed; a repeated default keeps the evidence of the default. `range`
  /// are the lowest and the highest value that its sources give: they hold for the default, and for
  /// no value that a file has in its place. They are a spread if they are those of
  /// different apps, which says little of how well the value of one is known.
  public static func parameter<Value: Sendable>(
    _ key: String, _ path: any WritableKeyPath<Root, Value> & Sendable,
    _ format: ValueFormat<Value>, _ meaning: String, source: String? = nil,
    grade: EvidenceGrade = .d, range: (low: Value, high: Value)? = nil, isSpread: Bool = false
  ) -> Field {
    precondition(source != nil || grade == .d, "\(key): no source is named for grade \(grade)")
    let standing = Evidence(source: source, grade: grade)
    let ends = range.flatMap { format.ends(from: $0.low, to: $0.high) }
    precondition(range == nil || ends != nil, "\(key): the range has no numbers")
    return Field(
      keys: [key], path: path,
      describe: { root in
        let value = root[keyPath: path]
        var evidence = standing
        evidence.range = format.range(of: value, stated: ends)?.description
        return [
          FieldDescription(
            key: key, meaning: meaning, expects: format.expects,
            shape: .evidence(format.shape(value)), defaultValue: format.encode(value),
            evidence: evidence)
        ]
      },
      read: { reading, root in
        guard let node = reading.mapping[key] else { return }
        let place = reading.place(of: key)
        let usual = root[keyPath: path]
        guard let read = EvidenceReader(format: format).read(node, place, usual) else { return }
        root[keyPath: path] = read.value
        let isSame = format.encode(read.value) == format.encode(usual)
        if let ends, read.evidence.source == nil, read.range == nil {
          place.warn(ofSlip: read.value, in: format, usually: ends, at: read.place)
        }
        place.findings.evidence[place.name] = EvidenceTable.Entry(
          evidence: read.evidence.isEmpty && isSame ? standing : read.evidence, range: read.range,
          isUsual: isSame && read.evidence.source == nil, place: read.place)
      },
      parameters: { root, prefix, written in
        let name = prefix + key
        let value = root[keyPath: path]
        let entry = written[name]
        let evidence = entry?.evidence ?? standing
        let stated = entry?.range ?? (entry?.isUsual == false ? nil : ends)
        let itself = Parameter(
          name, format.encode(value).asYAML, meaning: meaning, source: evidence.source,
          grade: evidence.grade,
          range: format.range(
            of: value, stated: stated, isSourced: entry?.range == nil || evidence.source != nil,
            isSpread: isSpread && entry?.range == nil, cases: evidence.cases),
          at: entry?.place)
        return [itself] + format.parameters(value, name, written)
      })
  }

  /// Returns a field for a behavioural section as a whole, such as a distribution.
  public static func parameter<Part: ScenarioSection>(
    _ key: String, _ path: any WritableKeyPath<Root, Part> & Sendable, _ meaning: String,
    source: String? = nil, grade: EvidenceGrade = .d
  ) -> Field {
    .parameter(key, path, .section(Part.self), meaning, source: source, grade: grade)
  }
}

extension ValuePlace {
  /// Warns of a chance that is ten times beyond the range of its sources, and names no other source.
  fileprivate func warn<Value>(
    ofSlip value: Value, in format: ValueFormat<Value>, usually ends: ClosedRange<Double>,
    at range: SourceRange
  ) {
    guard let quantity = format.quantity, quantity.kind == .chance,
      case let number = quantity.number(value), number > 0, number < 1,
      number < ends.lowerBound / 10 || number > ends.upperBound * 10
    else { return }
    let spell = { (number: Double) in NumberText.percent(number) }
    let hundredfold = ends.contains(number * 100)
    findings.add(
      Diagnostic(
        .warning,
        "\(name.quoted) is \(spell(number)), and is usually \(spell(ends.lowerBound)) to \(spell(ends.upperBound))",
        at: range,
        remedy: hundredfold
          ? "did you mean \(spell(number * 100))?" : "name its source if it is meant so"))
  }
}

extension ValueFormat where Value: Sendable {
  /// Returns the numbers of two values; `nil` where they have none, or no length between them.
  fileprivate func ends(from low: Value, to high: Value) -> ClosedRange<Double>? {
    guard let quantity else { return nil }
    let ends = (quantity.number(low), quantity.number(high))
    return ends.0 < ends.1 ? ends.0...ends.1 : nil
  }

  /// Returns the stated range if it contains the value, else an assumed one around the value.
  ///
  /// A value beyond what its sources give is no longer what they speak of.
  fileprivate func range(
    of value: Value, stated: ClosedRange<Double>?, isSourced: Bool = true, isSpread: Bool = false,
    cases: Int? = nil
  ) -> ParameterRange? {
    guard let quantity else { return nil }
    let number = quantity.number(value)
    let kept = stated.flatMap { $0.contains(number) ? $0 : nil }
    guard let ends = kept ?? quantity.assumedRange(around: number) else { return nil }
    func axis(from ends: ClosedRange<Double>) -> ParameterAxis {
      ParameterAxis(quantity.kind, at: number, within: ends) {
        encode(quantity.replacing(value, $0)).asYAML
      }
    }
    let whole = axis(from: ends)
    // A number of few digits may have no other between half and double.
    guard whole.spell(ends.lowerBound) != whole.spell(ends.upperBound) else { return nil }
    return ParameterRange(
      whole, isAssumed: cases == nil && (kept == nil || !isSourced), cases: cases,
      ofOne: isSpread && kept != nil
        ? quantity.assumedRange(around: number).map(axis) : nil)
  }
}
