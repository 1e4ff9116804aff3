public import RandomStreams
public import Statistics

/// A closed form beside the simulation of its mechanism.
public struct ClosedFormCheck: Sendable, Hashable, Encodable {
  /// The mechanism, such as "shared recipients".
  public let mechanism: String
  /// The quantity and its parameters.
  public let quantity: String
  /// The value by the closed form.
  public let closedForm: Double
  /// The value in the simulation.
  public let simulated: Double
  /// The standard error of the simulated value.
  public let standardError: Double

  /// Creates a check of a closed form against a simulated value.
  public init(
    _ mechanism: String, _ quantity: String, closedForm: Double, _ simulation: SimulatedValue
  ) {
    self.mechanism = mechanism
    self.quantity = quantity
    self.closedForm = closedForm
    simulated = simulation.value
    standardError = simulation.standardError
  }

  /// The distance of the simulated value from the closed form, in standard errors.
  public var z: Double { (simulated - closedForm) / standardError }

  /// The greatest standard error that says enough: .003, and .001 for values below .1.
  public var standardErrorLimit: Double { closedForm.magnitude < 0.1 ? 0.001 : 0.003 }

  /// Whether the two differ by at most four standard errors.
  public var agrees: Bool { z.magnitude <= 4 }

  /// Whether the standard error is within its limit.
  public var isPrecise: Bool { standardError <= standardErrorLimit }

  private enum CodingKeys: String, CodingKey {
    case mechanism, quantity, closedForm, simulated, standardError, z, agrees, isPrecise
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(mechanism, forKey: .mechanism)
    try values.encode(quantity, forKey: .quantity)
    try values.encode(closedForm, forKey: .closedForm)
    try values.encode(simulated, forKey: .simulated)
    try values.encode(standardError, forKey: .standardError)
    try values.encode(z, forKey: .z)
    try values.encode(agrees, forKey: .agrees)
    try values.encode(isPrecise, forKey: .isPrecise)
  }
}

/// Invites that convert alike because one member sent them.
public struct AlikeInvites: Sendable, Hashable {
  /// How members share during the experiment.
  public let shares: SendingHabits
  /// The number of recipients of a share.
  public let recipients: Int
  /// The correlation of two invites of one sender.
  public let correlation: Double

  /// Creates invites with a correlation between 0 and 1.
  public init(shares: SendingHabits, recipients: Int, correlation: Double) {
    precondition(recipients >= 1, "\(recipients) recipients of a share")
    precondition(
      correlation > 0 && correlation < 1, "a correlation between 0 and 1, not \(correlation)")
    self.shares = shares
    self.recipients = recipients
    self.correlation = correlation
  }

  /// The factor on the variance of independent invites: 1 + ρ (r (1 + M (1 + 1/k)) − 1).
  public var designEffect: DesignEffect {
    // A gamma-Poisson number has E(N²) / E(N) = 1 + M (1 + 1/k).
    let weighted = 1 + shares.mean * (1 + 1 / shares.shape)
    return DesignEffect(
      meanClusterSize: Double(recipients) * weighted, intraclassCorrelation: correlation)
  }

  /// Returns the proportion of invites that count, 1 / design effect, among simulated senders whose
  /// own rates have a beta distribution; `nil` for fewer than two worlds.
  ///
  /// That proportion, not the factor itself: heavy senders make the factor slow to measure.
  public func simulatedShareThatCounts(
    conversion: Double = 0.4, worlds: Int, stream: RandomStream
  ) -> SimulatedValue? {
    let habits = Gamma.certain(try Gamma(shape: shares.shape, scale: shares.mean / shares.shape))
    let whole = 1 / correlation - 1
    let rates = Beta.certain(try Beta(alpha: conversion * whole, beta: (1 - conversion) * whole))
    var sample = RatioSample()
    for world in 0..<worlds {
      var draw = stream[UInt64(world)]
      var (independent, observed) = (0.0, 0.0)
      for _ in 0..<20_000 {
        let rate = habits.sample(using: &draw)
        let count =
          recipients * Poisson.certain(try Poisson(mean: rate)).sample(using: &draw)
        guard count > 0 else { continue }
        let chance = rates.sample(using: &draw)
        let converted = (0..<count).count { _ in draw.uniform() < chance }
        let distance = Double(converted) - conversion * Double(count)
        observed += distance * distance
        independent += conversion * (1 - conversion) * Double(count)
      }
      sample.record(numerator: independent, denominator: observed)
    }
    return SimulatedValue(sample)
  }
}

