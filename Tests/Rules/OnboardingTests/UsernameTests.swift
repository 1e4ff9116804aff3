import TestSupport
import Onboarding
import Testing
import Vocabulary

@Suite("Onboarding · usernames")
struct UsernameTests {
  static let firsts = ["a", "calm", "blue", "swift"]
  static let seconds = ["ox", "fox", "river", "mountain"]

  func words(separator: String = "") throws -> WordList {
    try WordList(
      firsts: UsernameTests.firsts, seconds: UsernameTests.seconds, separator: separator)
  }

  @Test(arguments: 0..<300)
  func `PRF-03, DEC-06 · two words, six characters at least`(_ seed: Int) throws {
    var chance = SeededChance(seed: UInt64(seed))
    let name = Username.generated(from: try words(separator: "-"), using: &chance)
    let parts = name.text.split(separator: "-").map(String.init)
    #expect(parts.count == 2)
    #expect(UsernameTests.firsts.contains(parts[0]))
    #expect(UsernameTests.seconds.contains(parts[1]))
    #expect(parts[0].count + parts[1].count >= 6)
    #expect(name.origin == .generated)
  }

  @Test func `PRF-03 · exactly six characters are enough, five are not`() throws {
    let six = try WordList(firsts: ["abc"], seconds: ["def", "gh"])
    #expect(six.count == 1)
    #expect(six[0].text == "abcdef")
    let error = #expect(throws: WordList.Refusal.self) {
      try WordList(firsts: ["abc"], seconds: ["gh"], separator: "----")
    }
    #expect(error == .tooShort)
  }

  @Test func `PRF-03 · what is no word is refused`() {
    let error = #expect(throws: WordList.Refusal.self) {
      try WordList(firsts: ["two words", "fine"], seconds: ["", "river"])
    }
    #expect(error == .notWords(["two words", ""]))
  }

  @Test func `PRF-04 · every pair comes up, each about as often`() throws {
    let words = try words()
    // Of the sixteen pairs two are too short: "a" with "ox" and with "fox".
    #expect(words.count == 14)
    #expect(Set((0..<words.count).map { words[$0].text }).count == words.count)
    var chance = SeededChance(seed: 1)
    var counts: [String: Int] = [:]
    for _ in 0..<14_000 {
      counts[Username.generated(from: words, using: &chance).text, default: 0] += 1
    }
    #expect(counts.count == words.count)
    #expect(counts.values.allSatisfy { (850...1_150).contains($0) })
  }

  @Test func `PRF-06 · the separator is a parameter`() throws {
    let plain = try WordList(firsts: ["calm"], seconds: ["river"])
    let dotted = try WordList(firsts: ["calm"], seconds: ["river"], separator: ".")
    #expect(plain[0].text == "calmriver")
    #expect(dotted[0].text == "calm.river")
  }

  @Test func `PRF-02 · who enters nothing gets a generated name, who enters one keeps it`() throws {
    var chance = SeededChance(seed: 9)
    let words = try words()
    let chosen = Username.afterSetup(entered: "maya", from: words, using: &chance)
    #expect(chosen.text == "maya")
    #expect(chosen.origin == .chosen)
    for blank in [nil, "", "  "] {
      let name = Username.afterSetup(entered: blank, from: words, using: &chance)
      #expect(name.origin == .generated)
    }
  }

  @Test func `PRF-01 · white space around a chosen name is not part of it`() throws {
    #expect(Username(chosen: " maya\n")?.text == "maya")
    #expect(Username(chosen: "maya lee") != Username(chosen: "maya"))
  }

  @Test func `PRF-05 · a generated name is edited later`() throws {
    var chance = SeededChance(seed: 9)
    var name = Username.generated(from: try words(), using: &chance)
    let before = name
    #expect(name.edit(to: " ") == .unchanged(because: .blank))
    #expect(name == before)
    #expect(name.edit(to: "maya") == .changed)
    #expect(name.text == "maya")
    #expect(name.origin == .chosen)
  }
}
