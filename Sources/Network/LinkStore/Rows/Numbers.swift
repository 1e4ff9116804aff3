import Attribution
import Invites
import Vocabulary

// The numbers under which names are kept. They stand in files: a new case goes to the end of its
// list, and none is ever taken out.

/// What is kept as a number: the place of a case in a list that is made once.
protocol Numbered: CaseIterable, Equatable {
  static var numbered: [Self] { get }
}

extension Numbered {
  /// The place among all cases.
  var number: UInt8 {
    guard let place = Self.numbered.firstIndex(of: self) else {
      preconditionFailure("\(self) is none of its own cases")
    }
    return UInt8(place)
  }

  /// The case of that number; `nil` if there is none.
  init?(number: UInt8) {
    guard Self.numbered.indices.contains(Int(number)) else { return nil }
    self = Self.numbered[Int(number)]
  }
}

extension InviteStatus: Numbered { static let numbered = allCases }
extension InviteContext: Numbered { static let numbered = allCases }
extension ReportedChannel: Numbered { static let numbered = allCases }
extension LinkStanding: Numbered { static let numbered = allCases }
extension AccountState: Numbered { static let numbered = allCases }
extension Arrival.Route: Numbered { static let numbered = allCases }
extension Referral.Kind: Numbered { static let numbered = allCases }

extension Signal {
  static let numbered = allCases
}
