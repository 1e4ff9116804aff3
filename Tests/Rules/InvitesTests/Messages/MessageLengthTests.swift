import TestSupport
import Invites
import Testing
import Vocabulary

private let link = "https://rin.app/invite/a3Xk9m2Q"

@Suite("Messages · their length")
struct MessageLengthTests {
  @Test func `CNF-31 · Rin's messages have 86 and 82 characters, in one part`() throws {
    let generic = try #require(
      MessagePolicy.rin.message(for: MessageOccasion(), app: .rin, link: link))
    let personal = try #require(
      MessagePolicy.rin.message(for: MessageOccasion(recipients: ["Sam"]), app: .rin, link: link))
    #expect(link.count == 31)
    #expect(generic.characters == 86)
    #expect(personal.characters == 82)
    #expect(generic.segments?.count == 1)
    #expect(personal.segments == SMSSegments(personal.text))
  }

  @Test func `CNF-31 · segments are counted unless the policy says not to`() {
    var policy = MessagePolicy.rin
    policy.countSegments = false
    let message = policy.message(for: MessageOccasion(), app: .rin, link: link)
    #expect(message != nil && message?.segments == nil)
  }

  /// A link that brings the design's nameless text to `length` characters.
  private func filler(bringingNamelessTo length: Int) -> String {
    let bare = "Hey, I've been using Rin and thought you'd love it! ".count
    return String(repeating: "x", count: length - bare)
  }

  @Test(arguments: [(158, true), (159, true), (160, false)])
  func `D-MSG-03 · 159 are under 160, and 160 are not`(_ length: Int, _ fits: Bool) throws {
    let message = try #require(
      MessagePolicy.design.message(
        for: MessageOccasion(), app: .rin, link: filler(bringingNamelessTo: length)))
    #expect(message.characters == length)
    #expect(message.fallback == (fits ? nil : .tooLongInEveryForm(length)))
    if !fits { #expect(message.rule == "D-MSG-03") }
  }

  @Test func `D-MSG-06 · a long name gives way to the nameless text, uncut`() throws {
    let name = String(repeating: "n", count: 100)
    let message = try #require(
      MessagePolicy.design.message(for: MessageOccasion(recipients: [name]), app: .rin, link: link))
    #expect(message.text == "Hey, I've been using Rin and thought you'd love it! \(link)")
    #expect(message.fallback == .tooLong(184))
    #expect(message.rule == "D-MSG-06")
  }

  @Test func `D-MSG-06 · at every length of name the text is whole and within the limit`() throws {
    for length in 1...200 {
      let name = String(repeating: "n", count: length)
      let message = try #require(
        MessagePolicy.design.message(
          for: MessageOccasion(recipients: [name]), app: .rin, link: link))
      #expect(message.characters <= 159)
      #expect(message.text.hasSuffix(link))
      #expect(message.text.contains(name + ",") == (length <= 75))
    }
  }

  @Test func `CNF-31 · with Sam and Rin the design leaves 103 characters for the link`() {
    #expect(MessagePolicy.design.roomForLink(app: .rin, firstName: "Sam") == 103)
    #expect(MessagePolicy.design.roomForLink(app: .rin) == 107)
    #expect(MessagePolicy.rin.roomForLink(app: .rin) == nil)
    // The words around the link are the same under every limit, even where they break it.
    for most in [1, 60, 158, 500] {
      var policy = MessagePolicy.design
      policy.maxLength = most
      let words = policy.roomForLink(app: .rin, firstName: "Sam").map { most - $0 }
      #expect(words == MessagePolicy.design.maxLength.map { $0 - 103 })
    }
  }

  @Test func `P-MSG-11 · the em dash moves the generic text to parts of 70`() throws {
    var occasion = MessageOccasion()
    occasion.useCase = "training plans"
    let message = try #require(
      MessagePolicy.product.message(for: occasion, app: .rin, link: link))
    #expect(message.segments?.encoding == .ucs2)
    #expect(message.segments?.count == 2)
    occasion.context = .collaborative
    occasion.collaborativeFeature = "race"
    let plain = try #require(MessagePolicy.product.message(for: occasion, app: .rin, link: link))
    #expect(plain.segments?.encoding == .gsm7)
    #expect(plain.segments?.count == 1)
  }
}

