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

/// A telephone number in international form (E.164), the one form in which equal numbers are equal.
///
/// No description reveals it.
public struct E164Number: Hashable, Sendable {
  /// The number, from the plus sign on.
  public let text: String

  /// The form as a regular expression of ECMA-262: a plus sign, and 7 to 15 digits of which the
  /// first is not zero.
  public static let pattern = #"^\+[1-9][0-9]{6,14}$"#

  /// Creates a number; `nil` if `text` has another form.
  ///
  /// Whether the number is in use is not checked: that takes the dialling plans of all countries.
  public init?(_ text: String) {
    let bytes = text.utf8
    guard (8...16).contains(bytes.count), bytes.first == UInt8(ascii: "+") else { return nil }
    let digits = bytes.dropFirst()
    guard digits.first != UInt8(ascii: "0"),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    self.text = text
  }
}

extension E164Number: CustomStringConvertible, CustomReflectable {
  /// Hides the number.
  public var description: String { "E164Number(hidden)" }

  /// A mirror without the number.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The numbers that a user uploaded in one day: a count, and no number.
public struct UploadTally: Hashable, Sendable, BitwiseCopyable, KeptState {
  private struct Day: Hashable, BitwiseCopyable, Codable {
    /// The moment of its first upload.
    let start: Instant
    var numbers = 0
  }

  /// `nil` before the first upload of all.
  private var day: Day?

  /// Creates a tally without uploads.
  public init() {}

  /// Returns the numbers of the day at `now`, and the end of the day; `nil` when it is over.
  public func count(
    at now: Instant, calendar: CalendarPolicy, zone: CivilZone
  ) -> (numbers: Int, until: Instant)? {
    guard let day else { return nil }
    let until = calendar.dayEnds(for: day.start, zone: zone)
    return now < until ? (day.numbers, until) : nil
  }

  /// Adds the numbers of an answered upload; the first after the end of a day begins the next.
  public mutating func add(
    _ added: Int, at now: Instant, calendar: CalendarPolicy, zone: CivilZone
  ) {
    let today = count(at: now, calendar: calendar, zone: zone).flatMap { _ in self.day }
    var day = today ?? Day(start: now)
    day.numbers += added
    self.day = day
  }
}
