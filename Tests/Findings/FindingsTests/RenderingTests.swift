import Testing

@testable import GrowthloopFindings

@Suite("Diagnostics · the line, the caret, the remedy")
struct RenderingTests {
  /// A mistake at the first place of a word in a text.
  static func mistake(
    about word: String, in text: String, remedy: String? = "mend it", name: String = "a.yaml"
  ) throws -> Diagnostic {
    let range = try #require(text.firstRange(of: word))
    let scalars = text.unicodeScalars
    let start = scalars.distance(from: text.startIndex, to: range.lowerBound)
    let source = SourceText(name: name, text: text)
    return Diagnostic(
      .error, "this is wrong", at: source.range(start..<start + word.unicodeScalars.count),
      remedy: remedy)
  }

  @Test func `a mistake reads as the house writes it`() {
    let text = String(repeating: "#\n", count: 13) + "   prompts.recentShareDays: two weeks\n"
    let source = SourceText(name: "scenarios/summer.yaml", text: text)
    let diagnostic = Diagnostic(
      .error, "'prompts.recentShareDays' must be a number of days, not \("two weeks".quoted)",
      at: source.range(26 + 28..<26 + 37), remedy: "write 14, or none")
    #expect(
      diagnostic.description == """
        scenarios/summer.yaml:14:29: error: 'prompts.recentShareDays' must be a number of days, not 'two weeks'
            prompts.recentShareDays: two weeks
                                     ^ write 14, or none
        """)
  }

  @Test(arguments: [
    ("a:\tb\t x", "a:\tb\t x\n      \t \t ^ mend it"),
    ("  \t a: x", "a: x\n       ^ mend it"),
    ("城市: x", "城市: x\n          ^ mend it"),
    ("👩‍👩‍👧 🇩🇪: x", "👩‍👩‍👧 🇩🇪: x\n           ^ mend it"),
    ("cafe\u{301}: x", "cafe\u{301}: x\n          ^ mend it"),
    ("ｗｉｄｅ: x", "ｗｉｄｅ: x\n              ^ mend it"),
    ("\u{1B}[31m: x", "\u{FFFD}[31m: x\n           ^ mend it"),
    ("\u{202E}a\u{200B}: x", "\u{FFFD}a\u{FFFD}: x\n         ^ mend it"),
  ])
  func `the caret stands under the place, however wide what comes before`(
    text: String, excerpt: String
  ) throws {
    let diagnostic = try Self.mistake(about: "x", in: text)
    #expect(diagnostic.description.split(separator: "\n", maxSplits: 1)[1] == "    " + excerpt)
  }

  @Test func `of a long line as much is shown as fits`() throws {
    let diagnostic = try Self.mistake(
      about: "X",
      in: String(repeating: "ab ", count: 100) + "X" + String(repeating: " cd", count: 90))
    #expect(
      diagnostic.description
        == """
        a.yaml:1:301: error: this is wrong
            …b ab ab ab ab ab ab ab ab ab ab ab ab ab ab ab ab ab ab ab X cd cd cd cd cd cd cd cd cd cd…
                                                                        ^ mend it
        """)
  }

  @Test func `a mistake on an empty line shows its remedy alone`() {
    let source = SourceText(name: "empty.yaml", text: "")
    let diagnostic = Diagnostic(
      .error, "the file says nothing", at: source.wholeRange, remedy: "write something")
    #expect(
      diagnostic.description == """
        empty.yaml:1:1: error: the file says nothing
            write something
        """)
  }

  @Test func `an argument is its own excerpt`() {
    let source = SourceText(argument: "--set prompts.lifetimeMax=x")
    let range = source.range(26..<27)
    #expect(
      Diagnostic(.error, "it is wrong", at: range).description
        == "--set prompts.lifetimeMax=x: error: it is wrong")
    #expect(
      Diagnostic(.error, "it is wrong", at: range, remedy: "write 3").description == """
        --set prompts.lifetimeMax=x: error: it is wrong
                                  ^ write 3
        """)
  }

  @Test func `what belongs to a mistake follows it`() throws {
    var diagnostic = try Self.mistake(about: "two", in: "one\ntwo", remedy: nil)
    diagnostic.notes = [
      Diagnostic(.note, "it began here", at: diagnostic.range.source.range(0..<3))
    ]
    #expect(
      diagnostic.description == """
        a.yaml:2:1: error: this is wrong
            two
            ^
        a.yaml:1:1: note: it began here
            one
            ^
        """)
  }

  @Test(arguments: [
    ("two weeks", "'two weeks'"), ("a\nb\r\nc", "'a b c'"), ("\u{7}", "'\u{FFFD}'"),
    (String(repeating: "x", count: 49), "'\(String(repeating: "x", count: 48))…'"),
  ])
  func `a quoted value stays in its line`(text: String, quoted: String) {
    #expect(text.quoted == quoted)
  }
}
