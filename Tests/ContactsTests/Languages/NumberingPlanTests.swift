import AddressBooks
import GrowthloopContacts
import Testing

@Suite("Telephone numbers by the plans of their countries")
struct NumberingPlanTests {
  private func digits(_ text: String, at home: String) throws -> String? {
    try #require(NumberingPlans(home: home)).digits(of: text)?.description
  }

  @Test(arguments: [
    "+49 171 5550101", "0171 5550101", "0171/555-0101", "(0171) 5550101", "+49 (0) 171 5550101",
    "0049 171 555 0101", "tel:+49-171-5550101", "\u{FF0B}49 171 5550101", "٠١٧١ ٥٥٥٠١٠١",
    "0171 5550101 ext. 12",
  ])
  func `however a number is written, it is the same number`(text: String) throws {
    #expect(try digits(text, at: "DE") == "+491715550101")
  }

  @Test(arguments: [
    // Italy keeps its zero, and Argentina's mobiles take a nine in place of a fifteen.
    ("02 1234 5678", "IT", "+390212345678"), ("011 15-2345-6789", "AR", "+5491123456789"),
    ("044 55 1234 5678", "MX", "+525512345678"), ("(212) 555-0123", "US", "+12125550123"),
    ("1-800-FLOWERS", "US", "+18003569377"), ("011 44 20 7946 0958", "US", "+442079460958"),
    ("07911 123456", "GB", "+447911123456"), ("06 12 34 56 78", "FR", "+33612345678"),
    ("090-1234-5678", "JP", "+819012345678"),
  ])
  func `national numbers are read by the plan of home`(
    text: String, home: String, number: String
  ) throws {
    #expect(try digits(text, at: home) == number)
  }

  @Test(arguments: ["", "none", "12", "Ann", "+", "00", "+999 1", "1234567890123456789012"])
  func `what cannot be a number is none`(text: String) throws {
    #expect(try digits(text, at: "DE") == nil)
  }

  @Test func `a country without a numbering plan has no normaliser`() {
    #expect(NumberingPlans(home: "XX") == nil)
    #expect(NumberingPlans(home: "de") == nil)
    #expect(NumberingPlans(home: "DE")?.home == "DE")
  }

  @Test func `what is remembered is what was read`() throws {
    let plans = try #require(NumberingPlans(home: "DE"))
    for text in ["0171 5550101", "nobody", "+1 212 555 0123"] {
      let first = plans.digits(of: text)
      #expect(plans.digits(of: text) == first)
      #expect(NumberingPlans(home: "DE")?.digits(of: text) == first)
    }
  }

  @Test func `a contact is found and doubled by its number, however that was written`() throws {
    let plans = try #require(NumberingPlans(home: "DE"))
    let texts = ["0171 5550101", "+49 (171) 555-0101"]
    let contacts = zip(texts, 1...).map { text, id in
      Contact(id: ContactID(rawValue: id), phones: [Phone(text, normaliser: plans)])
    }
    #expect(contacts[0].phones[0].digits == contacts[1].phones[0].digits)
    #expect(contacts[0].phones[0].text == texts[0])
    var search = ContactSearch()
    for typed in ["01715550101", "+49 171 555", "0049 171", "550101"] {
      #expect(search.find(typed, in: AddressBook(contacts))?.total == 2, "\(typed)")
    }
  }

  @Test func `a number that no plan has keeps the digits that it has`() throws {
    let plans = try #require(NumberingPlans(home: "DE"))
    #expect(Phone("112", normaliser: plans).digits == PhoneDigits(dialled: "112"))
  }
}
