public import GrowthloopTransport

/// A check of the generator against servers whose every answer time is known.
public struct SelfCheck: Sendable {
  /// One server with its load.
  public struct Case: Sendable {
    public let name: String
    public let behaviour: AnswerScript.Behaviour
    public let rate: Double
    public let length: Duration
    /// Whether users wait for responses, as in generators with coordinated omission.
    public let isClosedLoop: Bool

    public init(
      _ name: String, _ behaviour: AnswerScript.Behaviour, rate: Double, for length: Duration,
      isClosedLoop: Bool = false
    ) {
      self.name = name
      self.behaviour = behaviour
      self.rate = rate
      self.length = length
      self.isClosedLoop = isClosedLoop
    }
  }

  public static let cases = [
    Case("every answer after 200 ms", .delay(.milliseconds(200)), rate: 1_000, for: .seconds(11)),
    Case(
      "one answer in a hundred after 1 s, the others after 200 ms",
      .oneInMany(100, late: .seconds(1), delay: .milliseconds(200)), rate: 1_000,
      for: .seconds(11)),
    Case(
      "a full stop of 2 s every 10 s, 200 ms otherwise",
      .stalls(every: .seconds(10), lasting: .seconds(2), delay: .milliseconds(200)), rate: 1_000,
      for: .seconds(20)),
    Case(
      "one request at a time, 20 ms each, 80 % busy", .oneAtATime(.milliseconds(20)), rate: 40,
      for: .seconds(15)),
    Case(
      "the full stops again, asked by 50 users in a closed loop",
      .stalls(every: .seconds(10), lasting: .seconds(2), delay: .milliseconds(200)), rate: 1_000,
      for: .seconds(20), isClosedLoop: true),
  ]

  public init() {}
}
