public import GrowthloopFindings

/// A part of a scenario: a value whose keys are declared once, for reader, schema and reference
/// alike.
///
/// `init()` sets the defaults. A section may contain others.
public protocol ScenarioSection: Sendable {
  init()

  /// Every key of the section, in the order in which it is explained.
  static var fields: [Field<Self>] { get }

  /// Reports mistakes that only several keys together show; called if each by itself can be read.
  ///
  /// It is called also where the checks of inner sections report errors.
  func check(_ reading: SectionReading<Self>)

  /// Returns what to write for a key that the section had earlier, with what stands beside it.
  static func remedy(forUnknown key: String, in written: [(key: String, value: String)]) -> String?
}

extension ScenarioSection {
  public func check(_ reading: SectionReading<Self>) {}

  public static func remedy(
    forUnknown key: String, in written: [(key: String, value: String)]
  ) -> String? { nil }

  /// The declared fields of the section, with its own values as the defaults.
  package var fieldDescriptions: [FieldDescription] { Self.fields.flatMap { $0.describe(self) } }

  /// Returns the parameters of the section and of those within it, in the order of declaration.
  ///
  /// `name` is the dotted name of the section; empty for a whole scenario.
  func parameters(in name: String = "", written: EvidenceTable) -> [Parameter] {
    Self.fields.flatMap { $0.parameters(self, name.isEmpty ? "" : name + ".", written) }
  }
}

/// A key of a plan with the value in effect, written or not.
public struct WrittenKey: Hashable, Sendable {
  /// The dotted name.
  public let name: String
  /// The value as a file spells it.
  public let value: String
  /// Its meaning, in a sentence.
  public let meaning: String
}

extension ScenarioSection {
  /// All keys that have a default, those of inner sections too, in written form.
  ///
  /// A profile is represented by its name alone: overrides of it are not included.
  public var writtenKeys: [WrittenKey] { fieldDescriptions.flatMap { $0.written(in: "") } }
}

extension FieldDescription {
  fileprivate func written(in section: String) -> [WrittenKey] {
    guard let value = defaultValue else { return [] }
    let name = section + key
    switch (shape, value) {
    case (.settings, _): return []
    case (.section(let fields), _), (.optional(.section(let fields)), .object):
      return fields.flatMap { $0.written(in: name + ".") }
    default: return [WrittenKey(name: name, value: value.asYAML, meaning: meaning)]
    }
  }
}

/// The findings of the readers of one scenario so far; all readers add to them.
final class Findings {
  /// The greatest number of stored findings: a long file may contain a hundred thousand mistakes.
  static let most = 1_000

  /// The loader of the files that values name; `nil` where a scenario may not name any.
  let loader: SourceLoader?
  /// The metrics available to gates.
  let metrics: [MetricName]

  private var told: [Diagnostic] = []
  private var untold = 0
  /// The evidence for the values that were read.
  var evidence = EvidenceTable()
  /// The number of errors, without warnings.
  private(set) var errorCount = 0
  /// The number of errors that leave a value unread.
  private(set) var unreadCount = 0

  init(loader: SourceLoader? = nil, metrics: [MetricName] = []) {
    self.loader = loader
    self.metrics = metrics
  }

  /// Adds a finding; one that only several values together show leaves none of them unread.
  func add(_ diagnostic: Diagnostic, afterReading isLate: Bool = false) {
    if diagnostic.severity == .error {
      errorCount += 1
      if !isLate { unreadCount += 1 }
    }
    guard told.count < Self.most else {
      untold += 1
      return
    }
    var diagnostic = diagnostic
    diagnostic.isContradiction = isLate
    told.append(diagnostic)
  }

  /// Whether further findings are only counted, so that the search for remedies can stop.
  var isFull: Bool { told.count >= Self.most }

  /// All findings, by place.
  var list: DiagnosticList { DiagnosticList(told, untold: untold) }
}

/// The mapping that a section is read from, by which late checks report the places of values.
public struct SectionReading<Root: ScenarioSection> {
  let mapping: YAMLNode
  let name: String
  let findings: Findings

  init(_ mapping: YAMLNode, at place: ValuePlace) {
    self.mapping = mapping
    name = place.name
    findings = place.findings
  }

  /// Reads every key, and reports missing, wrong and unknown ones; `nil` if there is any.
  func read(into start: Root) -> Root? {
    var root = start
    let unread = findings.unreadCount
    let meant = tellUnknownKeys()
    for field in Root.fields {
      if field.isRequired, mapping[field.key] == nil, !meant.contains(field.key) {
        tellMissing(field)
      }
      field.read(self, &root)
    }
    guard findings.unreadCount == unread else { return nil }
    root.check(self)
    return root
  }

  func place(of key: String) -> ValuePlace {
    ValuePlace(name: name.isEmpty ? key : "\(name).\(key)", findings: findings)
  }

  /// Reports the unknown keys, and returns the keys that they probably mean.
  ///
  /// A missing key among these need not be reported as well.
  private func tellUnknownKeys() -> Set<String> {
    let known = Root.fields.flatMap(\.keys)
    let entries = mapping.entries ?? []
    return Set(
      entries.indices.filter { !known.contains(entries[$0].key) }.compactMap { place in
        let entry = entries[place]
        return findings.addUnknown(
          entry, called: self.place(of: entry.key).name, among: known,
          after: place > 0 ? entries[place - 1] : nil,
          remedy: Root.remedy(
            forUnknown: entry.key,
            in: entries.filter { !known.contains($0.key) }.map { ($0.key, $0.value.inOneLine) }))
      })
  }

