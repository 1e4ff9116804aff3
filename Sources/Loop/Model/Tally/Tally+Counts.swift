import Onboarding
import Vocabulary

/// What goes through all counts of a tally, always in the same order.
protocol CountVisitor {
  mutating func visit(_ count: inout Int)
  /// Visits counts whose number depends on what was counted.
  mutating func visit(growing counts: inout [Int])
  mutating func visit(_ counts: inout [RuleID: Int])
}

extension CountVisitor {
  mutating func visit(_ counts: inout [Int]) {
    for place in counts.indices { visit(&counts[place]) }
  }
}

/// Lists the counts of a tally as numbers.
struct CountWriter: CountVisitor {
  private(set) var numbers: [Int] = []
  /// The rules of the tally, which stand in the numbers by their places here.
  private(set) var rules: [RuleID] = []

  mutating func visit(_ count: inout Int) { numbers.append(count) }

  mutating func visit(growing counts: inout [Int]) {
    numbers.append(counts.count)
    numbers += counts
  }

  mutating func visit(_ counts: inout [RuleID: Int]) {
    numbers.append(counts.count)
    for (rule, count) in counts.sorted(by: { $0.key < $1.key }) {
      rules.append(rule)
      numbers.append(count)
    }
  }
}

/// Adds listed counts to those of a tally; `nil` remains of them where they are of another one.
struct CountAdder: CountVisitor {
  private var numbers: ArraySlice<Int>
  private var rules: ArraySlice<RuleID>
  /// Whether the list has ended too early.
  private(set) var isTorn = false

  init(_ numbers: [Int], of rules: [RuleID]) {
    self.numbers = numbers[...]
    self.rules = rules[...]
  }

  /// Whether all counts were those of the tally.
  var isComplete: Bool { !isTorn && numbers.isEmpty && rules.isEmpty }

  private mutating func next() -> Int {
    guard let number = numbers.popFirst() else {
      isTorn = true
      return 0
    }
    return number
  }

  mutating func visit(_ count: inout Int) { count += next() }

  mutating func visit(growing counts: inout [Int]) {
    let length = next()
    guard (0...numbers.count).contains(length) else { return isTorn = true }
    while counts.count < length { counts.append(0) }
    for place in 0..<length { counts[place] += next() }
  }

  mutating func visit(_ counts: inout [RuleID: Int]) {
    for _ in 0..<min(max(0, next()), rules.count) {
      guard let rule = rules.popFirst() else { return isTorn = true }
      counts[rule, default: 0] += next()
    }
  }
}

/// The numbers of members who were active, sent invites, and returned.
///
/// A member is active on a day with a session, on reaching home, and on beginning a share that
/// sends an invite; in a week and in a month with an active day. So a member who opens a way to
/// share or sends an invite is always active.
public struct ActivityTally: Sendable, Hashable {
  /// The numbers of days after the launch on which activity counts toward retention.
  public static let retentionDays = [1, 14, 30]
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
  /// twenty-four, by `retentionDays`.
  public internal(set) var activeAfter = [Int](repeating: 0, count: retentionDays.count)
  /// Sessions and invites of newcomers within one cycle (`metrics.kCycleDays`) of their launch, of
  /// those whose cycle ends before the run.
  public internal(set) var sessionsInCycle = 0
  public internal(set) var invitesInCycle = 0
  /// Returning newcomers of both kinds who saw first value.
  public internal(set) var valuedReturns = [Int](repeating: 0, count: returnDays.count)

