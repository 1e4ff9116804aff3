import Attribution
import Invites
import Vocabulary

extension Benchmark {
  /// Benchmarks of the rules that a link service applies to every request.
  static let service: [Benchmark] = [matching, codes, lifecycle]

  private static let noon = Instant(milliseconds: 1_767_268_800_000)

  /// Benchmarks the matcher: one launch among 64 clicks from the same network.
  private static let matching: Benchmark = {
    func signals(_ number: Int) -> DeviceSignals {
      var signals = DeviceSignals()
      for (place, signal) in Signal.allCases.enumerated() {
        signals[signal] = UInt32(1 + (number >> (place % 5)) % 3)
      }
      return signals
    }
    let clicks: [ClickFootprint] = (0..<64).map { number -> ClickFootprint in
      let at = noon - .hours(Int64(number * 3))
      return ClickFootprint(
        sequence: UInt64(number), at: at, link: UInt64(number % 9), signals: signals(number))
    }
    let devices = (0..<64).map { signals($0) }
    let rule = DeferredPolicy.rin.rule(for: .rin)
    return Benchmark("matching: one first launch among 64 clicks") { times in
      var found: UInt64 = 0
      for turn in 0..<times {
        let decision = rule.match(
          devices[turn & 63], launchedAt: noon, among: clicks.span, keptFor: .days(7))
        found &+= decision.match?.click ?? 100
      }
      return found
    }
  }()

  /// Benchmarks reading the code in a request line.
  private static let codes: Benchmark = {
    let texts = ["a3Xk9m2Q", "00000000", "zzZZ99aa", "a3Xk9m2-"].map { Array($0.utf8) }
    // Generic over its bytes: only an optimized build reads them without boxing.
    return Benchmark("codes: reading one from its bytes", allocatesNothing: false) { times in
      var sum: UInt64 = 0
      for turn in 0..<times {
        sum &+= (try? InviteCode(parsing: texts[turn & 3]))?.packed ?? 1
      }
      return sum
    }
  }()

  /// Benchmarks the life of one invite: shared, opened, accepted.
  private static let lifecycle = Benchmark("lifecycle: share, open and acceptance of one invite") {
    times in
    var accepted: UInt64 = 0
    let policy = LinkPolicy.product
    for turn in 0..<times {
      let created = noon + .seconds(Int64(turn & 255))
      var life = InviteLifecycle(createdAt: created, under: policy)
      _ = life.receive(.shareCompleted, at: created + .minutes(1), under: policy)
      _ = life.receive(.opened, at: created + .hours(5), under: policy)
      _ = life.receive(
        .accepted(clickedAt: created + .hours(5)), at: created + .hours(6), under: policy)
      accepted &+= UInt64(life.acceptances)
    }
    return accepted
  }
}
