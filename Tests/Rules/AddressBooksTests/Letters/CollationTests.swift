import AddressBooks
import Foundation
import Testing

@Suite("The order of names")
struct CollationTests {
  static let names = [
    "Ada", "ada", "Adà", "Áda", "Zoë", "Zoe", "zoé", "Müller", "Muller", "Mueller", "Łukasz",
    "Lukas", "Øster",
    "Oster", "Æsop", "Aeon", "Strauß", "Strauss", "Ann Lee", "Anna", "Ann-Lee", "O'Brien", "Obrien",
    "9to5", "10th",
    "Çelik", "Celik", "Ñandú", "Nandu", "coté", "côte", "cote", "côté", "Nguyễn", "Nguyen",
    "Иван", "иван", "Анна", "Яков", "Елена", "Γιώργος", "Άννα", "Άλφα", "דוד", "محمد", "أحمد", "佐藤",
    "张伟",
    "김철수", "さとう", "サトウ", "অনিতা", "अनिता", "ნინო", "Արամ", "สมชาย",
  ]

  private func key(_ name: String) -> [UInt8] {
    var key: [UInt8] = []
    RootCollation().appendKey(of: name, to: &key)
    return key
  }

  @Test func `the order of names agrees with ICU, pair by pair`() {
    let english = Locale(identifier: "en")
    for left in Self.names {
      for right in Self.names {
        let expected = left.compare(right, locale: english)
        guard expected != .orderedSame else { continue }
        let isFirst = key(left).lexicographicallyPrecedes(key(right))
        #expect(isFirst == (expected == .orderedAscending), "\(left), \(right)")
      }
    }
  }

  @Test(arguments: [("一", "耀"), ("耀", "鿿"), ("あ", "ん"), ("가", "힣"), ("𠀀", "𪛖")])
  func `letters of a script that has no order of its own stand in that of their codes`(
    earlier: String, later: String
  ) {
    #expect(key(earlier).lexicographicallyPrecedes(key(later)))
  }

  @Test(arguments: ["٠١٢٣٤٥٦٧٨٩", "०१२३४५६७८९", "０１２３４５６７８９"])
  func `a digit stands in one place in whatever script it is written`(digits: String) {
    for (digit, other) in zip("0123456789", digits) {
      #expect(key(String(digit)) == key(String(other)), "\(other)")
    }
  }

  @Test func `the keys of a version stay as they are: a saved book has them`() {
    #expect(RootCollation().version == "root 1")
    for (name, saved) in Self.saved { #expect(key(name) == saved, "\(name)") }
  }

  /// The letters, a 1, their marks, a 1, their capitals; what every name has at the end is left out.
  static let saved: [(String, [UInt8])] = [
    ("Az", [0x40, 0x59, 1, 1, 3]), ("09", [0x30, 0x39, 1, 1]), (" _~", [2, 3, 0x21, 1, 1]),
    ("é", [0x44, 1, 2, 4, 1]), ("ð", [0x43, 1, 2, 0x14, 1]), ("Ω", [0x61, 0, 0x03, 0xC9, 1, 1, 3]),
    ("字", [0x7D, 0, 0x5B, 0x57, 1, 1]), ("☎", [0x2F, 0, 0x26, 0x0E, 1, 1]),
    ("𠮷", [0x7E, 0x02, 0x0B, 0xB7, 1, 1]),
  ]

  @Test func `letters written with a mark behind them are those with the mark on them`() {
    #expect(key("Zoe\u{308}") == key("Zo\u{EB}"))
    #expect(key("n\u{303}andu") == key("\u{F1}andu"))
  }

  @Test(arguments: [
    ("Éric", "E"), ("Ångström", "A"), ("Łukasz", "L"), ("ßtrange", "S"), ("Æsop", "A"),
    ("Ｚoe", "Z"),
    ("  bob", "B"),
  ])
  func `LST-04 · a name stands under its first letter, without marks`(name: String, letter: String)
  {
    #expect(AddressBook(named: [name]).list().sections.map(\.title) == [letter])
  }

  @Test(arguments: ["Иван", "张伟", "9to5", "🎉 Zoe", "(Bob)", "محمد"])
  func `LST-05 · a name that begins with no Latin letter stands under #`(name: String) {
    #expect(AddressBook(named: [name]).list().sections.map(\.title) == ["#"])
  }

  /// Swedish, as far as this test needs it: å is a letter of its own behind z.
  struct Swedish: Collation {
    let version = "sv"
    let letters = RootCollation().letters + ["Å"]
    func letter(of name: String) -> Int? {
      name.first == "Å" ? 26 : RootCollation().letter(of: name)
    }
    func appendKey(of name: String, to key: inout [UInt8]) {
      RootCollation().appendKey(of: name, to: &key)
    }
  }

  @Test func `LST-07 · a language may bring its own letters; # stays last`() {
    let names = ["Åsa", "Zara", "Adam", "9"]
    let contacts = zip(names, 1...).map { Contact.named($0, id: ContactID(rawValue: UInt64($1))) }
    let book = AddressBook(contacts, collation: Swedish())
    #expect(book.list().page == ["A: Adam", "Z: Zara", "Å: Åsa", "#: 9"])
  }
}
