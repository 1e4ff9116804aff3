/// The correctness of a credit decision, given the link that caused the install.
public enum CreditVerdict: String, CaseIterable, Sendable {
  /// The credit went to the inviter whose link led to the install.
  case right
  /// The credit went to another inviter.
  case wrong
  /// An invited install earned no credit.
  case lost
  /// An organic install was credited to an inviter.
  case stolen
  /// An organic install earned no credit.
  case organic

  /// Compares the inviter whose link caused the install with the credited one.
  init<Inviter: Equatable>(cause: Inviter?, credited: Inviter?) {
    self =
      switch (cause, credited) {
      case (nil, nil): .organic
      case (nil, _): .stolen
      case (_, nil): .lost
      case (let cause, let credited): cause == credited ? .right : .wrong
      }
  }
}