  private func tellMissing(_ field: Field<Root>) {
    let expects = field.describe(Root()).first?.expects ?? "given"
    findings.add(
      Diagnostic(
        .error, "\(place(of: field.key).name.quoted) is missing: it must be \(expects)",
        at: startOfMapping))
  }

  /// The beginning of the mapping, used as the place of missing keys.
  private var startOfMapping: SourceRange {
    let start = mapping.range.offsets.lowerBound
    return mapping.range.source.range(start..<start)
  }
}

// MARK: Late checks

extension SectionReading {
  /// Reports an error about a value, in words that follow its name, at the value's place.
  ///
  /// The place is that of what `name` stands for within the value, if it is there.
  public func refuse(
    _ path: PartialKeyPath<Root>, about name: String? = nil, _ words: String,
    remedy: String? = nil
  ) {
    tell(.error, path, about: name, words, remedy: remedy)
  }

  /// Reports a warning about a value, in words that follow its name.
  public func warn(_ path: PartialKeyPath<Root>, _ words: String, remedy: String? = nil) {
    tell(.warning, path, words, remedy: remedy)
  }

  /// Reports a warning about a key, in words that follow its name, if the file contains the key.
  func warn(key: String, _ words: String, remedy: String? = nil) {
    guard let entry = mapping.entries?.first(where: { $0.key == key }) else { return }
    findings.add(
      Diagnostic(
        .warning, "\(place(of: key).name.quoted) \(words)", at: entry.keyRange,
        remedy: remedy), afterReading: true)
  }

  /// Reports an error about the section as a whole, in words that follow its name.
  public func refuseWhole(_ words: String, remedy: String? = nil) {
    let range = mapping.entries?.isEmpty == false ? mapping.range : startOfMapping
    findings.add(
      Diagnostic(.error, "\(name.quoted) \(words)", at: range, remedy: remedy),
      afterReading: true)
  }

  /// Reports an error about a setting of the profile, in words that follow its name.
  public func refuse(setting name: String, _ words: String, remedy: String? = nil) {
    let written = [PolicyReader.settingsKey, PolicyReader.deliberateKey].compactMap {
      mapping[$0]?[name]
    }
    findings.add(
      Diagnostic(
        .error, "\(name.quoted) \(words)", at: written.first?.range ?? startOfMapping,
        remedy: remedy), afterReading: true)
  }

  /// Returns the place of a value; for a default value, that of its section.
  public func range(of path: PartialKeyPath<Root>) -> SourceRange {
    guard let node = mapping[field(at: path).key] else { return startOfMapping }
    return node[Evidence.valueKey]?.range ?? node.range
  }

  /// Returns the reading of a section within this one.
  ///
  /// Where none of it was written, its values have the place of this one.
  public func section<Part: ScenarioSection>(_ path: KeyPath<Root, Part>) -> SectionReading<Part> {
    let key = field(at: path).key
    let nothing = YAMLNode(.mapping([]), at: startOfMapping)
    return SectionReading<Part>(mapping[key] ?? nothing, at: place(of: key))
  }

  private func tell(
    _ severity: Diagnostic.Severity, _ path: PartialKeyPath<Root>, about part: String? = nil,
    _ words: String, remedy: String?
  ) {
    let field = field(at: path)
    var name = place(of: field.key).name.quoted
    var remedy = remedy
    if mapping[field.key] == nil, let usual = field.describe(Root()).first?.defaultValue {
      // The file does not name the key, and the reported place is another key's.
      remedy = remedy.map { "for \(name): \($0)" }
      name += ", by default \(usual.asYAML),"
    }
    findings.add(
      Diagnostic(
        severity, "\(name) \(words)",
        at: part.flatMap { range(of: $0, in: path) } ?? range(of: path),
        remedy: remedy), afterReading: true)
  }

  /// Returns the place of an entry of that key, also among the steps of another, or of an element of
  /// a list that begins with the word.
  private func range(of name: String, in path: PartialKeyPath<Root>) -> SourceRange? {
    guard let node = mapping[field(at: path).key] else { return nil }
    if case .sequence(let elements) = node.content {
      return elements.first { $0.inOneLine.hasPrefix("\(name) ") }?.range
    }
    return (node.entries ?? []).flatMap { [$0] + ($0.value["steps"]?.entries ?? []) }
      .first { $0.key == name }?.keyRange
  }

  private func field(at path: PartialKeyPath<Root>) -> Field<Root> {
    guard let field = Root.fields.first(where: { $0.path as PartialKeyPath<Root> == path }) else {
      preconditionFailure("\(Root.self) declares no field at \(path)")
    }
    return field
  }
}

extension Findings {
  /// Reports an unknown key, and returns the nearest known one.
  ///
  /// Digits after another entry are most often the rest of a number with a decimal comma.
  @discardableResult
  func addUnknown(
    _ entry: YAMLEntry, called name: String, among known: [String], after other: YAMLEntry? = nil,
    remedy: String? = nil
  ) -> String? {
    if let other, case .scalar(let scalar) = other.value.content, entry.value.isNull,
      entry.key.prefix(while: \.isNumber).count > 0, Int(scalar.text) != nil
    {
      add(
        Diagnostic(
          .error, "unknown key \(name.quoted)", at: entry.keyRange,
          remedy:
            "a comma ends the value before it: write \(other.key): \(scalar.text).\(entry.key)"))
      return nil
    }
    let near =
      isFull || remedy != nil ? nil : Suggestion.nearest(to: entry.key, among: known)
    let remedy =
      remedy ?? near.map { "did you mean \($0)?" }
      ?? (known.count <= 8 ? "known: " + known.joined(separator: ", ") : nil)
    add(Diagnostic(.error, "unknown key \(name.quoted)", at: entry.keyRange, remedy: remedy))
    return near
  }
}
