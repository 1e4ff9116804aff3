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
