import Diagnostics

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
        guard let source = place.load(scalar.text, namedBy: node) else { return }
        if let value = parse(source, scalar.text, root, place.findings) {
          root[keyPath: path] = value
        }
      },
      parameters: { _, _, _ in [] })
  }
}

extension ValuePlace {
  /// The text of a file that a value names, relative to the file that the value stands in; `nil`, and
  /// told, if it cannot be had.
  func load(_ path: String, namedBy node: YAMLNode) -> SourceText? {
    guard let loader = findings.loader else {
      refuse(node, "cannot name a file here")
      return nil
    }
    let source = node.range.source
    let isInFile = source.isFile
    do throws(SourceLoader.Unreadable) {
      let file = try loader.load(path, isInFile ? source.name : nil)
      do throws(Diagnostic) {
        let text = try SourceText(name: file.name, bytes: file.bytes)
        try text.admit(within: YAMLLimits())
        return text
      } catch {
        findings.add(error)
        return nil
      }
    } catch {
      refuse(
        node, "cannot be read: \(error.reason)",
        remedy: isInFile ? "the path is relative to this file" : nil)
      return nil
    }
  }
}
