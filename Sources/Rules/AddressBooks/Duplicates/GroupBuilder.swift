/// A clustering of entries along pairs, the surest first.
///
/// A chain may join unrelated people: "J. Smith" is like John and like Jane. So two groups stay
/// apart if a member of one is certainly a different person than a member of the other.
struct GroupBuilder {
  private var groupOf: [Int]
  private var members: [[Int]]
  private var confidences: [Double]
  private let apart: [Int: Set<Int>]

  /// The number of members that represent a large group.
  private static let mostSpeakers = 12

  /// Creates groups of one; the pairs in `apart` never come into one group.
  init(count: Int, apart: [(Int, Int)]) {
    groupOf = Array(0..<count)
    members = groupOf.map { [$0] }
    confidences = [Double](repeating: 1, count: count)
    self.apart = apart.reduce(into: [:]) { apart, pair in
      apart[pair.0, default: []].insert(pair.1)
      apart[pair.1, default: []].insert(pair.0)
    }
  }

  func areTogether(_ left: Int, _ right: Int) -> Bool { groupOf[left] == groupOf[right] }

  /// Joins the groups of two entries unless `areStrangers` holds for two members that would meet.
  mutating func join(
    _ left: Int, _ right: Int, confidence: Double, unless areStrangers: (Int, Int) -> Bool
  ) {
    let (one, other) = (groupOf[left], groupOf[right])
    guard one != other, !isForbidden(one, other) else { return }
    for member in members[one].prefix(Self.mostSpeakers) {
      for stranger in members[other].prefix(Self.mostSpeakers)
      where areStrangers(min(member, stranger), max(member, stranger)) { return }
    }
    let (large, small) = members[one].count < members[other].count ? (other, one) : (one, other)
    for member in members[small] { groupOf[member] = large }
    members[large] += members[small]
    members[small] = []
    confidences[large] = min(confidences[large], confidences[small], confidence)
  }

  private func isForbidden(_ one: Int, _ other: Int) -> Bool {
    guard !apart.isEmpty else { return false }
    let (large, small) = members[one].count < members[other].count ? (other, one) : (one, other)
    return members[small].contains { member in
      apart[member]?.contains { groupOf[$0] == large } ?? false
    }
  }

  /// The groups of two and more, with their members in order.
  var groups: [(members: [Int], confidence: Double)] {
    members.indices.filter { members[$0].count > 1 }
      .map { (members[$0].sorted(), confidences[$0]) }
      .sorted { $0.members[0] < $1.members[0] }
  }
}