/// How many people have all their contacts in one arm, when each contact is drawn for itself.
///
/// Source: the exposure mapping of Aronow and Samii (2017).
public struct ExposureCounts: Sendable, Hashable {
  /// The number of contacts of a person.
  public let contacts: Int
  /// The probability that a contact is treated.
  public let treatedShare: Double

  /// Creates counts for people with so many contacts.
  public init(contacts: Int, treatedShare: Double = 0.5) {
    precondition(contacts >= 1, "\(contacts) contacts expose nobody")
    self.contacts = contacts
    self.treatedShare = treatedShare
  }

  /// The probability that all contacts are treated: pᵈ.
  public var probability: Double {
    (0..<contacts).reduce(1) { product, _ in product * treatedShare }
  }

  /// Returns the expected number of people, of `people`, whose contacts are all treated.
  public func expected(of people: Int) -> Double { Double(people) * probability }

  /// Returns the proportion of people whose contacts are all treated, in worlds of 1,000 people with
  /// contacts among themselves; `nil` for fewer than two worlds.
  public func simulated(worlds: Int, stream: RandomStream) -> SimulatedValue? {
    let people = 1_000
    guard let chosen = try? Selection(contacts, of: people - 1) else { return nil }
    var moments = RunningMoments()
    for world in 0..<worlds {
      var draw = stream[UInt64(world)]
      let isTreated = (0..<people).map { _ in draw.uniform() < treatedShare }
      let exposed = (0..<people).count { person in
        // The others, without the person itself.
        chosen.sample(using: &draw).allSatisfy { isTreated[$0 < person ? $0 : $0 + 1] }
      }
      moments.record(Double(exposed) / Double(people))
    }
    return SimulatedValue(moments)
  }
}

/// An effect that begins as a novelty and fades to its lasting size.
public struct FadingEffect: Sendable, Hashable {
  /// The relative effect on the first day.
  public let first: Double
  /// The relative effect in the long run.
  public let lasting: Double
  /// The mean life of the difference between them, in days.
  public let days: Double

  /// Creates an effect that fades over a positive number of days.
  public init(first: Double, lasting: Double, days: Double) {
    precondition(days > 0, "an effect fades over some days, not \(days)")
    self.first = first
    self.lasting = lasting
    self.days = days
  }

  /// Returns the effect at a time since exposure.
  public func effect(after time: Double) -> Double {
    lasting + (first - lasting) * Double.exp(-time / days)
  }

  /// Returns the mean effect over the first days: δ∞ + (δ₀ − δ∞)(θ/T)(1 − e^(−T/θ)).
  public func mean(over time: Double) -> Double {
    lasting - (first - lasting) * days / time * Double.expMinusOne(-time / days)
  }

  /// Returns the relative difference of sends over the first days, in worlds of 2,000 sends in
  /// control; `nil` for fewer than two worlds.
  public func simulatedMean(
    over time: Double, worlds: Int, stream: RandomStream
  ) -> SimulatedValue? {
    let sends = 2_000.0
    let most = 1 + max(first, lasting)
    let (control, candidates) = (
      Poisson.certain(try Poisson(mean: sends)), Poisson.certain(try Poisson(mean: sends * most))
    )
    var sample = RatioSample()
    for world in 0..<worlds {
      var draw = stream[UInt64(world)]
      // A process of varying rate, thinned from the highest.
      let treated = (0..<candidates.sample(using: &draw)).count { _ in
        let moment = draw.uniform() * time
        return draw.uniform() * most < 1 + effect(after: moment)
      }
      sample.record(
        numerator: Double(treated), denominator: Double(control.sample(using: &draw)))
    }
    return SimulatedValue(sample, shiftedBy: -1)
  }
}

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

/// Members who send at rates of their own: a gamma-Poisson number of sends.
public struct SendingHabits: Sendable, Hashable {
  /// The mean number of sends of a member in a month.
  public let mean: Double
  /// The shape of the gamma distribution of rates; a small one sets few heavy senders apart.
  public let shape: Double

