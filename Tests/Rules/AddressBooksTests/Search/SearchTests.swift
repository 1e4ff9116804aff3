import AddressBooks
import TestSupport
import Testing
import Vocabulary

@Suite("SRH-08 · a search finds names, numbers and e-mail addresses")
struct SearchTests {
  static let book = AddressBook([
    person("Robert", "Kovalenko", phone: "+1 (555) 123-4567"), person("José", "Muñoz", id: 2),
    person("Zoë", "Müller", id: 3, phone: "+49 171 2390000"), person("Łukasz", "Øster", id: 4),
    person("Bob", "Rossi", id: 5, email: "rob.rossi@gmail.com"), person("Анна", "Ёлкина", id: 6),
    person("伟", "张", id: 7), person("Marie-Anne", "O'Brien", id: 8),
    person("Jonathan", "Smith", id: 9),
    person("Kovaleva", "Anna", id: 10, email: "anna@koval.org"),
  ])

  static func person(
    _ given: String, _ family: String, id: ContactID = 1, phone: String? = nil, email: String? = nil
  ) -> Contact {
    Contact(
      id: id, name: PersonName(given: given, family: family),
      phones: phone.map { [Phone($0)] } ?? [], emails: email.map { [$0] } ?? [])
  }

  private func names(_ text: String) -> [String]? {
    var search = ContactSearch()
    let book = Self.book
    return search.find(text, in: book)?.nearest.compactMap { book[$0]?.title }
  }

  static let finds: [(String, [String])] = [
    ("jos", ["José Muñoz"]), ("JOSÉ", ["José Muñoz"]), ("munoz", ["José Muñoz"]),
    ("zoe mu", ["Zoë Müller"]), ("müller zoë", ["Zoë Müller"]), ("lukasz", ["Łukasz Øster"]),
    ("oster", ["Łukasz Øster"]), ("елк", ["Анна Ёлкина"]), ("АННА", ["Анна Ёлкина"]), ("张", ["张伟"]),
    ("anne", ["Marie-Anne O'Brien", "Kovaleva Anna"]), ("brien", ["Marie-Anne O'Brien"]),
    ("mu\u{308}ller", ["Zoë Müller"]), ("zoe smith", []), ("xyz", []),
  ]

  @Test func `a whole name stands before one that only begins so`() {
    let book = AddressBook([Self.person("Abel", "Annas"), Self.person("Zoe", "Anna", id: 2)])
    var search = ContactSearch()
    #expect(search.find("anna", in: book)?.nearest == [2, 1])
    #expect(search.find("ann", in: book)?.nearest == [1, 2])
  }

  @Test func `who is called so by name stands before who has it as a nickname`() {
    var ada = Self.person("Ada", "Ash")
    ada.name.nickname = "Bob"
    let book = AddressBook([ada, Self.person("Bob", "Zill", id: 2)])
    var search = ContactSearch()
    #expect(search.find("bob", in: book)?.nearest == [2, 1])
  }

  @Test func `the beginning of a name is as near as a whole nickname`() {
    let called = ["Ada", "Zoe"].enumerated().map { place, given in
      var contact = Self.person(given, "Ash", id: ContactID(rawValue: UInt64(place) + 1))
      contact.name.nickname = "Bob"
      return contact
    }
    let book = AddressBook(called + [Self.person("Bobson", "Zill", id: 3)])
    var search = ContactSearch()
    #expect(search.find("bob", in: book)?.nearest == [1, 3, 2], "in the order of the list")
  }

  @Test(arguments: 0...9)
  func `whatever digit follows, the ones before it are found`(next: Int) {
    let book = AddressBook([Self.person("Ada", "Ash", phone: "+1 555 12\(next) 0000")])
    var search = ContactSearch()
    for text in ["5", "555", "55512", "55512\(next)"] {
      #expect(search.find(text, in: book)?.nearest == [1], "\(text)")
    }
    #expect(search.find("55512\((next + 1) % 10)", in: book)?.nearest == [])
  }

  @Test(arguments: ["0", "00", "000"])
  func `zeros alone find a number with a zero in it: more of them only dial a country`(
    zeros: String
  ) {
    let book = AddressBook([
      Self.person("Ada", "Ash", phone: "+1 555 120 4567"),
      Self.person("Ben", "Ash", id: 2, phone: "+1 555 123 4567"),
    ])
    var search = ContactSearch()
    #expect(search.find(zeros, in: book)?.nearest == [1])
  }

  @Test func `every digit counts, the last one too`() {
    #expect(names("5551234") == ["Robert Kovalenko"])
    for other in ["5551235", "5551233", "5551230", "5551236", "4551234"] {
      #expect(names(other) == [], "\(other)")
    }
  }

  @Test func `a letter beyond the first 65,536 is a letter like others`() {
    let book = AddressBook([Self.person("大", "𠮷田"), Self.person("大", "田中", id: 2)])
    var search = ContactSearch()
    #expect(search.find("𠮷", in: book)?.nearest == [1])
    #expect(search.find("田", in: book)?.nearest == [2])
  }

  @Test(arguments: finds)
  func `a word finds the names that begin with it, without case and marks`(
    text: String, found: [String]
  ) {
    #expect(names(text) == found)
  }

