import GrowthloopFindings
import GrowthloopModel
import Vocabulary

/// One key of a section: its name, its place in the section's value, its format and its meaning.
///
/// Most fields own one key; a field may own several that must be read together.
public struct Field<Root: ScenarioSection>: Sendable {
  /// The keys that the field reads, its representative first.
  let keys: [String]
  let path: any PartialKeyPath<Root> & Sendable
  let describe: @Sendable (Root) -> [FieldDescription]
  let read: @Sendable (SectionReading<Root>, inout Root) -> Void
  /// The parameters in a section whose name ends in a prefix, with the evidence from a file.
  let parameters: @Sendable (Root, _ prefix: String, EvidenceTable) -> [Parameter]
  private(set) var isRequired = false

  init(
    keys: [String], path: any PartialKeyPath<Root> & Sendable,
    describe: @escaping @Sendable (Root) -> [FieldDescription],
    read: @escaping @Sendable (SectionReading<Root>, inout Root) -> Void,
    parameters: @escaping @Sendable (Root, String, EvidenceTable) -> [Parameter]
  ) {
    precondition(!keys.isEmpty, "a field without a key cannot be written")
    precondition(
      Root.self == Evidence.self || !keys.contains(where: Evidence.reservedKeys.contains),
      "\(keys) of \(Root.self): \(Evidence.reservedKeys) belong to evidence")
    self.keys = keys
    self.path = path
    self.describe = describe
    self.read = read
    self.parameters = parameters
  }

  var key: String { keys[0] }

  /// The same field for a key without a default: a missing key is an error.
  public var required: Field {
    var field = Field(
      keys: keys, path: path,
      describe: { root in
        describe(root).map { description in
          FieldDescription(
            key: description.key, meaning: description.meaning, expects: description.expects,
            shape: description.shape, defaultValue: nil, evidence: description.evidence)
        }
      }, read: read, parameters: parameters)
    field.isRequired = true
    return field
  }
}

extension Field {
  /// Returns a field for a plain value.
  public static func value<Value>(
    _ key: String, _ path: any WritableKeyPath<Root, Value> & Sendable,
    _ format: ValueFormat<Value>, _ meaning: String
  ) -> Field {
    Field(
      keys: [key], path: path,
      describe: { root in
        let value = root[keyPath: path]
        return [
          FieldDescription(
            key: key, meaning: meaning, expects: format.expects, shape: format.shape(value),
            defaultValue: format.encode(value))
        ]
      },
      read: { reading, root in
        guard let node = reading.mapping[key] else { return }
        if let value = format.read(node, reading.place(of: key), root[keyPath: path]) {
          root[keyPath: path] = value
        }
      },
      parameters: { root, prefix, written in
        format.parameters(root[keyPath: path], prefix + key, written)
      })
  }

  /// Returns a field for a section within the section.
  public static func section<Part: ScenarioSection>(
    _ key: String, _ path: any WritableKeyPath<Root, Part> & Sendable, _ meaning: String
  ) -> Field {
    .value(key, path, .section(Part.self), meaning)
  }
}

extension Field<Market> {
  /// Returns a field for the acquaintances, from a file of pairs beside the scenario.
  static func edgeList(_ key: String, _ meaning: String) -> Field {
    .longFile(
      key, \.acquaintances, name: \.name, expecting: "the path of a file of pairs, or none",
      meaning
    ) { open, name, market, findings throws(SourceLoader.Unreadable) in
      try EdgeListReader(
        name: name, open: open, people: market.people, areMutual: market.areMutual,
        findings: findings
      ).read()
    }
  }
}

extension Field {
  /// A value that a file beside this one holds, or `none`.
  ///
  /// `name` is the path that a value was read from. `parse` reads the text of the file at a path, and
  /// returns `nil` after a mistake, which it adds to the findings.
  static func file<Value>(
    _ key: String, _ path: any WritableKeyPath<Root, Value?> & Sendable,
    name: @escaping @Sendable (Value) -> String, expecting expects: String, _ meaning: String,
    parse: @escaping @Sendable (SourceText, _ path: String, Root, Findings) -> Value?
  ) -> Field {
    file(key, path, name: name, expecting: expects, meaning) { node, name, place, root in
      place.load(name, namedBy: node).flatMap { parse($0, name, root, place.findings) }
    }
  }

