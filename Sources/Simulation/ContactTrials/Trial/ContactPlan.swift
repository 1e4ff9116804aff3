/// A trial of the contact rules: which books, what is measured how often, and what is to be kept.
public struct ContactPlan: Hashable, Sendable {
  /// What kind of plan it is, so that its file is told from a scenario's.
  public enum Kind: String, CaseIterable, Sendable {
    case contacts
  }

  public var kind = Kind.contacts
  public var title = ""
  /// What somebody wants to know, in a sentence; `nil` if nobody said.
  public var question: String?
  public var seed: UInt64 = 1
  /// How many contacts the books have.
  public var sizes = [500, 5_000, 10_000, 50_000, 100_000]
  /// How often every step is measured.
  public var rounds = 15
  /// How many people are looked for by name, number or address.
  public var searches = 64
  /// The language of the list's order, as its tag; `nil` for the order that needs no library.
  public var language: String? = "en"
  /// The country in which numbers without one are dialled.
  public var home = "US"
  public var mix = BookMix()
  public var gates: [ContactGate] = []

  public init() {}

  /// How often a step is measured that takes seconds.
  var fewRounds: Int { max(1, min(rounds, 3)) }
}
