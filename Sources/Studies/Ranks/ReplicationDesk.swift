/// The numbers of a run's replications: which rank computes which, and which outcome is next.
///
/// Any order of arrival, and any loss of ranks, gives the same outcomes in the same order.
struct ReplicationDesk<Outcome> {
  private let total: Int
  /// The number of replications that a rank is given beyond those it computes, so that it need not
  /// wait for the next.
  var ahead = 0
  /// The smallest number that no rank has been given.
  private var next = 0
  /// Numbers that came back from lost ranks.
  private var returned: Set<Int> = []
  /// Outcomes that wait for earlier ones.
  private var early: [Int: Outcome] = [:]
  private(set) var delivered = 0
  private var ranks: [Int: Rank] = [:]

  private struct Rank {
    let workers: Int
    var held: Set<Int> = []

    /// The numbers that each worker has.
    var load: Double { Double(held.count) / Double(workers) }
  }

  init(total: Int) {
    self.total = total
  }

  /// Takes in a rank that computes with so many workers.
  mutating func join(_ rank: Int, workers: Int) {
    ranks[rank] = Rank(workers: max(workers, 1))
  }

  /// Takes back the numbers of a lost rank; returns how many it had.
  @discardableResult
  mutating func leave(_ rank: Int) -> Int {
    let held = ranks.removeValue(forKey: rank)?.held ?? []
    returned.formUnion(held)
    return held.count
  }

  func has(_ rank: Int) -> Bool { ranks[rank] != nil }

  /// Chooses the rank with the least work, and its next number; `nil` while all have enough.
  mutating func assign() -> (rank: Int, number: Int)? {
    let free = ranks.filter { $0.value.held.count < $0.value.workers + ahead }
    let least = free.min {
      ($0.value.load, $0.key) < ($1.value.load, $1.key)
    }
    guard let rank = least?.key, let number = takeNumber() else { return nil }
    ranks[rank]?.held.insert(number)
    return (rank, number)
  }

  /// Takes an outcome; returns whether it is the first of its number.
  ///
  /// A rank that was given up for lost may yet bring one.
  @discardableResult
  mutating func record(_ outcome: Outcome, of number: Int) -> Bool {
    for rank in ranks.keys { ranks[rank]?.held.remove(number) }
    returned.remove(number)
    guard number >= delivered, number < next, early[number] == nil else { return false }
    early[number] = outcome
    return true
  }

  /// Takes out the next outcome in the order of their numbers, once it has come.
  mutating func popNext() -> (number: Int, outcome: Outcome)? {
    guard let outcome = early.removeValue(forKey: delivered) else { return nil }
    defer { delivered += 1 }
    return (delivered, outcome)
  }

  private mutating func takeNumber() -> Int? {
    if let number = returned.min() {
      returned.remove(number)
      return number
    }
    // Outcomes far ahead of a slow rank would fill the memory, and be in vain after an early end.
    let workers = ranks.values.reduce(0) { $0 + $1.workers }
    guard next < min(total, delivered + workers * (16 + ahead)) else { return nil }
    defer { next += 1 }
    return next
  }
}
