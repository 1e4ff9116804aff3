import TestSupport
import Testing
import Vocabulary

@testable import Attribution

@Suite("P-EDG-14 · the page takes an email address, with consent, for a while")
struct EmailCaptureTests {
  struct Input: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let kept: String?

    init(_ input: String, _ kept: String?) {
      testDescription = input
      self.kept = kept
    }
  }

  private static let label = String(repeating: "b", count: 63)
  private static let name = String(repeating: "a", count: 64)
  /// An address of so many bytes, four labels of its host among them.
  private static func address(of bytes: Int) -> String {
    let last = String(repeating: "c", count: bytes - 64 - 1 - 2 * 64)
    return "\(name)@\(label).\(label).\(last)"
  }

  static let inputs = [
    Input("ada@example.org", "ada@example.org"), Input("a@b.c", "a@b.c"),
    Input("  ada+rin@mail.example.org ", "ada+rin@mail.example.org"),
    Input("Ada.Lovelace@EXAMPLE.Org", "Ada.Lovelace@example.org"),
    Input("ada@localhost", nil), Input("@example.org", nil), Input("ada@example..org", nil),
    Input("ada@b@example.org", nil), Input("ada lovelace@example.org", nil), Input("   ", nil),
    Input("", nil), Input("ada", nil), Input("ada@.org", nil), Input("ada@org.", nil),
    Input("ada@-b.org", nil), Input("ada@b-.org", nil), Input("ada@b-c.org", "ada@b-c.org"),
    Input("ada\u{0}@example.org", nil), Input("ada@exam\nple.org", nil),
    Input("ada@example.org\r\nBcc: b@example.org", nil), Input("ada,bob@example.org", nil),
    Input("ada;bob@example.org", nil), Input("<ada@example.org>", nil),
    Input("\"ada\"@example.org", nil), Input("ad\u{202E}a@example.org", nil),
    Input("ädä@example.org", nil), Input("ada@exämple.org", nil),
    Input("ada@xn--exmple-cua.org", "ada@xn--exmple-cua.org"),
    Input("\(name)@example.org", "\(name)@example.org"), Input("a\(name)@example.org", nil),
    Input("ada@\(label).org", "ada@\(label).org"), Input("ada@b\(label).org", nil),
    Input(address(of: 254), address(of: 254)), Input(address(of: 255), nil),
  ]

  @Test(arguments: inputs)
  func `P-EDG-14 · an address is kept in one spelling, and what cannot be one is refused`(
    _ input: Input
  ) {
    let answer = EmailCapturePage(app: .product).receive(input.testDescription, hasConsented: true)
    switch answer {
    case .willNotify(let address): #expect(address.text == input.kept)
    case .refused(let reasons): #expect(input.kept == nil && reasons == [.noAddress])
    }
  }

  @Test func `P-EDG-14 · without consent nothing is kept, and every reason is given`() {
    let page = EmailCapturePage(app: .product)
    #expect(page.receive("ada@example.org", hasConsented: false) == .refused([.noConsent]))
    #expect(page.receive("ada", hasConsented: false) == .refused([.noAddress, .noConsent]))
    for reason in EmailCapturePage.Refusal.allCases {
      #expect(reason.rule == "P-EDG-14" && !reason.text.isEmpty)
    }
  }

  @Test func `P-EDG-14 · the consent says what is kept, what for, and for how long`() {
    let consent = EmailCapturePage(app: .product).consent
    for words in ["email address", "one message when [App] launches on Android", "a year"] {
      #expect(consent.contains(words))
    }
    #expect(EmailCapturePage.retention == .days(365))
  }

  @Test(arguments: [
    (Interval.zero, true), (.days(365), true), (.days(365) + .milliseconds(1), false),
  ])
  func `P-EDG-14 · an address is kept for a year, to the millisecond`(age: Interval, isKept: Bool) {
    #expect(EmailCapturePage.isKept(since: noon(0), at: noon(0) + age) == isKept)
  }
}
