import Glibc
public import GrowthloopFindings
public import Profiles
public import Statistics
import Vocabulary

/// A limit on the time of an operation: `keystroke p99 < 1ms at 10_000`.
///
/// The limit `budget` is the time that the documents allow the operation.
public struct ContactGate: Hashable, Sendable {
  public let operation: ContactOperation
  /// The percentile, from 1 to 100; 100 is the longest of all steps.
  public let percentile: Int
  public let nanoseconds: UInt64
  /// The size of book that the gate applies to; `nil` for every size.
  public let size: Int?
  public let description: String
  /// The setting that a limit comes from; `nil` for a limit of the plan.
  public var origin: String?

  /// An example of a gate's text.
  public static let example = "keystroke p99 < 1ms at 10_000"

  /// Parses a gate; `nil` if the text is not one.
  public init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 4 || words.count == 6, words[2] == "<",
      let operation = ContactOperation(rawValue: words[0]),
      let percentile = GateText.percentile(words[1]).flatMap({ Int(exactly: $0) }),
      let limit =
        words[3] == "budget"
        ? operation.budget?.nanoseconds : GateText.nanoseconds(words[3])
    else { return nil }
    if words.count == 6 {
      guard words[4] == "at", let size = ValueText.integer(words[5]) else { return nil }
      self.size = size
    } else {
      size = nil
    }
    self.operation = operation
    self.percentile = percentile
    nanoseconds = limit
    description = words.joined(separator: " ")
  }

  /// Whether the gate applies to books of that size.
  public func concerns(_ size: Int) -> Bool { self.size.map { $0 == size } ?? true }

  /// Returns the verdict on the times of the steps.
  public func judged(by times: OperationTimes, about subject: String? = nil) -> JudgedGate {
    let (low, _, high) = times.typical(Double(percentile))
    let verdict: GateVerdict =
      high < nanoseconds ? .kept : low >= nanoseconds ? .missed : .undecided
    let about = [subject, origin].compactMap(\.self).joined(separator: ", ")
    return JudgedGate(
      description, about: about.isEmpty ? nil : about, times.measured(Double(percentile)),
      GateLimit(.below, Double(nanoseconds) / 1e6), verdict)
  }
}

extension ContactGate {
  /// The largest book for which a document gives the picker a time (CNF-35).
  private static let largestForPicker = 5_000

  /// Returns the budgets of a profile as limits on books of `sizes`.
  ///
  /// Every document that has a search holds it to the same time in every book; the picker's time
  /// ends at 5,000 contacts, and larger books are measured without a limit.
  static func budgets(of profile: Profile, at sizes: [Int]) -> [ContactGate] {
    let budgets = profile.budgets
    var gates: [ContactGate] = []
    if let search = budgets.search {
      gates.append(
        ContactGate(
          .keystroke, milliseconds: search.milliseconds, size: nil,
          origin: "budget.searchMs"))
    }
    if let load = budgets.pickerLoad {
      gates += sizes.filter { $0 <= largestForPicker }.map { size in
        ContactGate(
          .picker, milliseconds: load.milliseconds, size: size,
          origin: "budget.pickerLoadMs")
      }
    }
    return gates
  }

  private init(_ operation: ContactOperation, milliseconds: Int64, size: Int?, origin: String) {
    self.operation = operation
    percentile = 99
    // A limit beyond thirty years would overflow.
    nanoseconds = UInt64(min(milliseconds, 1_000_000_000_000)) * 1_000_000
    self.size = size
    description =
      "\(operation.rawValue) p99 < \(milliseconds)ms" + (size.map { " at \($0)" } ?? "")
    self.origin = origin
  }
}

/// An operation of an app on an address book that its user waits for.
public enum ContactOperation: String, CaseIterable, Sendable {
  /// Loading a saved book: from its bytes to a scrollable list with its first page.
  case interactive
  /// The list of a loaded book, and its first page.
  case page
  /// A keystroke of a search, and the rows that it finds.
  case keystroke
  /// Another grouping, order or filter of the list.
  case regroup
  /// The rows of one frame of a scroll through the whole list.
  case frame
  /// A sync of a hundred changes, and the list after it.
  case sync
  /// The smart sections of the home tab: the visible ones, their order, and the badge.
  case sections
  /// A launch from a saved book to the first frame of the home tab, with its sections.
  case launch
  /// A keystroke of a search on the home tab, which narrows the list and the sections.
  case find
  /// A pull on the home tab: a sync of a hundred changes, and the tab after it.
  case refresh
  /// A search of the whole book for duplicates.
  case duplicates
  /// An invite's picker of all contacts, and its first page.
  case picker
  /// The tap on an entry point of the invite flow, until its picker shows the first page.
  case entry
  /// The end of a share, until the success screen names the contacts that it was for.
  case success

