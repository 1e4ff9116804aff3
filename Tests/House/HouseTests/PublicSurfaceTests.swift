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

  /// The type that a line at the margin declares or extends.
  private static func declared(_ line: String) -> String? {
    let words = line.split { !$0.isLetter && !$0.isNumber }
    return words.firstIndex { kinds.contains($0) || $0 == "extension" }
      .flatMap { $0 + 1 < words.endIndex ? String(words[$0 + 1]) : nil }
  }

  private static let kinds: Set<Substring> = ["struct", "enum", "class", "protocol", "actor"]

  /// Returns the types that nothing but their own declarations names, and whose comments tell an app
  /// nothing.
  private static func unexplained(in tree: SourceTree) -> [String] {
    let types = publicTypes(in: tree)
    var unused = Set(types.keys)
    for file in tree.files {
      // The type that the lines of a file declare or extend, until a brace closes it.
      var own = ""
      for line in file.text.utf8.split(separator: UInt8(ascii: "\n")) {
        let code = line.drop { $0 == UInt8(ascii: " ") }
        guard !code.starts(with: "//".utf8) else { continue }
        let isAtMargin = code.count == line.count
        if isAtMargin { own = declared(String(decoding: line, as: UTF8.self)) ?? own }
        for word in code.split(whereSeparator: { !isOfName($0) }) where isCapital(word.first) {
          let name = String(decoding: word, as: UTF8.self)
          if name != own { unused.remove(name) }
        }
        if isAtMargin, line.last == UInt8(ascii: "}") { own = "" }
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

  @Test func `a use elsewhere counts, and one in a comment or in itself does not`() {
    let rule = """
      /// A thing.
      public struct Thing {}
      /// A thing that is made.
      public enum Made {
        case thing(Thing), more([Made])
      }
      extension Made: Sendable {
        static let none = Made.more([])
      }
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
    let tree = try SourceTree(below: ["Sources/Rules", "Sources/Service/LinkStore"])
    let hidden = tree.files.filter { $0.text.contains("zone: CivilZone =") }.map(\.path)
    #expect(hidden.isEmpty)
  }

  /// Where what is public may be for an app alone.
  private static let offered = [
    "Sources/Rules/", "Sources/Mathematics/", "Sources/Loop/SimulationKernel/",
  ]

  /// Called by the language itself, or asked for by a protocol of its library.
  private static let called: Set<Substring> = [
    "appendLiteral", "callAsFunction", "customMirror", "decodeNil", "main", "superDecoder",
  ]

  /// Returns the functions, properties and types whose name stands nowhere but where they are
  /// declared, and which no product offers.
  private static func uncalled(in tree: SourceTree) throws -> [String] {
    let declaration =
      #/^\s*((?:@\w+(?:\([^)]*\))? |[a-z]+(?:\(set\))? )*?)(?:func|var|let|struct|enum|class|protocol|typealias|actor) `?(\w+)/#
    var declared: [(name: Substring, place: String)] = []
    var counts: [Substring: Int] = [:]
    for file in tree.files {
      let isOffered = offered.contains { file.path.hasPrefix($0) }
      for (index, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        for word in line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
          counts[word, default: 0] += 1
        }
        if let match = line.prefixMatch(of: declaration) {
          counts[match.2, default: 0] -= 1
          if !(isOffered && match.1.contains("public")) {
            declared.append((match.2, "\(file.path):\(index + 1) \(match.2)"))
          }
        }
      }
    }
    return declared.filter { counts[$0.name] == 0 && !called.contains($0.name) }.map(\.place)
  }

  @Test func `what nothing but a test calls is not there, unless a product offers it`() throws {
    let uncalled = try Self.uncalled(in: try SourceTree(below: ["Sources"]))
    #expect(
      uncalled.isEmpty,
      "remove it, or let the tests have it:\n\(uncalled.joined(separator: "\n"))")
  }

  @Test func `what is called anywhere stays, and what a product offers`() throws {
    let tree = SourceTree([
      SourceTree.File(
        path: "Sources/Rules/A.swift", text: "public func offered() {}\n  func inner() {}"),
      SourceTree.File(
        path: "Sources/Loop/B.swift",
        text:
          "// gone\n  public static func gone() {}\nfunc stays() {}\nlet used = stays()\n_ = used"),
    ])
    #expect(
      try Self.uncalled(in: tree) == [
        "Sources/Rules/A.swift:2 inner", "Sources/Loop/B.swift:2 gone",
      ])
  }
}
