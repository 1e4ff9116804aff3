import Attribution
import Prompts
import Vocabulary

extension Benchmark {
  /// Benchmarks of the rules; those that a simulation applies to every event come first.
  public static let rules: [Benchmark] = simulation + service

  private static let simulation: [Benchmark] = [
    prompts("prompts: one decision under rin", .rin),
    prompts("prompts: one decision under product", .product),
    attribution("attribution: one decision over 3 clicks, last click", .rin),
    attribution("attribution: one decision over 3 clicks, first touch", .design),
  ]

  private static let noon = Instant(milliseconds: 1_767_268_800_000)

  /// Benchmarks a policy on users at all stages: new ones, some who shared, some with past prompts.
  private static func prompts(_ title: String, _ policy: PromptPolicy) -> Benchmark {
    let histories = (0..<1_024).map { number in
      var history = PromptHistory()
      history.sessions = number % 5
      history.contacts = number % 40
      if number % 3 == 0 { history.lastShare = noon - .days(Int64(number % 29)) }
      for day in stride(from: number % 4, to: 0, by: -1) {
        history.recent.add(noon - .days(Int64(day * 5)))
        history.shown += 1
      }
      return history
    }
    let triggers = policy.triggers
    return Benchmark(title, promised: 100) { times in
      var shown: UInt64 = 0
      for turn in 0..<times {
        let decision = policy.decide(
          triggers[turn % triggers.count], for: histories[turn & 1_023], at: noon, zone: .utc)
        shown &+= decision.isShown ? 1 : UInt64(decision.suppressions.count)
      }
      return shown
    }
  }

  /// Benchmarks a policy on arrivals with three clicks each.
  ///
  /// The clicks are in and out of the window, some of people who left.
  private static func attribution(_ title: String, _ policy: AttributionPolicy) -> Benchmark {
    let clicks: [Click] = (0..<3 * 1_024).map { number -> Click in
      let at = noon - .hours(Int64(number * 7 % 240))
      var click = Click(
        sequence: UInt64(number), at: at, inviter: PrincipalID(rawValue: UInt64(number % 97)))
      if number % 11 == 0 { click.link = .unknown }
      if number % 13 == 0 { click.inviterState = .deleted }
      return click
    }
    let arrival = Arrival(principal: PrincipalID(rawValue: 5), installedAt: noon)
    return Benchmark(title, promised: 100) { times in
      var credited: UInt64 = 0
      let all = clicks.span
      for turn in 0..<times {
        let first = 3 * (turn & 1_023)
        let decision = policy.decide(all.extracting(first..<first + 3), for: arrival)
        credited &+= decision.click?.sequence ?? 1
      }
      return credited
    }
  }
}