  public var title: String {
    switch self {
    case .interactive: "interactive from a saved book"
    case .page: "first page of the list"
    case .keystroke: "keystroke of a search"
    case .regroup: "regroup, sort or filter"
    case .frame: "frame of a scroll"
    case .sync: "sync of 100 changes"
    case .sections: "sections of the home tab"
    case .launch: "launch to the first frame of home"
    case .find: "keystroke on home, sections too"
    case .refresh: "pull to the refreshed home"
    case .duplicates: "search for duplicates"
    case .picker: "picker of all contacts"
    case .entry: "entry tap to the first page of the picker"
    case .success: "completed share to the success screen"
    }
  }

  /// The time that the documents allow on the home tab; `nil` for an operation without one.
  public var budget: HomeBudget? {
    switch self {
    case .interactive, .launch: .interactive
    case .frame: .frame
    case .keystroke, .find: .keystroke
    case .sections: .sections
    case .sync, .refresh: .refresh
    case .page, .regroup, .duplicates, .picker, .entry, .success: nil
    }
  }
}

/// The times of the steps of an operation, in nanoseconds, each step once in every round.
public struct OperationTimes: Sendable {
  public let operation: ContactOperation
  /// All elapsed times by the wall clock.
  public private(set) var all: HDRHistogram
  private var rounds: [[UInt64]] = []

  /// A layout up to ten minutes, with three digits.
  private static let layout = {
    guard let layout = try? HDRHistogram.Layout(highest: 600_000_000_000, digits: 3) else {
      preconditionFailure("ten minutes in nanoseconds have a layout")
    }
    return layout
  }()

  public init(_ operation: ContactOperation) {
    self.operation = operation
    all = HDRHistogram(layout: Self.layout)
  }

  /// The number of steps.
  public var steps: Int { rounds.first?.count ?? 0 }
  public var roundCount: Int { rounds.count }

  /// Adds a round: the CPU time and the elapsed time of each step, in the same order in every
  /// round.
  public mutating func add(_ work: [UInt64], elapsed: [UInt64]) {
    precondition(rounds.isEmpty || work.count == steps, "every round has the same steps")
    for time in elapsed { all.record(time) }
    rounds.append(work)
  }

  /// Returns the percentile over the steps of each step's CPU time, with the uncertainty of the
  /// rounds.
  ///
  /// The time of a step is its median CPU time over the rounds: on a shared machine the wall clock
  /// also measures the scheduler, and a single time the caches. `low` and `high` are the same
  /// percentile of the ends of each step's 95% interval of the median; with too few rounds for an
  /// interval, of its best and worst round.
  public func typical(_ percentile: Double) -> (low: UInt64, value: UInt64, high: UInt64) {
    let interval = QuantileInterval(of: 0.5, among: rounds.count)
    let middle = (rounds.count + 1) / 2
    let ranks = [interval?.lowerRank ?? 1, middle, interval?.upperRank ?? rounds.count]
    var found = [[UInt64]](repeating: [], count: ranks.count)
    for step in 0..<steps {
      let times = rounds.map { $0[step] }.sorted()
      for (place, rank) in ranks.enumerated() { found[place].append(times[rank - 1]) }
    }
    let values = found.map { times in
      let rank = QuantileInterval.rank(of: percentile / 100, among: times.count)
      return times.isEmpty ? 0 : times.sorted()[rank - 1]
    }
    return (values[0], values[1], values[2])
  }

  /// The same in milliseconds.
  public func measured(_ percentile: Double) -> Measure {
    let (low, value, high) = typical(percentile)
    return Measure(
      Double(value) / 1e6, from: Double(low) / 1e6, to: Double(high) / 1e6, in: .milliseconds)
  }

  /// The mean over the steps of each step's median CPU time.
  public var typicalMean: Double {
    let middle = (rounds.count + 1) / 2
    let sum = (0..<steps).reduce(0.0) { sum, step in
      sum + Double(rounds.map { $0[step] }.sorted()[middle - 1])
    }
    return steps == 0 ? 0 : sum / Double(steps)
  }
}

/// A stopwatch for successive steps, by CPU time and by elapsed time.
package struct StepWatch {
  /// The CPU time of the thread in each step, in nanoseconds.
  package private(set) var work: [UInt64] = []
  /// The elapsed time of each step, in nanoseconds, including time in which other threads had the
  /// core.
  package private(set) var elapsed: [UInt64] = []
  private var check = 0

  package init() {}

  /// Times `step`, whose result keeps the optimiser from removing it.
  package mutating func time(_ step: () -> Int) {
    let start = (Self.nanoseconds(CLOCK_MONOTONIC), Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID))
    check &+= step()
    let end = (Self.nanoseconds(CLOCK_MONOTONIC), Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID))
    precondition(check != .min)
    elapsed.append(end.0 - start.0)
    work.append(end.1 - start.1)
  }

  private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
