internal import Statistics

extension RunValidity {
  /// The limits of the generator's health for a valid run.
  enum Allowed {
    static func lag(at percentile: Double, gated: Duration) -> Duration {
      percentile < 99.5 ? max(.microseconds(100), gated / 20) : .milliseconds(1) + gated / 10
    }
    static let sentShare = 0.995
    static let busy = 0.85
    static let waiting = 0.01
    static let foreign = 0.10
    static let stolen = 0.01
  }

  /// Derives the validity from the health figures; `gated` is the latency of a gate.
  init(_ health: GeneratorHealth, gated: Duration) {
    let own =
      Self.lagReasons(health, gated: gated) + Self.rateReasons(health)
      + (health.processor.map { Self.busyReasons($0) } ?? []) + Self.turnReasons(health)
    let others = health.processor.map { Self.disturbances($0) } ?? []
    // Lateness caused by other processes is reported as lateness.
    if own.isEmpty {
      self = others.isEmpty ? .valid : .disturbed(because: others)
    } else {
      self = .generatorLimited(because: own + others)
    }
  }

  private static func lagReasons(_ health: GeneratorHealth, gated: Duration) -> [Reason] {
    [99, 99.9].compactMap { percentile in
      guard let value = health.ownLag.value(atPercentile: percentile) else { return nil }
      let (was, allowed) = (
        Duration.nanoseconds(Int64(value)), Allowed.lag(at: percentile, gated: gated)
      )
      return was > allowed ? .lag(percentile: percentile, was: was, allowed: allowed) : nil
    }
  }

  private static func rateReasons(_ health: GeneratorHealth) -> [Reason] {
    let isShort = Double(health.sent) < Allowed.sentShare * Double(health.due)
    return isShort && !health.lackedConnections
      ? [.rate(sent: health.sent, due: health.due)] : []
  }

  private static func busyReasons(_ use: ProcessorUse) -> [Reason] {
    use.busy > Allowed.busy ? [.processor(busy: use.busy, allowed: Allowed.busy)] : []
  }

  /// Signs of other processes' load.
  private static func disturbances(_ use: ProcessorUse) -> [Reason] {
    var reasons: [Reason] = []
    if use.waiting > Allowed.waiting {
      reasons.append(.runQueue(waiting: use.waiting, allowed: Allowed.waiting))
    }
    if let foreign = use.foreign, foreign > Allowed.foreign {
      reasons.append(.foreign(share: foreign, allowed: Allowed.foreign))
    }
    if use.stolen > Allowed.stolen {
      reasons.append(.stolen(share: use.stolen, allowed: Allowed.stolen))
    }
    return reasons
  }

  private static func turnReasons(_ health: GeneratorHealth) -> [Reason] {
    guard let p99 = health.turns.value(atPercentile: 99), let allowed = health.allowedTurn,
      Duration.nanoseconds(Int64(p99)) > allowed
    else { return [] }
    return [.turn(p99: .nanoseconds(Int64(p99)), allowed: allowed)]
  }
}
