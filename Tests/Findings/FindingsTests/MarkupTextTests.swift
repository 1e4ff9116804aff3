import GrowthloopFindings
import Testing

@Suite("MarkupText · no text is taken for markup")
struct MarkupTextTests {
  @Test(arguments: [
    ("<a href=\"x\">&'</a>", "&lt;a href=&quot;x&quot;&gt;&amp;&#39;&lt;/a&gt;"),
    ("a\nb\tc\r", "a&#10;b&#9;c&#13;"),
    ("\u{0}\u{1B}\u{7F}\u{85}\u{FFFE}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("José 🎉", "José 🎉"), ("", ""),
  ])
  func `what could be markup is escaped, and controls are replaced`(text: String, markup: String) {
    #expect(text.escapedForMarkup == markup)
  }
}
