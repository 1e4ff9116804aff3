public import GrowthloopFindings

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
    let unknown = (mapping.entries ?? []).filter { !known.contains($0.key) }
    return Set(
      unknown.compactMap { entry in
        findings.addUnknown(entry, called: place(of: entry.key).name, among: known)
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
  public func refuse(_ path: PartialKeyPath<Root>, _ words: String, remedy: String? = nil) {
    tell(.error, path, words, remedy: remedy)
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
    _ severity: Diagnostic.Severity, _ path: PartialKeyPath<Root>, _ words: String,
    remedy: String?
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
        severity, "\(name) \(words)", at: range(of: path),
        remedy: remedy), afterReading: true)
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
  @discardableResult
  func addUnknown(_ entry: YAMLEntry, called name: String, among known: [String]) -> String? {
    let near = isFull ? nil : Suggestion.nearest(to: entry.key, among: known)
    let remedy =
      near.map { "did you mean \($0)?" }
      ?? (known.count <= 8 ? "known: " + known.joined(separator: ", ") : nil)
    add(Diagnostic(.error, "unknown key \(name.quoted)", at: entry.keyRange, remedy: remedy))
    return near
  }
}
