/// The clusters of people who are assigned together.
enum Clusters: Sendable {
  /// Each person alone.
  case none
  /// The first person of a community, by its size.
  case communities(size: UInt64)
  /// By person: the member whose cluster it is; where there is none, the person alone.
  case egos([UInt32])

  /// Returns the number of the cluster of `person`.
  func cluster(of person: PersonNumber) -> UInt64 {
    switch self {
    case .none: person
    case .communities(let size): person / size * size
    case .egos(let egos):
      egos[Int(person)] == Self.nobody ? person : UInt64(egos[Int(person)])
    }
  }

  private static let nobody = UInt32.max

  /// Makes clusters of members, in this order, and of those of their contacts who are in none.
  static func egos(
    of members: [PersonNumber], among acquaintances: Acquaintances, people: Int
  ) -> Clusters {
    var egos = [UInt32](repeating: nobody, count: people)
    for member in members where egos[Int(member)] == nobody {
      let ego = UInt32(truncatingIfNeeded: member)
      egos[Int(member)] = ego
      for number in 0..<acquaintances.contacts(of: member) {
        guard let contact = acquaintances.contact(number, of: member),
          egos[Int(contact)] == nobody
        else { continue }
        egos[Int(contact)] = ego
      }
    }
    return .egos(egos)
  }
}
