public import LoadTrials

/// A rehearsal as somebody wrote it: whose simulated doings are replayed against a link service, how
/// fast, and what is to be kept.
public struct RehearsalPlan: Equatable, Sendable {
  /// What kind of plan it is, so that its file is told from a scenario's.
  public enum Kind: String, CaseIterable, Sendable {
    case rehearsal
  }

  public var kind = Kind.rehearsal
  public var title = ""
  /// What somebody wants to know, in a sentence; `nil` if nobody said.
  public var question: String?
  /// The path of the scenario, relative to the plan.
  public var scenario = ""
  /// What is changed of the scenario, each as KEY=VALUE.
  public var changes: [String] = []
  public var seed: UInt64 = 1
  /// Requests a second.
  public var rate = 1_000
  public var connections = 64
  /// How often the service is killed meanwhile.
  public var kills = 0
  public var gates: [LoadGate] = []

  public init() {}
}
