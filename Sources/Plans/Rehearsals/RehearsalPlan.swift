public import GrowthloopLoadGenerator

/// A rehearsal plan: the scenario to replay against a link service, the speed, and the gates.
public struct RehearsalPlan: Equatable, Sendable {
  /// The kind of plan, which distinguishes its file from a scenario's.
  public enum Kind: String, CaseIterable, Sendable {
    case rehearsal
  }

  public var kind = Kind.rehearsal
  public var title = ""
  /// The question of the plan, in a sentence; `nil` without one.
  public var question: String?
  /// The path of the scenario, relative to the plan.
  public var scenario = ""
  /// The changes to the scenario, each as KEY=VALUE.
  public var changes: [String] = []
  public var seed: UInt64 = 1
  /// Requests a second.
  public var rate = 1_000
  public var connections = 64
  /// The number of times that the service is killed during the replay.
  public var kills = 0
  public var gates: [LoadGate] = []

  public init() {}
}
