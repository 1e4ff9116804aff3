import AddressBooks
import GrowthloopContacts
import Foundation
import TestSupport
import Testing

@Suite("The order of names in a language")
struct LocaleOrderTests {
  static let locales = ["en", "de", "sv", "ja", "zh", "ko", "ru", "ar", "cs", "el", "tr", "hi"]

  /// Han is left to fixed lists: its order by radicals differs from edition to edition of ICU, of which
  /// Foundation has its own.
  static let alphabets = NamesOfTheWorld.alphabets.filter { $0.description != "Han" }

  private func book(_ names: [String], in locale: String) throws -> AddressBook {
    let contacts = zip(names, 1...).map { name, id in
      Contact(id: ContactID(rawValue: id), name: PersonName(given: name))
    }
    return AddressBook(contacts, collation: try #require(LocaleCollation(locale: locale)))
  }

  @Test(arguments: [
    ("de", ["A: Adam, Ärger, Azra", "O: Österreich, Otto", "Z: Zoe"]),
    ("sv", ["A: Adam, Azra", "O: Otto", "Z: Zoe", "Ä: Ärger", "Ö: Österreich"]),
    ("de-u-co-phonebk", ["A: Adam, Ärger, Azra", "O: Österreich, Otto", "Z: Zoe"]),
  ])
  func `an umlaut stands where the language puts it`(locale: String, page: [String]) throws {
    let names = ["Zoe", "Ärger", "Otto", "Azra", "Österreich", "Adam"]
    #expect(try book(names, in: locale).list().page == page)
  }

  @Test func `Japanese names stand in the rows of the kana, Chinese names by their sound`() throws {
    let kana = ["わたなべ", "サトウ", "あべ", "たなか", "Bob", "さとう"]
    #expect(
      try book(kana, in: "ja").list().page
        == ["B: Bob", "あ: あべ", "さ: サトウ, さとう", "た: たなか", "わ: わたなべ"])
    let han = ["张伟", "李娜", "王芳", "Bob", "陈静"]
    #expect(
      try book(han, in: "zh").list().page
        == ["B: Bob", "C: 陈静", "L: 李娜", "W: 王芳", "Z: 张伟"])
  }

  @Test(arguments: locales)
  func `LST-07 · the list is in ICU's order under its headings, # last`(locale: String) throws {
    let names = NamesOfTheWorld.random(1_500, seed: 5, of: Self.alphabets)
    let list = try book(names, in: locale).list()
    let oracle = Locale(identifier: locale)
    var wrong: [String] = []
    for section in list.sections {
      for row in section.rows.dropFirst() {
        let (above, below) = (list[row - 1].title, list[row].title)
        if above.compare(below, locale: oracle) == .orderedDescending {
          wrong.append("\(above), \(below)")
        }
      }
    }
    #expect(wrong == [])
    let titles = list.sections.map(\.title)
    #expect(titles.last == "#")
    let headings = try #require(LocaleCollation(locale: locale)).letters
    #expect(headings.filter(titles.contains) == titles.dropLast())
  }

  // In Chinese all of Han comes before Latin, and each under the letter of its sound.
  @Test(arguments: locales.filter { $0 != "zh" })
  func `all under one heading stand before all under the next`(locale: String) throws {
    let names = NamesOfTheWorld.random(1_500, seed: 6, of: Self.alphabets)
    let list = try book(names, in: locale).list()
    let oracle = Locale(identifier: locale)
    let lettered = list.sections.filter { $0.title != "#" }
    for (section, next) in zip(lettered, lettered.dropFirst()) {
      let (last, first) = (
        list[section.rows.upperBound - 1].title, list[next.rows.lowerBound].title
      )
      #expect(last.compare(first, locale: oracle) != .orderedDescending, "\(last), \(first)")
    }
  }

  @Test(arguments: locales)
  func `IDX-02 · every letter at the edge leads to its heading`(locale: String) throws {
    let list = try book(NamesOfTheWorld.random(800, seed: 7), in: locale).list()
    let letters = try #require(SectionScrubber(list)).letters
    #expect(letters.map(\.title) == (LocaleCollation(locale: locale)?.letters ?? []) + ["#"])
    for section in list.sections {
      #expect(letters.first { $0.title == section.title }?.row == section.rows.lowerBound)
    }
    #expect(letters.map(\.row) == letters.map(\.row).sorted())
  }

  @Test func `a blank before a name changes nothing`() throws {
    #expect(
      try book(["  Bob", "Carl", " Al"], in: "en").list().page == ["A:  Al", "B:   Bob", "C: Carl"])
  }

  @Test func `a tag that is none has no collation`() {
    #expect(LocaleCollation(locale: "not a language") == nil)
  }

  @Test(arguments: locales)
  func `very long names have keys, too`(locale: String) throws {
    let collation = try #require(LocaleCollation(locale: locale))
    let name = String(repeating: "Ñandú 张 さ ", count: 60)
    var (key, longer) = ([UInt8](), [UInt8]())
    collation.appendKey(of: name, to: &key)
    collation.appendKey(of: name + "b", to: &longer)
    #expect(key.lexicographicallyPrecedes(longer))
    #expect(!key.contains(0))
  }
}

extension ContactList {
  /// The list as a page: each heading and whom it has.
  fileprivate var page: [String] {
    sections.map { section in
      "\(section.title): " + section.rows.map { self[$0].title }.joined(separator: ", ")
    }
  }
}
