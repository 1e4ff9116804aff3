import AddressBooks
import TestSupport
import Testing
import Vocabulary

@Suite("One slip of the hand, against a table of distances")
struct SlipTests {
  /// The least slips that turn `typed` into a beginning of `word`; a swap of neighbours is one.
  static func slips(_ typed: [Character], _ word: [Character]) -> Int {
    var table = [[Int]](
      repeating: [Int](repeating: 0, count: word.count + 1), count: typed.count + 1)
    for row in 0...typed.count { table[row][0] = row }
    for column in 0...word.count { table[0][column] = column }
    for row in typed.indices.map({ $0 + 1 }) {
      for column in word.indices.map({ $0 + 1 }) {
        let same = typed[row - 1] == word[column - 1]
        var least = table[row - 1][column - 1] + (same ? 0 : 1)
        least = min(least, table[row - 1][column] + 1, table[row][column - 1] + 1)
        if row > 1, column > 1, typed[row - 1] == word[column - 2],
          typed[row - 2] == word[column - 1]
        {
          least = min(least, table[row - 2][column - 2] + 1)
        }
        table[row][column] = least
      }
    }
    return table[typed.count].min() ?? 0
  }

  /// Letters from either half of the numbers that a letter may have.
  static let alphabets = ["xyzw", "xy耀老"]

  @Test(arguments: UInt64(1)...6, alphabets)
  func `the index finds what the table finds, and nothing else`(seed: UInt64, letters: String) {
    var people = RandomPeople(seed: seed)
    let word = { (people: inout RandomPeople, lengths: [Int]) in
      let length = people.pick(lengths)
      return String((0..<length).map { _ in people.pick(Array(letters)) })
    }
    let names = (0..<150).map { _ in word(&people, Array(1...11)) }
    let book = AddressBook(named: names)
    var search = ContactSearch()
    for _ in 0..<150 {
      let typed = word(&people, Array(1...10))
      let most = typed.count >= 4 ? 1 : 0
      let expected = Set(
        names.indices.filter { Self.slips(Array(typed), Array(names[$0])) <= most }
          .map { ContactID(rawValue: UInt64($0 + 1)) })
      let found = search.find(typed, in: book, limit: 200)
      #expect(Set(found?.nearest ?? []) == expected, "\(typed)")
      #expect(found?.total == expected.count)
    }
  }
}
