import Onboarding
public import Vocabulary

/// The numbers of members who were active, sent invites, and returned.
///
/// A member is active on a day with a session, on reaching home, and on beginning a share that
/// sends an invite; in a week and in a month with an active day. So a member who opens a way to
/// share or sends an invite is always active.
public struct ActivityTally: Sendable, Hashable, Decodable {
  /// The days of a month, for all monthly counts.
  public static let daysOfMonth = 30
  public static let daysOfWeek = 7
  /// The numbers of days after which a return counts.
  public static let returnDays = [1, 7, 30]
  /// One bit for each return day.
  static var everyReturn: UInt16 { 0b111 }

  /// Members from the start.
  public internal(set) var seeds = 0
  /// Members who were active in each month of the run; the last month may be cut short.
  public internal(set) var monthlyActive: [Int]
  /// Members who sent at least one invite in each month.
  public internal(set) var monthlySenders: [Int]
  /// Members who were active in each week of the run, and who opened a way to share in it.
  public internal(set) var weeklyActive: [Int]
  public internal(set) var weeklyOpeners: [Int]
  /// Members who ever opened a way to share, and who ever sent by one.
  public internal(set) var openers = 0
  public internal(set) var flowSenders = 0
  /// Members who ever sent an invite.
  public internal(set) var senders = 0
  /// Sendings at least a day before the end of the run, and those with a session within the day.
  ///
  /// Further invites before that session, or within the day, count with the first.
  public internal(set) var sendings = 0
  public internal(set) var sendingsWithReturn = 0
  /// Members with such a sending, and with such a return.
  public internal(set) var inviters = 0
  public internal(set) var returners = 0
  /// Newcomers with a session at least this many days after the launch, by `returnDays`:
  /// credited ones, and others.
  public internal(set) var invitedReturns = [Int](repeating: 0, count: returnDays.count)
  public internal(set) var organicReturns = [Int](repeating: 0, count: returnDays.count)
  /// Newcomers with a session so many times twenty-four hours after the launch, within the next
  /// twenty-four, by ``Retention/countedDays``.
  public internal(set) var activeAfter: [Int]
  /// Sessions and invites of newcomers within one cycle (`metrics.kCycleDays`) of their launch, of
  /// those whose cycle ends before the run.
  public internal(set) var sessionsInCycle = 0
  public internal(set) var invitesInCycle = 0
  /// Returning newcomers of both kinds who saw first value.
  public internal(set) var valuedReturns = [Int](repeating: 0, count: returnDays.count)

  init(days: Int, retentionDays: Int) {
    activeAfter = [Int](repeating: 0, count: retentionDays)
    let months = (days + Self.daysOfMonth - 1) / Self.daysOfMonth
    monthlyActive = [Int](repeating: 0, count: months)
    monthlySenders = monthlyActive
    weeklyActive = [Int](repeating: 0, count: (days + Self.daysOfWeek - 1) / Self.daysOfWeek)
    weeklyOpeners = weeklyActive
  }

  /// The members who were active on a day for the first time in its week, and in its month.
  struct FirstActive: BitwiseCopyable {
    private(set) var inWeek = 0
    private(set) var inMonth = 0

    /// Counts a member's first activity of `day`; `last` is the active day before it, negative
    /// without one.
    @inline(__always)
    mutating func count(on day: Int, after last: Int) {
      // Added without a branch: where the last activity lies, no processor can foresee.
      inWeek &+= last < day - day % daysOfWeek ? 1 : 0
      inMonth &+= last < day - day % daysOfMonth ? 1 : 0
    }
  }

  mutating func add(_ first: FirstActive, on day: Int) {
    weeklyActive[day / Self.daysOfWeek] += first.inWeek
    monthlyActive[day / Self.daysOfMonth] += first.inMonth
  }

  /// Returns the bits of the return days that are due `days` days after the launch.
  @inline(__always)
  static func returnsDue(after days: Int) -> UInt16 {
    (days >= 1 ? 1 : 0) | (days >= 7 ? 1 << 1 : 0) | (days >= 30 ? 1 << 2 : 0)
  }
}

