import AddressBooks
import Testing

@Suite("Telephone numbers")
struct PhoneDigitsTests {
  @Test(arguments: [
    ("+1 (555) 123-4567", "+15551234567"), ("0049 171 1234567", "+491711234567"),
    ("(555) 123-4567", "5551234567"), ("555.123.4567 x89", "5551234567"),
    ("٠١٢٣", "0123"), ("\u{FF0B}81 3", "+813"), ("112", "112"),
  ])
  func `a number is the digits that would be dialled`(text: String, digits: String) {
    #expect(Phone(text).digits.description == digits)
    #expect(Phone(text).text == text)
  }

  @Test(arguments: ["⑨", "9", "⑩", "十", "½", "Ⅻ"])
  func `a sign for a number above nine is no digit`(sign: String) {
    let digits = PhoneDigits(dialled: "1\(sign)2").description
    #expect(digits == (["⑨", "9"].contains(sign) ? "192" : "12"))
  }

  @Test func `no digits are no number`() {
    #expect(DialledDigits().digits(of: "call me") == nil)
    #expect(Phone("call me").digits.isEmpty)
  }

  @Test func `fifteen digits are kept, the most that a number has`() {
    let long = PhoneDigits(dialled: "1234567890123456789")
    #expect(long.description == "123456789012345")
    #expect(long.count == 15)
  }

  @Test func `of more than fifteen digits the first fifteen count`() {
    let most = PhoneDigits(dialled: "123456789012345")
    #expect(most.count == 15)
    for longer in ["1234567890123450", "12345678901234567"] {
      let digits = PhoneDigits(dialled: longer)
      #expect(digits == most)
      #expect(!digits.isInternational)
    }
    let abroad = PhoneDigits(dialled: "1234567890123459", isInternational: true)
    #expect(abroad.isInternational && abroad.count == 15)
    #expect(abroad != most)
  }
}
