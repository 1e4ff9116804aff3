public import Vocabulary

/// The connections between accounts, and the circle in which each account keeps the other.
///
/// A connection is one entry for the pair, so it is mutual and single by construction.
///
/// An app or its backend needs it to keep who is connected with whom.
public struct ConnectionLedger: Hashable, Sendable {
  /// A circle as a user sees it: the automatic one, or one chosen by hand.
  public enum Placement: Hashable, Sendable {
    /// The circle of the connection itself; `nil` where there are no circles.
    case automatic(ConnectionPolicy.Circle?)
    /// The circle that the user chose, by its name.
    case byHand(String)
  }

  /// The result of connecting two accounts.
  public enum Outcome: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The two are connected from now on.
    case made
    /// The two were connected before; nothing has changed.
    case alreadyThere
    /// An account cannot be connected with itself.
    case samePerson
  }

  private struct Pair: Hashable {
    let lower: PrincipalID
    let upper: PrincipalID

    init(_ one: PrincipalID, _ other: PrincipalID) {
      lower = min(one, other)
      upper = max(one, other)
    }
  }

  private struct Side: Hashable {
    let owner: PrincipalID
    let other: PrincipalID
  }

  private var automatic: [Pair: ConnectionPolicy.Circle?] = [:]
  private var byHand: [Side: String] = [:]

  /// Creates a ledger without connections.
  public init() {}

  /// The number of connections; a mutual one counts once.
  public var count: Int { automatic.count }

  /// Connects the two accounts in `circle`.
  ///
  /// A repeated call changes nothing, not even a placement by hand.
  public mutating func connect(
    _ one: PrincipalID, _ other: PrincipalID, in circle: ConnectionPolicy.Circle?
  ) -> Outcome {
    guard one != other else { return .samePerson }
    let pair = Pair(one, other)
    guard automatic[pair] == nil else { return .alreadyThere }
    automatic.updateValue(circle, forKey: pair)
    return .made
  }

  /// Returns whether the two accounts are connected; their order does not matter.
  public func areConnected(_ one: PrincipalID, _ other: PrincipalID) -> Bool {
    automatic[Pair(one, other)] != nil
  }

  /// Moves `other` to a circle that `owner` chose; has no effect unless the two are connected.
  public mutating func move(_ other: PrincipalID, to circle: String, by owner: PrincipalID) {
    guard areConnected(owner, other) else { return }
    byHand[Side(owner: owner, other: other)] = circle
  }

  /// Returns the circle in which `owner` keeps `other`; `nil` unless the two are connected.
  public func placement(of other: PrincipalID, by owner: PrincipalID) -> Placement? {
    guard let circle = automatic[Pair(owner, other)] else { return nil }
    return byHand[Side(owner: owner, other: other)].map { .byHand($0) } ?? .automatic(circle)
  }
}

extension ConnectionRules {
  static let ledger: [Rule] = [
    Rule("CON-06", "The inviter may move the invitee to a closer circle by hand."),
    Rule("CON-12", "Retries leave exactly one mutual connection for each pair."),
  ]
}
