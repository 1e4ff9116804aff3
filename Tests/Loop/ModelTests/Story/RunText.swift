import GrowthloopModel
import Profiles
import SimulationKernel
import Vocabulary

/// A plan, and everything that its run counts, tells and logs, as lines that people can read and
/// compare.
struct RunText {
  private(set) var lines: [String] = []

  /// Runs `plan` to its end under the eyes of a witness.
  init(_ plan: GrowthPlan, seed: UInt64) throws {
    var story: [String: Occurrences] = [:]
    let witness = Witness()
    witness.noted = { story[Self.name(of: $0), default: Occurrences()].add($1, $2) }
    witness.heard = {
      story["traffic " + Self.name(of: $0), default: Occurrences()].add(Self.person(in: $0), $1)
    }
    witness.began = { story["session began", default: Occurrences()].add($0, $1) }
    witness.counted = { story["contacts counted", default: Occurrences()].add($1, plan.start, $0) }
    var run = try GrowthRun(plan, seed: seed, observer: witness)
    run.run()
    lines.append("\(plan.days) days from \(plan.start) with \(plan.profile.id)")
    add(plan.behaviour, as: "behaviour")
    add(run.tally, as: "tally")
    add(run.cascades, as: "cascades")
    // One of them asked for twice is shown once.
    let asked = run.inviterScreens(busiest: 1).map(\.person) + [7]
    for (place, screen) in run.inviterScreens(busiest: 3, and: asked).enumerated() {
      let state = screen.state.map { Self.name(of: $0) } ?? "none"
      lines.append("inviter \(place + 1): \(screen.person), \(state)")
      add(screen.figures as Any, as: "inviter \(place + 1)")
    }
    for (name, occurrences) in story.sorted(by: { $0.key < $1.key }) {
      lines.append("story \(name): \(occurrences)")
    }
    lines.append("events: \(run.log.count), digest \(String(run.log.hash, radix: 16))")
  }

  /// How often something happened, and sums of whom and when that no order changes.
  private struct Occurrences: CustomStringConvertible {
    private var count = 0
    private var people: UInt64 = 0
    private var seconds: Int64 = 0
    private var amount = 0

    mutating func add(_ person: UInt32, _ moment: Instant, _ amount: Int = 0) {
      count += 1
      people += UInt64(person)
      seconds += (moment - GrowthPlan().start).milliseconds / 1_000
      self.amount += amount
    }

    var description: String {
      "\(count) times, people \(people), seconds \(seconds)" + (amount > 0 ? ", \(amount)" : "")
    }
  }

  /// The person that something was heard of.
  private static func person(in value: Any) -> UInt32 {
    for child in Mirror(reflecting: value).children {
      if let person = child.value as? UInt32 { return person }
      let person = person(in: child.value)
      if person != 0 { return person }
    }
    return 0
  }

  /// The name of the case that a value of an enumeration is.
  private static func name(of value: Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? "\(value)"
  }
}

// MARK: - Values as lines

extension RunText {
  private mutating func add(_ value: Any, as name: String) {
    if let text = Self.word(value) {
      lines.append("\(name): \(text)")
      return
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection:
      for (place, element) in mirror.children.map(\.value).enumerated() {
        lines.append("\(name) \(place): \(Self.row(element))")
      }
    case .dictionary:
      // Each child is a pair of key and value.
      let rows = mirror.children.map { Mirror(reflecting: $0.value).children.map(\.value) }
      lines += rows.map { "\(name) \($0[0]): \(Self.row($0[1]))" }.sorted()
    case .optional:
      if let some = mirror.children.first { add(some.value, as: name) }
    default:
      for child in mirror.children { add(child.value, as: "\(name).\(child.label ?? "")") }
    }
  }

  /// A value that fits a line: a number, a word, a list of numbers.
  private static func word(_ value: Any) -> String? {
    switch value {
    case let zone as CivilZone: zone.name
    case let numbers as [Int]: list(numbers)
    case let rows as [[Int]]: rows.map(list).joined(separator: " | ")
    case let rules as [RuleID: Int]:
      rules.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
    case is Int, is Double, is Bool, is String, is UInt64, is Interval, is Instant, is RuleID:
      "\(value)"
    default: Mirror(reflecting: value).displayStyle == .enum ? "\(value)" : nil
    }
  }

  /// The numbers; of a long list only those that are not 0, with their places.
  private static func list(_ numbers: [Int]) -> String {
    guard numbers.count > 16 else { return numbers.map(String.init).joined(separator: " ") }
    return numbers.enumerated().filter { $0.element != 0 }.map { "\($0.offset)=\($0.element)" }
      .joined(separator: " ")
  }

  /// A value of several parts on one line.
  private static func row(_ value: Any) -> String {
    word(value)
      ?? Mirror(reflecting: value).children.map { "\($0.label ?? "") \(row($0.value))" }
      .joined(separator: ", ")
  }
}