@Suite("Messages · parts of a text message")
struct SMSSegmentsTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let encoding: SMSSegments.Encoding
    let units: Int
    let count: Int
  }

  private static func times(_ count: Int, _ text: String) -> String {
    String(repeating: text, count: count)
  }

  private static func gsm(_ what: String, _ text: String, _ units: Int, _ count: Int) -> Example {
    Example(testDescription: what, text: text, encoding: .gsm7, units: units, count: count)
  }

  private static func ucs(_ what: String, _ text: String, _ units: Int, _ count: Int) -> Example {
    Example(testDescription: what, text: text, encoding: .ucs2, units: units, count: count)
  }

  static let examples = [
    gsm("empty", "", 0, 0),
    gsm("160 septets", times(160, "a"), 160, 1),
    gsm("161 septets", times(161, "a"), 161, 2),
    gsm("2 x 153", times(306, "a"), 306, 2),
    gsm("2 x 153 + 1", times(307, "a"), 307, 3),
    gsm("3 x 153", times(459, "a"), 459, 3),
    gsm("3 x 153 + 1", times(460, "a"), 460, 4),
    gsm("80 euro signs", times(80, "€"), 160, 1),
    gsm("81 euro signs", times(81, "€"), 162, 2),
    // 152 letters leave one septet, too little for an escape and its second half.
    gsm("an escape at the seam", times(152, "a") + "€" + times(152, "a"), 306, 3),
    gsm("an escape before the seam", times(151, "a") + "€" + times(153, "a"), 306, 2),
    gsm("the extension table", "\u{C}^{}\\[~]|€", 20, 1),
    gsm("the upper half", "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ ¤¡ÄÖÑÜ§¿äöñüà", 45, 1),
    ucs("an em dash", "—", 1, 1),
    ucs("a backtick", "`", 1, 1),
    ucs("an accent apart", "e\u{301}", 2, 1),
    ucs("70 units", times(70, "ж"), 70, 1),
    ucs("71 units", times(71, "ж"), 71, 2),
    ucs("2 x 67", times(134, "ж"), 134, 2),
    ucs("2 x 67 + 1", times(135, "ж"), 135, 3),
    ucs("35 pairs", times(35, "😀"), 70, 1),
    ucs("a pair at the seam", times(66, "ж") + "😀" + times(66, "ж"), 134, 3),
    ucs("36 pairs", times(36, "😀"), 72, 2),
  ]

  @Test(arguments: examples)
  func `CNF-31, P-MSG-11 · parts by GSM 03.38 and UCS-2`(_ example: Example) {
    let segments = SMSSegments(example.text)
    #expect(segments.encoding == example.encoding)
    #expect(segments.units == example.units)
    #expect(segments.count == example.count)
  }

  @Test func `CNF-31 · the alphabet has 127 characters, its extension ten`() {
    let widths = (0..<0xD800).compactMap(Unicode.Scalar.init).map { SMSSegments(String($0)) }
    #expect(widths.count { $0.encoding == .gsm7 && $0.units == 1 } == 127)
    #expect(widths.count { $0.encoding == .gsm7 && $0.units == 2 } == 10)
  }

  @Test func `CNF-31 · a longer text never takes fewer parts`() {
    var random = SeededChance(seed: 31)
    for alphabet in ["ab€[", "aж😀—"] {
      let letters = Array(alphabet)
      var text = ""
      var last = SMSSegments("")
      for _ in 0..<600 {
        text.append(letters[Int(random.next() % UInt64(letters.count))])
        let next = SMSSegments(text)
        #expect(next.count >= last.count && next.count <= last.count + 2)
        last = next
      }
    }
  }

}