  @Test(arguments: [
    "jonathn", "jonnathan", "jonahtan", "jomathan", "jonatha", "ponathan", "joanthan",
  ])
  func `from four letters on one slip is forgiven`(text: String) {
    #expect(names(text) == ["Jonathan Smith"])
  }

  @Test(arguments: ["jonn", "jntahan", "zoo"])
  func `two slips are not forgiven, nor one in three letters`(text: String) {
    #expect(names(text)?.contains("Zoë Müller") == false)
    if text != "jonn" { #expect(names(text) == []) }
  }

  @Test func `a nickname finds the name behind it, after those who bear it`() {
    #expect(names("bob") == ["Bob Rossi", "Robert Kovalenko"])
    #expect(names("robert") == ["Robert Kovalenko", "Bob Rossi"])
    #expect(names("bob kovalenko") == ["Robert Kovalenko"], "beside a longer word, too")
  }

  @Test(arguments: [
    "5551234567", "(555) 123", "555-1234", "+1 555 123 4567", "0015551234567", "4567", "１２３４５",
  ])
  func `a number is found in any format, from any digit on`(text: String) {
    #expect(names(text) == ["Robert Kovalenko"])
  }

  @Test(arguments: ["0171 239", "+49 (0)171 2390000", "49171"])
  func `the zero for calls within a country does not matter`(text: String) {
    #expect(names(text) == ["Zoë Müller"])
  }

  @Test(arguments: ["rob.rossi@gmail.com", "rossi@g", "rossi@gm", "gmail.com"])
  func `an e-mail address is found by its parts`(text: String) {
    #expect(names(text) == ["Bob Rossi"])
  }

  @Test func `what stands behind the @ is found from three letters on, or after one`() {
    #expect(names("or") == [])
    #expect(names("org") == ["Kovaleva Anna"])
  }

  @Test func `whole words come before beginnings, names before addresses, all before slips`() {
    #expect(names("anna") == ["Kovaleva Anna", "Marie-Anne O'Brien"])
    #expect(names("koval") == ["Kovaleva Anna", "Robert Kovalenko"])
    #expect(names("ro") == ["Bob Rossi", "Robert Kovalenko"])
  }

  @Test func `what stands behind the @ comes after what stands before it, and before a slip`() {
    let book = AddressBook([
      Self.person("Ada", "Kovel"), Self.person("Ben", "Ash", id: 2, email: "x@koval.example"),
      Self.person("Cleo", "Ash", id: 3, email: "kovaleva@mail.example"),
      Self.person("Dora", "Ash", id: 4, email: "x@kovalenko.example"),
    ])
    var search = ContactSearch()
    #expect(search.find("koval", in: book)?.nearest == [3, 2, 4, 1])
  }

  @Test
  func `digits at the head of a number count as an organisation does, within it less than mail`() {
    func contact(_ name: String, _ id: ContactID, organisation: String = "") -> Contact {
      var contact = Self.person(name, "Ash", id: id)
      contact.name.organisation = organisation
      return contact
    }
    let book = AddressBook([
      Self.person("Ada", "Ash", id: 1, email: "x@1234.example"),
      Self.person("Ben", "Ash", id: 2, phone: "99 1234 567"),
      Self.person("Cleo", "Ash", id: 3, email: "1234@mail.example"),
      contact("Dora", 4, organisation: "1234"),
      Self.person("Emil", "Ash", id: 5, phone: "1234 567"),
      Self.person("Fay", "Ash", id: 6, phone: "9 1234 567"),
    ])
    var search = ContactSearch()
    #expect(search.find("1234", in: book)?.nearest == [4, 5, 3, 2, 6, 1])
  }

  @Test func `the beginning of a nickname is nearer than the whole of an organisation`() {
    var (ada, zoe) = (Self.person("Ada", "Ash"), Self.person("Zoe", "Ash", id: 2))
    ada.name.organisation = "Bob"
    zoe.name.nickname = "Bobsy"
    var search = ContactSearch()
    #expect(search.find("bob", in: AddressBook([ada, zoe]))?.nearest == [2, 1])
  }

  @Test func `every word must be found, in any order`() {
    #expect(names("kov rob") == ["Robert Kovalenko"])
    #expect(names("robert 4567") == ["Robert Kovalenko"])
    #expect(names("robert 9999") == [])
    #expect(names("zoe 2390000") == ["Zoë Müller"])
  }

  @Test func `of more than eight words the first eight are looked for`() {
    let words = { (count: Int) in String(repeating: "rob ", count: count) + "zzz" }
    #expect(names(words(7)) == [])
    #expect(names(words(8)) == ["Robert Kovalenko", "Bob Rossi"])
  }

  @Test(arguments: ["", "  ", "-", "…"])
  func `no word asks for the whole list`(text: String) {
    #expect(names(text) == nil)
  }

  @Test func `a limit leaves the count as it is`() {
    let book = AddressBook(named: (1...80).map { "Sam \($0)" })
    var search = ContactSearch()
    let results = search.find("sam", in: book, limit: 10)
    #expect(results?.nearest.count == 10)
    #expect(results?.total == 80)
  }
}