  /// Creates habits with positive mean and shape.
  public init(mean: Double, shape: Double = 0.35) {
    precondition(mean > 0 && shape > 0, "a mean of \(mean) with a shape of \(shape)")
    self.mean = mean
    self.shape = shape
  }

  /// The variance of a month's sends: m + m²/k.
  public var variance: Double { mean + mean * mean / shape }

  /// Returns the proportion of the variance that earlier sends explain: the squared correlation of
  /// the sends of so many months before and during an experiment (CUPED).
  public func explained(monthsBefore: Double, monthsDuring: Double) -> Double {
    1 / ((1 + shape / (monthsBefore * mean)) * (1 + shape / (monthsDuring * mean)))
  }

  /// Returns the squared correlation among simulated members, so many in each world; `nil`
  /// for fewer than two worlds.
  public func simulatedExplained(
    monthsBefore: Double, monthsDuring: Double, worlds: Int, members: Int = 200_000,
    stream: RandomStream
  ) -> SimulatedValue? {
    let rates = Gamma.certain(try Gamma(shape: shape, scale: mean / shape))
    var moments = RunningMoments()
    for world in 0..<worlds {
      var draw = stream[UInt64(world)]
      var pairs = ControlVariate()
      for _ in 0..<members {
        let rate = rates.sample(using: &draw)
        func sends(_ months: Double) -> Double {
          Double(Poisson.certain(try Poisson(mean: rate * months)).sample(using: &draw))
        }
        let before = sends(monthsBefore)
        pairs.record(sends(monthsDuring), control: before)
      }
      if let remaining = pairs.remainingVariance { moments.record(1 - remaining) }
    }
    return SimulatedValue(moments)
  }
}

extension ExposureCounts {
  /// The proportions of people whose contacts are all treated.
  static func checks(_ scale: CheckScale) -> [ClosedFormCheck] {
    [1, 2, 5, 10].enumerated().flatMap { place, contacts in
      let counts = ExposureCounts(contacts: contacts)
      return scale.check(
        "all of \(contacts) contacts treated", counts.probability,
        counts.simulated(worlds: scale.worlds(200), stream: scale.stream(place)))
    }
  }
}

extension SendingHabits {
  /// What months before explain of the sends of a month.
  static func checks(_ scale: CheckScale) -> [ClosedFormCheck] {
    [(0.264, 1), (0.264, 3), (0.264, 6), (1.5, 1), (1.5, 3)].enumerated()
      .flatMap { place, row in
        let habits = SendingHabits(mean: row.0)
        return scale.check(
          "m \(row.0): months before \(row.1), during 1",
          habits.explained(monthsBefore: Double(row.1), monthsDuring: 1),
          habits.simulatedExplained(
            monthsBefore: Double(row.1), monthsDuring: 1, worlds: scale.worlds(20),
            stream: scale.stream(place)))
      }
  }
}

extension AlikeInvites {
  /// The invites that count among all, at two correlations and two sizes of shares.
  static func checks(_ scale: CheckScale) -> [ClosedFormCheck] {
    [(1, 0.05), (1, 0.2), (5, 0.05), (5, 0.2)].enumerated().flatMap { place, row in
      let invites = AlikeInvites(
        shares: SendingHabits(mean: 1.5), recipients: row.0, correlation: row.1)
      return scale.check(
        "M 1.5, r \(row.0), ρ \(row.1): 1 / DEFF", 1 / invites.designEffect.factor,
        invites.simulatedShareThatCounts(
          worlds: scale.worlds(40), stream: scale.stream(place)))
    }
  }
}

extension FadingEffect {
  /// The mean effect over one, two and four weeks.
  static func checks(_ scale: CheckScale) -> [ClosedFormCheck] {
    let effect = FadingEffect(first: 0.3, lasting: 0.1, days: 7)
    return [7.0, 14, 28].enumerated().flatMap { place, days in
      scale.check(
        "0.3 to 0.1 in 7 days: mean over \(Int(days)) days", effect.mean(over: days),
        effect.simulatedMean(
          over: days, worlds: scale.worlds(500), stream: scale.stream(place)))
    }
  }
}
