internal import RandomStreams

/// A mechanism of invite loops that misleads experiments, with its closed forms.
public enum Mechanism: UInt32, Sendable, Hashable, CaseIterable {
  case sharedRecipients = 0x6966_0001
  case trees, sampleRatio, switchback, exposure, pastSends, alikeInvites, novelty

  /// The name in tables.
  public var name: String {
    switch self {
    case .sharedRecipients: "shared recipients"
    case .trees: "trees"
    case .sampleRatio: "sample ratio"
    case .switchback: "switchback"
    case .exposure: "exposure"
    case .pastSends: "past sends"
    case .alikeInvites: "alike invites"
    case .novelty: "novelty"
    }
  }

  /// Returns the closed forms of the mechanism, each beside its simulation.
  ///
  /// At a `size` of 1 there are so many worlds that every standard error is within its limit.
  public func checks(seed: UInt64 = 1, size: Double = 1) -> [ClosedFormCheck] {
    let scale = CheckScale(
      mechanism: self, source: RandomSource(seed: seed), size: size)
    return switch self {
    case .sharedRecipients: SharedRecipients.checks(scale)
    case .trees: InheritedArms.checks(scale)
    case .sampleRatio: InheritedArms.splitChecks(scale)
    case .switchback: Switchback.checks(scale)
    case .exposure: ExposureCounts.checks(scale)
    case .pastSends: SendingHabits.checks(scale)
    case .alikeInvites: AlikeInvites.checks(scale)
    case .novelty: FadingEffect.checks(scale)
    }
  }
}

/// The random streams and the numbers of worlds of one mechanism's checks.
struct CheckScale {
  let mechanism: Mechanism
  let source: RandomSource
  let size: Double

  /// Returns a number of worlds, at least twenty so that a standard error means something.
  func worlds(_ count: Int) -> Int { max(20, Int((Double(count) * size).rounded())) }

  /// The people of a world; fewer where the worlds are fewer.
  var people: Int { size < 1 ? 4_000 : 20_000 }

  /// Returns the stream of a check; others of the mechanism have other numbers.
  func stream(_ number: Int) -> RandomStream {
    RandomSource(seed: source.seed, replication: UInt32(number)).stream(for: mechanism)
  }

  /// Returns the check; none where a simulation says nothing.
  func check(
    _ quantity: String, _ closedForm: Double?, _ simulation: SimulatedValue?
  ) -> [ClosedFormCheck] {
    guard let closedForm, let simulation else { return [] }
    return [ClosedFormCheck(mechanism.name, quantity, closedForm: closedForm, simulation)]
  }
}
