public import ScriptedServer

/// Whether the generator tells the truth: it measures servers whose every answer is known
/// beforehand.
public struct SelfCheck: Sendable {
  /// One server, and what is asked of it.
  public struct Case: Sendable {
    public let name: String
    public let behaviour: AnswerScript.Behaviour
    public let rate: Double
    public let length: Duration
    /// Whether users wait for answers, as in generators that hide a server's queue.
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
    Case("every answer after 20 ms", .delay(.milliseconds(20)), rate: 1_000, for: .seconds(11)),
    Case(
      "one answer in a hundred after 200 ms, the others after 20",
      .oneInMany(100, late: .milliseconds(200), delay: .milliseconds(20)), rate: 1_000,
      for: .seconds(11)),
    Case(
      "a full stop of 2 s every 10 s, 20 ms otherwise",
      .stalls(every: .seconds(10), lasting: .seconds(2), delay: .milliseconds(20)), rate: 1_000,
      for: .seconds(20)),
    Case(
      "one request at a time, 10 ms each, 80 % busy", .oneAtATime(.milliseconds(10)), rate: 80,
      for: .seconds(15)),
    Case(
      "the full stops again, asked by 50 users in a closed loop",
      .stalls(every: .seconds(10), lasting: .seconds(2), delay: .milliseconds(20)), rate: 1_000,
      for: .seconds(20), isClosedLoop: true),
  ]

  public init() {}
}
