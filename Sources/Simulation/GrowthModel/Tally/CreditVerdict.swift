/// What a decision about credit is, seen by someone who knows which link led to the install.
public enum CreditVerdict: String, CaseIterable, Sendable {
  /// The credit went to the inviter whose link led to the install.
  case right
  /// It went to another inviter.
  case wrong
  /// An invited install was credited to nobody.
  case lost
  /// An organic install was credited to somebody.
  case stolen
  /// An organic install was credited to nobody.
  case organic

  /// Compares whose link led to the install with who is credited.
  init<Inviter: Equatable>(cause: Inviter?, credited: Inviter?) {
    self =
      switch (cause, credited) {
      case (nil, nil): .organic
      case (nil, _): .stolen
      case (_, nil): .lost
      case (let cause, let credited): cause == credited ? .right : .wrong
      }
  }

  /// The place among all cases.
  var place: Int {
    switch self {
    case .right: 0
    case .wrong: 1
    case .lost: 2
    case .stolen: 3
    case .organic: 4
    }
  }
}
