private import Dispatch

/// Threads that work on one task together, each at the same time as all others.
///
/// Members may wait for each other, so each has a thread of its own: the pool of Swift's tasks may
/// have fewer.
public struct Crew: Sendable {
  /// The number of members, the calling thread among them.
  public let count: Int

  /// Creates a crew of `count` members, at least one.
  public init(of count: Int) {
    precondition(count > 0, "a crew of \(count) does no work")
    self.count = count
  }

  /// Calls `body` with each number below `count`, 0 on the present thread, and waits for all.
  public func work(_ body: @escaping @Sendable (Int) -> Void) {
    let others = DispatchGroup()
    for number in 1..<max(1, count) {
      // The work of a queue of its own never waits for that of another.
      DispatchQueue(label: "growthloop.crew.\(number)").async(group: others) { body(number) }
    }
    body(0)
    others.wait()
  }
}
