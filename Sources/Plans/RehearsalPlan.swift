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

extension RehearsalPlan: ScenarioSection {
  public static let fields: [Field<RehearsalPlan>] = [
    .value(
      "plan", \.kind, .choice,
      "What is done: what people do in a simulation is replayed against a link service."
    ).required,
    .value("title", \.title, .text(1...100), "What the plan is called in reports.").required,
    .value(
      "question", \.question, .none(or: .text(1...500)), "What it answers, in a sentence."),
    .value(
      "scenario", \.scenario, .text(1...1_000),
      "The scenario of an invite loop to simulate, as a path from this file."
    ).required,
    .value(
      "changes", \.changes, .list(of: .text(3...200), 0...100),
      "What is changed of the scenario, each as KEY=VALUE, such as market.people=2_000."),
    .seed(\.seed, "The random seed: the same seed replays the same script."),
    .value(
      "rate", \.rate, .integer(1...100_000),
      "How many requests are planned for a second; simulated time passes as fast as that takes."),
    .value(
      "connections", \.connections, .integer(1...10_000),
      "The most connections at a time, and so the most requests under way."),
    .value(
      "kills", \.kills, .integer(0...20),
      "How often the service is killed in the midst of it, and started again."),
    .value(
      "gates", \.gates, .list(of: .loadGate, 0...100),
      "What is to be kept of response times and errors, beside that everything comes out the same."),
  ]

  public func check(_ reading: SectionReading<RehearsalPlan>) {
    if gates.contains(where: \.isOnExports) {
      reading.refuse(
        \.gates, "has one about events, whose times are those of a load plan",
        remedy: "leave it out: a rehearsal compares the events themselves")
    }
    for change in changes where !change.contains("=") {
      reading.refuse(
        \.changes, "has \(change), which is no KEY=VALUE", remedy: "write market.people=2_000")
    }
  }
}
