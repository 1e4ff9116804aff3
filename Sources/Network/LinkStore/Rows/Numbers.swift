import Attribution
import Invites
import Vocabulary

// The numbers under which names are kept. They stand in files: a new case goes to the end of its
// list, and none is ever taken out.

extension InviteStatus {
  /// All cases, made once: each `allCases` is an array of its own.
  static let numbered = allCases
}

extension InviteContext {
  static let numbered = allCases
}

extension Signal {
  static let numbered = allCases
}

extension CaseIterable where Self: Equatable, AllCases.Index == Int {
  /// The place among all cases.
  var number: UInt8 {
    guard let place = Self.allCases.firstIndex(of: self) else {
      preconditionFailure("\(self) is none of its own cases")
    }
    return UInt8(place)
  }

  /// The case of that number; `nil` if there is none.
  init?(number: UInt8) {
    guard Self.allCases.indices.contains(Int(number)) else { return nil }
    self = Self.allCases[Int(number)]
  }
}