  init(days: Int) {
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

  /// Returns the place in `retentionDays` of that many whole days after the launch.
  @inline(__always)
  static func retentionRow(ofDay days: UInt32) -> Int? {
    switch days {
    case 1: 0
    case 14: 1
    case 30: 2
    default: nil
    }
  }

  /// Returns the bits of the return days that are due `days` days after the launch.
  @inline(__always)
  static func returnsDue(after days: Int) -> UInt16 {
    (days >= 1 ? 1 : 0) | (days >= 7 ? 1 << 1 : 0) | (days >= 30 ? 1 << 2 : 0)
  }
}

/// Launches, and the steps that newcomers reached.
public struct LaunchTally: Sendable, Hashable {
  public internal(set) var organic = 0
  /// Launches that an invite caused, whether or not its sender is credited.
  public internal(set) var invited = 0
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
  /// Invited newcomers who saw first value.
  public internal(set) var causedFirstValue = 0
  /// Newcomers who left before home, by their last screen.
  public internal(set) var leftAt = [Int](repeating: 0, count: JourneyScreen.allCases.count)
}

/// A histogram of whole numbers: exact to 127, from there within a sixty-fourth.
public struct Spread: Sendable, Hashable {
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

  mutating func lead(_ visitor: inout some CountVisitor) {
    visitor.visit(growing: &counts)
    visitor.visit(&count)
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

// The counts of the shards of a run, each of which counted some of its people, added up.
extension Tally {
  /// Adds the counts of another shard.
  mutating func add(_ other: Tally) {
    var writer = CountWriter()
    var other = other
    other.lead(&writer)
    var adder = CountAdder(writer.numbers, of: writer.rules)
    lead(&adder)
  }

  /// Leads a visitor through all counts.
  mutating func lead(_ visitor: inout some CountVisitor) {
    arrivals.organic.lead(&visitor)
    arrivals.crowd.lead(&visitor)
    visitor.visit(&sessions)
    prompts.lead(&visitor)
    shares.lead(&visitor)
    recipients.lead(&visitor)
    taps.lead(&visitor)
    launches.lead(&visitor)
    credit.lead(&visitor)
    afterwards.lead(&visitor)
    activity.lead(&visitor)
    visitor.visit(&origins.counts)
    for place in days.indices { days[place].lead(&visitor) }
  }
}

extension ArrivalTally.Kind {
  fileprivate mutating func lead(_ visitor: inout some CountVisitor) {
    visitor.visit(&attempted)
    visitor.visit(&unanswered)
  }
}

extension PromptTally {
  fileprivate mutating func lead(_ visitor: inout some CountVisitor) {
    visitor.visit(&met)
    visitor.visit(&shown)
    visitor.visit(&suppressed)
    visitor.visit(&tapped)
    visitor.visit(&dismissed)
    visitor.visit(&shared)
    visitor.visit(&ignored)
  }
}

extension ShareTally {
  fileprivate mutating func lead(_ visitor: inout some CountVisitor) {
    for way in endings.indices { visitor.visit(&endings[way]) }
    visitor.visit(&steps)
    visitor.visit(&unsent)
    visitor.visit(&refusedByRule)
    visitor.visit(&linksCreated)
    visitor.visit(&linkRequests)
    visitor.visit(&sheets)
    visitor.visit(&explained)
    visitor.visit(&granted)
    taps.lead(&visitor)
    seconds.lead(&visitor)
    visitor.visit(&withinTapBudget)
    visitor.visit(&overTapBudget)
    visitor.visit(&millisecondsToComplete)
    visitor.visit(&previews)
    visitor.visit(&complaints)
    visitor.visit(&selected)
    visitor.visit(&selectedReached)
    visitor.visit(&sent)
    visitor.visit(&toMany)
    visitor.visit(&reported)
  }
}

extension RecipientTally {
  fileprivate mutating func lead(_ visitor: inout some CountVisitor) {
    visitor.visit(&invites)
    visitor.visit(&people)
    visitor.visit(&inMarket)
    visitor.visit(&ofSeveral)
  }
}

extension LinkTally {
  fileprivate mutating func lead(_ visitor: inout some CountVisitor) {
    visitor.visit(&all)
    visitor.visit(&byMembers)
    visitor.visit(&notOnIOS)
    visitor.visit(&expired)
    visitor.visit(&recorded)
    visitor.visit(&leadToInstall)
    visitor.visit(&exhausted)
    visitor.visit(&previews)
    visitor.visit(&met)
    visitor.visit(&acceptances)
    visitor.visit(&actions)
  }
}

extension LaunchTally {
  fileprivate mutating func lead(_ visitor: inout some CountVisitor) {
    visitor.visit(&organic)
    visitor.visit(&invited)
    visitor.visit(&alreadyThere)
    visitor.visit(&signedUp)
    visitor.visit(&verified)
    visitor.visit(&accepted)
    visitor.visit(&signedUpInWeek)
    visitor.visit(&explained)
    visitor.visit(&granted)
    visitor.visit(&offered)
    visitor.visit(&acted)
    visitor.visit(&firstValue)
    visitor.visit(&millisecondsToFirstValue)
    toFirstValue.lead(&visitor)
    invitedToFirstValue.lead(&visitor)
    tapToFirstValue.lead(&visitor)
    visitor.visit(&valueInTime)
    visitor.visit(&valueLate)
    visitor.visit(&home)
    visitor.visit(&signedUpHome)
    visitor.visit(&invitedHome)
    visitor.visit(&causedHome)
    visitor.visit(&causedFirstValue)
    visitor.visit(&leftAt)
  }
}

extension CreditTally {
  fileprivate mutating func lead(_ visitor: inout some CountVisitor) {
    visitor.visit(&credited)
    visitor.visit(&recordedOnly)
    visitor.visit(&none)
    all.lead(&visitor)
    // By verdict, the counts of each rule.
    for verdict in CreditVerdict.allCases {
      var counts = byRule.mapValues { $0[verdict] }
      visitor.visit(&counts)
      for (rule, count) in counts { byRule[rule, default: Verdicts()][verdict] = count }
    }
    conflicting.lead(&visitor)
    visitor.visit(&usedUp)
  }
}

extension CreditTally.Verdicts {
  fileprivate mutating func lead(_ visitor: inout some CountVisitor) { visitor.visit(&counts) }
}

extension AfterwardsTally {
  fileprivate mutating func lead(_ visitor: inout some CountVisitor) {
    visitor.visit(&connected)
    visitor.visit(&suggested)
    visitor.visit(&causedConnected)
    visitor.visit(&notifications)
    visitor.visit(&returns)
    visitor.visit(&deletions)
    visitor.visit(growing: &depth)
    visitor.visit(&cycleSeconds)
    visitor.visit(&cycles)
  }
}

extension ActivityTally {
  fileprivate mutating func lead(_ visitor: inout some CountVisitor) {
    visitor.visit(&seeds)
    visitor.visit(&monthlyActive)
    visitor.visit(&monthlySenders)
    visitor.visit(&weeklyActive)
    visitor.visit(&weeklyOpeners)
    visitor.visit(&openers)
    visitor.visit(&flowSenders)
    visitor.visit(&senders)
    visitor.visit(&sendings)
    visitor.visit(&sendingsWithReturn)
    visitor.visit(&inviters)
    visitor.visit(&returners)
    visitor.visit(&invitedReturns)
    visitor.visit(&organicReturns)
    visitor.visit(&activeAfter)
    visitor.visit(&sessionsInCycle)
    visitor.visit(&invitesInCycle)
    visitor.visit(&valuedReturns)
  }
}

extension Tally.Day {
  fileprivate mutating func lead(_ visitor: inout some CountVisitor) {
    visitor.visit(&organicLaunches)
    visitor.visit(&creditedLaunches)
    visitor.visit(&homes)
    visitor.visit(&sessions)
    visitor.visit(&invites)
    visitor.visit(&taps)
    visitor.visit(&prompts)
    visitor.visit(&cohortInvites)
    visitor.visit(&cohortHomes)
    visitor.visit(&cohortMembers)
    visitor.visit(&cohortInvited)
    visitor.visit(&cohortHomesInCycle)
    visitor.visit(&cohortValued)
    visitor.visit(&invitedUninstalls)
    visitor.visit(&organicUninstalls)
    visitor.visit(&active)
    visitor.visit(&openers)
    visitor.visit(&opened)
    visitor.visit(&sheets)
    visitor.visit(&firstValues)
  }
}