/// Launches, and the steps that newcomers reached.
public struct LaunchTally: Sendable, Hashable, Decodable {
  public internal(set) var organic = 0
  /// Launches that an invite caused, whether or not its sender is credited.
  public internal(set) var invited = 0
  /// Those of them by invites from before the start.
  public internal(set) var byEarlier = 0
  public internal(set) var alreadyThere = 0
  public internal(set) var signedUp = 0
  public internal(set) var verified = 0
  /// Invited newcomers who accepted: by the profile's definition, and by the design document's, a
  /// sign-up within seven days of the sending.
  public internal(set) var accepted = 0
  public internal(set) var signedUpInWeek = 0
  /// Newcomers who saw the explainer for contacts, and those who then allowed access.
  public internal(set) var explained = 0
  public internal(set) var granted = 0
  /// Newcomers with a clean-up card at home or only a checklist, and those who took the primary
  /// action, in the same order.
  public internal(set) var offered = [0, 0]
  public internal(set) var acted = [0, 0]
  public internal(set) var firstValue = 0
  public internal(set) var millisecondsToFirstValue = 0
  /// Times to first value in seconds: from the launch, and of invited newcomers also from the tap.
  public internal(set) var toFirstValue = Spread()
  public internal(set) var invitedToFirstValue = Spread()
  public internal(set) var tapToFirstValue = Spread()
  /// First values within the profile's budget, by the profile's clock, and later ones.
  public internal(set) var valueInTime = 0
  public internal(set) var valueLate = 0
  public internal(set) var home = 0
  /// Newcomers at home with an account.
  public internal(set) var signedUpHome = 0
  public internal(set) var invitedHome = 0
  /// Newcomers at home whom an invite brought, credited or not.
  public internal(set) var causedHome = 0
  /// Those of them by invites from before the start.
  public internal(set) var homeByEarlier = 0
  /// Invited newcomers who saw first value.
  public internal(set) var causedFirstValue = 0
  /// Newcomers who left before home, by their last screen.
  public internal(set) var leftAt = [Int](repeating: 0, count: JourneyScreen.allCases.count)
}

/// A histogram of whole numbers: exact to 127, from there within a sixty-fourth.
public struct Spread: Sendable, Hashable, Decodable {
  private static let exact = 128
  private var counts: [Int] = []
  public private(set) var count = 0

  public init() {}

  /// Counts `number`; negative numbers count as 0.
  mutating func record(_ number: Int) {
    let place = Self.place(of: max(0, number))
    while counts.count <= place { counts.append(0) }
    counts[place] += 1
    count += 1
  }

  /// Returns the least number that at least this proportion does not exceed, at the middle of its
  /// step; `nil` if empty.
  public func quantile(_ share: Double) -> Double? {
    guard count > 0 else { return nil }
    var left = max(1, Int((share * Double(count)).rounded(.up)))
    for (place, count) in counts.enumerated() {
      left -= count
      if left <= 0 { return Self.middle(of: place) }
    }
    return nil
  }

  private static func place(of number: Int) -> Int {
    guard number >= exact else { return number }
    let shift = Int.bitWidth - number.leadingZeroBitCount - 7
    return exact + (shift - 1) * 64 + (number >> shift) - 64
  }

  private static func middle(of place: Int) -> Double {
    guard place >= exact else { return Double(place) }
    let (step, rest) = (place - exact).quotientAndRemainder(dividingBy: 64)
    let width = 1 << (step + 1)
    return Double((64 + rest) * width) + Double(width - 1) / 2
  }
}

// MARK: - Adding up

extension Tally {
  /// Adds the counts of another shard.
  mutating func add(_ other: Tally) {
    guard let sum = try? Tally(adding: [words, other.words]) else {
      preconditionFailure("the shards of a run have the same counters")
    }
    self = sum
  }

  /// The counts as words, in the order in which the properties are declared.
  var words: [UInt64] {
    var words: [UInt64] = []
    Self.list(self, in: &words)
    return words
  }

  private static func list(_ value: Any, in words: inout [UInt64]) {
    if let counted = value as? any Counted { return counted.list(in: &words) }
    if let rows = value as? any Collection { rows.count.list(in: &words) }
    for property in Mirror(reflecting: value).children { list(property.value, in: &words) }
  }

  /// Adds up the counts of several shards.
  ///
  /// - Throws: Where they are not of the same scenario.
  init(adding all: [[UInt64]]) throws {
    let sum = CountSum(all)
    try self.init(from: sum)
    guard sum.isAtEnd else { throw CountSum.TornCounts() }
  }
}

/// What is listed and added up as a whole; all else is by its stored properties, one after the other.
///
/// A mirror lists these, and the compiler derives how they are read (`Decodable`), in the same order: a
/// counter is declared, and no more.
protocol Counted {
  func list(in words: inout [UInt64])
  /// Reads the next one of each shard.
  init(adding sum: CountSum) throws
}

extension Int: Counted {
  func list(in words: inout [UInt64]) { words.append(UInt64(bitPattern: Int64(self))) }

  init(adding sum: CountSum) throws {
    self = 0
    try sum.forEach { self += try $0.next() }
  }
}

/// A list may be longer in one shard than in another.
extension [Int]: Counted {
  func list(in words: inout [UInt64]) {
    count.list(in: &words)
    for number in self { number.list(in: &words) }
  }

