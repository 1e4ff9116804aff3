import GrowthloopFindings

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
            key: key, meaning: meaning, expects: expects, shape: .optional(.words(least: 1)),
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
