import Invites
import GrowthloopLoadGenerator
import RandomStreams

/// The address books that people of a plan upload, and the numbers of those people.
///
/// All numbers begin with +999, which is the code of no country.
struct SeededBooks {
  /// The numbers of a book.
  static let size = 100
  /// One number in so many is a user's.
  static let userEvery = 10
  /// The most different books.
  private static let most = 1_000

  private enum Purpose: UInt32 {
    case books = 0x626F_6F6B
  }

  /// Returns the number of the person with that place among those of a plan.
  static func number(ofPerson place: Int) -> E164Number { number(999_000_000_000 + place) }

  /// Returns the books for so many people, as a mix takes them, a function of the seed.
  static func books(for people: Int, seed: UInt64) -> [String] {
    let stream = RandomSource(seed: seed).stream(for: Purpose.books)
    return (0..<min(people, most)).map { book in
      var draw = stream[UInt64(book)]
      return (0..<size).map { entry in
        let number =
          entry % userEvery == 0
          ? number(ofPerson: Int(draw.uniform(below: UInt64(people))))
          // No one has these.
          : number(999_500_000_000 + Int(draw.uniform(below: 400_000_000)))
        return "\"\(number.text)\""
      }.joined(separator: ",")
    }
  }

  private static func number(_ digits: Int) -> E164Number {
    guard let number = E164Number("+\(digits)") else {
      preconditionFailure("twelve digits behind a plus sign are a number")
    }
    return number
  }
}
