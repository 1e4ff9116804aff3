import Testing

@Suite("Sources · what an app finds in the rules")
struct PublicSurfaceTests {
  /// The public types of the rules' files, with the lines of their comments.
  private static func publicTypes(in tree: SourceTree) -> [String: (path: String, comment: String)]
  {
    var types: [String: (path: String, comment: String)] = [:]
    for file in tree.files where file.path.hasPrefix("Sources/Rules/") {
      var comment = ""
      for line in file.text.split(separator: "\n") {
        if line.hasPrefix("///") {
          comment += line.dropFirst(3)
          continue
        }
        let words = line.split { !$0.isLetter && !$0.isNumber }.prefix(4)
        if words.first == "public", let kind = words.firstIndex(where: kinds.contains),
          kind + 1 < words.endIndex, !line.hasPrefix(" ")
        {
          types[String(words[kind + 1])] = (file.path, comment)
        }
        comment = ""
      }
    }
    return types
  }

  private static let kinds: Set<Substring> = ["struct", "enum", "class", "protocol", "actor"]

  /// Returns the types that only their own files name, and whose comments tell an app nothing.
  private static func unexplained(in tree: SourceTree) -> [String] {
    let types = publicTypes(in: tree)
    var unused = Set(types.keys)
    for file in tree.files {
      for line in file.text.utf8.split(separator: UInt8(ascii: "\n")) {
        let code = line.drop { $0 == UInt8(ascii: " ") }
        guard !code.starts(with: "//".utf8) else { continue }
        for word in code.split(whereSeparator: { !isOfName($0) }) where isCapital(word.first) {
          let name = String(decoding: word, as: UTF8.self)
          if let type = types[name], type.path != file.path { unused.remove(name) }
        }
      }
    }
    return unused.filter { types[$0]?.comment.contains("An app ") == false }.sorted()
  }

  private static func isCapital(_ byte: UInt8?) -> Bool {
    byte.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ?? false
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    isCapital(byte & ~0x20) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || byte == UInt8(ascii: "_")
  }

  @Test func `a type that nothing here uses says when an app needs it, or is not there`() throws {
    let unexplained = Self.unexplained(in: try SourceTree(below: ["Sources"]))
    #expect(
      unexplained.isEmpty,
      "add a sentence that begins with 'An app' to the comment, or remove the type: \(unexplained)")
  }

  @Test func `a use in another file counts, and one in a comment or its own file does not`() {
    let rule = """
      /// A thing.
      public struct Thing {}
      /// A thing that is made.
      public enum Made { case thing(Thing) }
      /// A thing for others.
      ///
      /// An app needs it.
      public struct Other {}
      """
    let tree = SourceTree([
      SourceTree.File(path: "Sources/Rules/A/Thing.swift", text: rule),
      SourceTree.File(path: "Sources/Loop/Use.swift", text: "// Made\nlet thing = Thing()"),
    ])
    #expect(Self.unexplained(in: tree) == ["Made"])
  }

  @Test func `no rule has a zone of its own: every caller names the user's`() throws {
    let tree = try SourceTree(below: ["Sources/Rules", "Sources/Network/LinkStore"])
    let hidden = tree.files.filter { $0.text.contains("zone: CivilZone =") }.map(\.path)
    #expect(hidden.isEmpty)
  }
}
