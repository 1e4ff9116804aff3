public import RandomStreams
internal import Statistics

/// How many people have all their contacts in one arm, when each contact is drawn for itself.
///
/// Source: the exposure mapping of Aronow and Samii (2017).
public struct ExposureCounts: Sendable, Hashable {
  /// The number of contacts of a person.
  public let contacts: Int
  /// The probability that a contact is treated.
  public let treatedShare: Double

  /// Creates counts for people with so many contacts.
  public init(contacts: Int, treatedShare: Double = 0.5) {
    precondition(contacts >= 1, "\(contacts) contacts expose nobody")
    self.contacts = contacts
    self.treatedShare = treatedShare
  }

  /// The probability that all contacts are treated: pᵈ.
  public var probability: Double {
    (0..<contacts).reduce(1) { product, _ in product * treatedShare }
  }

  /// Returns the expected number of people, of `people`, whose contacts are all treated.
  public func expected(of people: Int) -> Double { Double(people) * probability }

  /// Returns the proportion of people whose contacts are all treated, in worlds of 1,000 people with
  /// contacts among themselves; `nil` for fewer than two worlds.
  public func simulated(worlds: Int, stream: RandomStream) -> SimulatedValue? {
    let people = 1_000
    guard let chosen = try? Selection(contacts, of: people - 1) else { return nil }
    var moments = RunningMoments()
    for world in 0..<worlds {
      var draw = stream[UInt64(world)]
      let isTreated = (0..<people).map { _ in draw.uniform() < treatedShare }
      let exposed = (0..<people).count { person in
        // The others, without the person itself.
        chosen.sample(using: &draw).allSatisfy { isTreated[$0 < person ? $0 : $0 + 1] }
      }
      moments.record(Double(exposed) / Double(people))
    }
    return SimulatedValue(moments)
  }
}