  /// The same for a file that may be longer than memory: `parse` opens it with `open`, and reads it
  /// piece by piece.
  static func longFile<Value>(
    _ key: String, _ path: any WritableKeyPath<Root, Value?> & Sendable,
    name: @escaping @Sendable (Value) -> String, expecting expects: String, _ meaning: String,
    parse:
      @escaping @Sendable (
        _ open: @escaping () throws(SourceLoader.Unreadable) -> SourceLoader.Pieces, _ path: String,
        Root,
        Findings
      ) throws(SourceLoader.Unreadable) -> Value?
  ) -> Field {
    file(key, path, name: name, expecting: expects, meaning) { node, name, place, root in
      place.opening(name, namedBy: node) { (loader, from) throws(SourceLoader.Unreadable) in
        try parse(
          { () throws(SourceLoader.Unreadable) in try loader.open(name, from) }, name, root,
          place.findings)
      }
    }
  }

  private static func file<Value>(
    _ key: String, _ path: any WritableKeyPath<Root, Value?> & Sendable,
    name: @escaping @Sendable (Value) -> String, expecting expects: String, _ meaning: String,
    read: @escaping @Sendable (YAMLNode, _ path: String, ValuePlace, Root) -> Value?
  ) -> Field {
    Field(
      keys: [key], path: path,
      describe: { root in
        [
          FieldDescription(
            key: key, meaning: meaning, expects: expects,
            shape: .optional(.scalar(.words(least: 1))),
            defaultValue: root[keyPath: path].map { .text(name($0)) } ?? "none")
        ]
      },
      read: { reading, root in
        guard let node = reading.mapping[key] else { return }
        let place = reading.place(of: key)
        guard case .scalar(let scalar) = node.content, !scalar.isNull else {
          place.refuse(node, expecting: expects)
          return
        }
        guard scalar != YAMLScalar("none") else {
          root[keyPath: path] = nil
          return
        }
        if let value = read(node, scalar.text, place, root) { root[keyPath: path] = value }
      },
      parameters: { _, _, _ in [] })
  }
}

extension ValuePlace {
  /// The text of a file that a value names, relative to the file that the value stands in; `nil`, and
  /// told, if it cannot be had.
  func load(_ path: String, namedBy node: YAMLNode) -> SourceText? {
    opening(path, namedBy: node) { (loader, from) throws(SourceLoader.Unreadable) in
      let file = try loader.load(path, from)
      do throws(Diagnostic) {
        let text = try SourceText(name: file.name, bytes: file.bytes)
        try text.admit(within: YAMLLimits())
        return text
      } catch {
        findings.add(error)
        return nil
      }
    }
  }

  /// The path of a file that a value names, which is looked at where it lies; `nil`, and told, if there
  /// is none.
  func path(of name: String, namedBy node: YAMLNode) -> String? {
    opening(name, namedBy: node) { (loader, from) throws(SourceLoader.Unreadable) in
      try loader.open(name, from).name
    }
  }

  /// Reads with the loader of files, and the name of the file that the value stands in; what cannot be
  /// read is a mistake of the value.
  fileprivate func opening<Value>(
    _ path: String, namedBy node: YAMLNode,
    _ read: (SourceLoader, _ from: String?) throws(SourceLoader.Unreadable) -> Value?
  ) -> Value? {
    guard let loader = findings.loader else {
      refuse(node, "cannot name a file here")
      return nil
    }
    let source = node.range.source
    let from = source.isFile ? source.name : nil
    do throws(SourceLoader.Unreadable) {
      return try read(loader, from)
    } catch {
      refuse(
        node, "cannot be read: \(error.reason)",
        remedy: from == nil ? nil : "the path is relative to this file")
      return nil
    }
  }
}

extension Field {
  /// Returns the field `seed` of a plan.
  static func seed(
    _ path: any WritableKeyPath<Root, UInt64> & Sendable, _ meaning: String
  ) -> Field {
    .value(
      "seed", path,
      ValueFormat<Int>.integer(0...).map({ UInt64($0) }, back: { Int(clamping: $0) }), meaning)
  }
}