  init(adding sum: CountSum) throws {
    self = []
    try sum.forEach { counts in
      for place in 0..<(try counts.length()) {
        if place == count { append(0) }
        self[place] += try counts.next()
      }
    }
  }
}

extension [RuleID: Int]: Counted {
  func list(in words: inout [UInt64]) {
    count.list(in: &words)
    for (rule, count) in sorted(by: { $0.key < $1.key }) {
      words.append(rule.packed)
      count.list(in: &words)
    }
  }

  init(adding sum: CountSum) throws {
    self = [:]
    try sum.forEach { counts in
      for _ in 0..<(try counts.length()) {
        let rule = try counts.rule()
        self[rule, default: 0] += try counts.next()
      }
    }
  }
}

extension RuleID: Decodable {
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let rule = RuleID(text) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no rule: \(text)"))
    }
    self = rule
  }
}

extension CreditTally.Rules: Counted {
  func list(in words: inout [UInt64]) {
    rows.count.list(in: &words)
    for row in rows {
      words.append(row.rule.packed)
      for count in row.verdicts.counts { count.list(in: &words) }
    }
  }

  init(adding sum: CountSum) throws {
    self.init()
    try sum.forEach { counts in
      for _ in 0..<(try counts.length()) {
        let row = place(of: try counts.rule())
        for verdict in CreditVerdict.allCases { rows[row].verdicts[verdict] += try counts.next() }
      }
    }
  }
}

/// No count, and the same in all shards.
extension Origin.Way: Counted {
  func list(in words: inout [UInt64]) { Int(rawValue).list(in: &words) }

  init(adding sum: CountSum) throws {
    guard let way = UInt8(exactly: try sum.agreed()).flatMap(Self.init) else {
      throw CountSum.TornCounts()
    }
    self = way
  }
}

/// Adds up the listed counts of several shards.
final class CountSum: Decoder {
  struct TornCounts: Error {}

  /// The words of one shard that are left.
  struct Counts {
    fileprivate var words: ArraySlice<UInt64>

    mutating func next() throws -> Int {
      guard let word = words.popFirst() else { throw TornCounts() }
      return Int(Int64(bitPattern: word))
    }

    mutating func rule() throws -> RuleID { RuleID(packed: UInt64(bitPattern: Int64(try next()))) }

    mutating func length() throws -> Int {
      let length = try next()
      guard (0...words.count).contains(length) else { throw TornCounts() }
      return length
    }
  }

  private var shards: [Counts]
  /// The number of rows of the list whose container comes next.
  private var rows = 0
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  fileprivate init(_ all: [[UInt64]]) { shards = all.map { Counts(words: $0[...]) } }

  fileprivate var isAtEnd: Bool { shards.allSatisfy(\.words.isEmpty) }

  func forEach(_ body: (inout Counts) throws -> Void) throws {
    for place in shards.indices { try body(&shards[place]) }
  }

  /// Returns the next number, which is the same in all shards.
  func agreed() throws -> Int {
    var numbers: Set<Int> = []
    try forEach { numbers.insert(try $0.next()) }
    guard let number = numbers.first, numbers.count == 1 else { throw TornCounts() }
    return number
  }

  fileprivate func sum<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let counted = type as? any Counted.Type else {
      if type is any Collection.Type { rows = try agreed() }
      return try Value(from: self)
    }
    guard let sum = try counted.init(adding: self) as? Value else { throw TornCounts() }
    return sum
  }

  func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Fields<Key>(sum: self))
  }
  func unkeyedContainer() -> any UnkeyedDecodingContainer { Rows(sum: self, count: rows) }
  /// None is asked for: what is a single value is ``Counted``.
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw TornCounts() }

  private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let sum: CountSum
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }
    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try sum.sum(type)
    }
    func nestedContainer<Inner>(keyedBy type: Inner.Type, forKey key: Key)
      -> KeyedDecodingContainer<Inner>
    { sum.container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
      sum.unkeyedContainer()
    }
    func superDecoder() -> any Decoder { sum }
    func superDecoder(forKey key: Key) -> any Decoder { sum }
  }

  private struct Rows: UnkeyedDecodingContainer {
    let sum: CountSum
    let count: Int?
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var isAtEnd: Bool { currentIndex == count }
    func decodeNil() -> Bool { false }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      currentIndex += 1
      return try sum.sum(type)
    }
    func nestedContainer<Inner>(keyedBy type: Inner.Type) -> KeyedDecodingContainer<Inner> {
      sum.container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { sum.unkeyedContainer() }
    func superDecoder() -> any Decoder { sum }
  }
}
