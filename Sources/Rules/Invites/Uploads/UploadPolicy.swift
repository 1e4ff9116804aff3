public import Vocabulary

/// The limits on numbers of an address book that are uploaded to find the users among them.
///
/// Each answer says of a number whether it is a user's, so without limits an account could try all
/// numbers of a country. A book of 10,000 contacts (CNF-35) with two numbers each fits into a day.
public struct UploadPolicy: Hashable, Sendable {
  /// Whether uploads are answered at all.
  public var isOn: Bool
  // Ours, both: no document gives a number.
  /// The most numbers of one upload.
  public var numbersAtOnce = Self.mostAtOnce
  /// The most numbers of one user in a day.
  public var numbersPerDay = 20_000

  /// The most numbers of one upload in every profile, which bounds the size of a body.
  public static let mostAtOnce = 1_000

  /// Creates the usual limits.
  public init(isOn: Bool) {
    self.isOn = isOn
  }
}

extension FlowPolicy {
  /// The limits on uploads under this policy.
  public var uploads: UploadPolicy { UploadPolicy(isOn: serverMatching) }
}

/// The decision whether an upload is answered, with the reason for a refusal.
public enum UploadDecision: Hashable, Sendable, BitwiseCopyable {
  /// The service says which numbers are users' numbers.
  case answered
  /// No number is looked up.
  case refused(because: UploadRefusal)

  /// The deciding rule.
  public var rule: RuleID { "CNF-09" }
}

/// The reason why no number of an upload is looked up.
public enum UploadRefusal: Hashable, Sendable, BitwiseCopyable {
  /// The profile matches no contacts on the server.
  case switchedOff
  /// The upload has more numbers than one may have.
  case tooManyAtOnce(most: Int)
  /// The user's numbers of the day do not suffice for it; `until` is the end of the day.
  case dayUsedUp(most: Int, until: Instant)
}

extension UploadPolicy {
  /// Decides whether an upload of `numbers` numbers is answered, after those in `tally`.
  ///
  /// An upload is answered as a whole or not at all; a refused one does not count.
  public func decide(
    _ numbers: Int, after tally: UploadTally, at now: Instant, calendar: CalendarPolicy,
    zone: CivilZone
  ) -> UploadDecision {
    guard isOn else { return .refused(because: .switchedOff) }
    guard numbers <= numbersAtOnce else {
      return .refused(because: .tooManyAtOnce(most: numbersAtOnce))
    }
    let day = tally.count(at: now, calendar: calendar, zone: zone)
    guard (day?.numbers ?? 0) + numbers <= numbersPerDay else {
      let until = day?.until ?? calendar.dayEnds(for: now, zone: zone)
      return .refused(because: .dayUsedUp(most: numbersPerDay, until: until))
    }
    return .answered
  }

  /// Returns whether the user who has a number is found by it: suspended and deleted users are not.
  public func finds(_ account: AccountState) -> Bool { isOn && account == .active }
}

extension LinkRules {
  static let uploads: [Rule] = [
    Rule(
      "D-PRV-05",
      "Numbers are matched with users on the server only where contacts.serverMatching is on.")
  ]
}
