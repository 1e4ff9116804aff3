import AddressBooks
import RandomStreams

extension Person {
  /// Returns the same person as entered a second time, by another hand or a year later.
  func again(from chance: inout Draw) -> Person {
    var other = self
    for _ in 0...chance.pick(below: 2) {
      switch chance.pick(below: 6) {
      case 0: other.name.given = Self.mistyped(name.given, from: &chance)
      case 1: other.name.family = Self.mistyped(name.family, from: &chance)
      case 2: other.name.given = Self.nicknames[name.given] ?? name.given
      case 3: (other.name.given, other.name.family) = (name.family, name.given)
      case 4:
        other.emails = []
        other.addresses = []
      default: other.name.family = name.family.lowercased()
      }
    }
    other.numbers = numbers.map { (Self.rewritten($0.text, from: &chance), $0.label) }
    return other
  }

  /// Nicknames by the full given name.
  static let nicknames = [
    "Robert": "Bob", "William": "Bill", "Elizabeth": "Liz", "Margaret": "Peggy", "Michael": "Mike",
    "Katherine": "Kate", "James": "Jim", "Alexander": "Sasha", "Jennifer": "Jen",
    "Patricia": "Pat", "Thomas": "Tom", "Richard": "Dick", "Charles": "Chuck", "Edward": "Ted",
    "Anthony": "Tony", "Susan": "Sue",
  ]

  /// Returns the text with one typing error.
  static func mistyped(_ text: String, from chance: inout Draw) -> String {
    var letters = Array(text)
    guard letters.count > 2 else { return text }
    let place = 1 + chance.pick(below: letters.count - 1)
    switch chance.pick(below: 3) {
    case 0: letters.swapAt(place, place - 1)
    case 1: letters.remove(at: place)
    default: letters.insert(letters[place - 1], at: place)
    }
    return String(letters)
  }

  /// Returns the same number in another format.
  private static func rewritten(_ number: String, from chance: inout Draw) -> String {
    switch chance.pick(below: 4) {
    case 0: number.filter { !" ()-/".contains($0) }
    case 1: String(number.map { "(/".contains($0) ? " " : $0 == ")" ? "-" : $0 })
    case 2: number.hasPrefix("+") ? "00" + number.dropFirst() : number
    default: number
    }
  }
}
