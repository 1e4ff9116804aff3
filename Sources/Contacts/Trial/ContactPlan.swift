import Vocabulary
public import Profiles

/// The plan of a trial of the contact rules: books, measurements, repetitions and gates.
public struct ContactPlan: Hashable, Sendable {
  /// The kind of plan, which distinguishes its file from a scenario's.
  public enum Kind: String, CaseIterable, Sendable {
    case contacts
  }

  public var kind = Kind.contacts
  public var title = ""
  /// The question that the trial answers, as a sentence; `nil` without one.
  public var question: String?
  public var profile = Profile(.rin)
  public var seed: UInt64 = 1
  /// The sizes of the books, in contacts; `nil` for those of the profile.
  public var sizes: [Int]?
  /// The number of measurements of every step.
  public var rounds = 15
  /// The number of searches, by name, number or address.
  public var searches = 64
  /// The language tag of the list's order; `nil` for the order without a library.
  public var language: String? = "en"
  /// The country of numbers without a country code.
  public var home = "US"
  public var mix = BookMix()
  /// The limits of the plan; `nil` for the budgets of the profile.
  public var gates: [ContactGate]?

  public init() {}

  /// The sizes of the plan, or else those at which the profile's lists must stay fast.
  public var sizesInForce: [Int] { sizes ?? profile.plans.contactBenchmarkSizes }

  /// The limits of the plan, or else the budgets of the profile.
  public var gatesInForce: [ContactGate] {
    gates ?? ContactGate.budgets(of: profile, at: sizesInForce)
  }

  /// The number of measurements of a step that takes seconds.
  var fewRounds: Int { max(1, min(rounds, 3)) }
}
