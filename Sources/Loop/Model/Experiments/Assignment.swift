import RandomStreams
import Vocabulary

/// Which arm a unit is in: a stable hash of salt and unit, so that a larger share of a variant only
/// ever adds people (P-PLN-09).
struct Assignment: Sendable {
  /// The arm of those outside of the experiment.
  static let outside = UInt8.max

  private let draws: RandomStream
  private let salt: UInt32
  private let variants: Int
  private let stages: [(from: UInt32, arms: ArmPlaces)]
  /// When outcomes begin to count, in seconds since the start of the run.
  let starts: UInt32
  private let period: UInt32
  private let alternates: Bool

  init(_ experiment: Experiment, _ draws: RandomStream) {
    self.draws = draws
    salt = experiment.salt
    variants = experiment.variants.count
    let starts = UInt32(clamping: experiment.starts.milliseconds / 1_000)
    self.starts = starts
    period = max(1, UInt32(clamping: experiment.period.milliseconds / 1_000))
    alternates = experiment.alternates
    stages = experiment.stages.map {
      (starts &+ UInt32(clamping: $0.after.milliseconds / 1_000), ArmPlaces($0))
    }
  }

  /// Returns the place of a unit, from 0 to below 1, which the arms divide among them.
  func place(of unit: UInt64) -> Double { draws.uniform(unit, salt) }

  /// Whether an invitee gets the inviter's place, by a draw of the invitee.
  func inherits(_ person: PersonNumber, with probability: Double) -> Bool {
    probability > 0 && draws.uniform(person | 1 << 41, salt) < probability
  }

  /// Whether a newcomer starts a second installation.
  func startsSecond(_ person: PersonNumber, with probability: Double) -> Bool {
    draws.uniform(person | 1 << 44, salt) < probability
  }

  /// Whether a person's use of the app at `moment` starts it anew.
  func startsAnew(_ person: PersonNumber, at moment: UInt32, with probability: Double) -> Bool {
    draws.uniform(person | 1 << 43, moment) < probability
  }

  /// Returns the arm of a unit at `moment`; `outside` before the start, and for those not taken in.
  func arm(at place: Double, _ moment: UInt32) -> UInt8 {
    guard let stage = stages.lastIndex(where: { $0.from <= moment }) else { return Self.outside }
    return stages[stage].arms.arm(at: place)
  }

  /// Returns the arm of all people at `moment`, in an experiment by time.
  func armOfAll(at moment: UInt32) -> UInt8 {
    guard moment >= starts else { return Self.outside }
    let number = period(of: moment)
    if alternates { return UInt8(number % (variants + 1)) }
    return arm(at: place(of: UInt64(number) | 1 << 42), moment)
  }

  /// The number of the period that contains `moment`.
  func period(of moment: UInt32) -> Int { Int((moment - min(moment, starts)) / period) }

  /// The arm of all people in each period until `end`, in an experiment by time.
  func armsOfPeriods(until end: UInt32) -> [UInt8] {
    end < starts ? [] : (0...period(of: end)).map { armOfAll(at: starts + UInt32($0) * period) }
  }
}

/// The arms of a stage by place, from 0 to below 1.
public struct ArmPlaces: Sendable {
  /// The places of each variant.
  private let parts: [(start: Double, end: Double)]
  /// The first place of the control among those that no variant has.
  private let control: Double

  public init(_ stage: Experiment.Stage) {
    parts = zip(Self.starts(of: stage.variants), stage.variants).map { ($0, $0 + $1) }
    // What is neither a variant's nor the control's is outside.
    let rest = 1 - stage.variants.reduce(0, +)
    control = stage.control >= rest - 1e-12 ? 0 : 1 - stage.control
  }

  /// Where the part of each variant begins: each has a part of its own, in which it can grow without
  /// another one's moving; where one is larger than its part, they follow each other.
  private static func starts(of shares: [Double]) -> [Double] {
    let part = 1 / Double(shares.count)
    if shares.allSatisfy({ $0 <= part }) { return shares.indices.map { Double($0) * part } }
    var sum = 0.0
    return shares.map { share in
      defer { sum += share }
      return sum
    }
  }

  /// Returns the arm at a place; that of those outside where it is nobody's.
  public func arm(at place: Double) -> UInt8 {
    for variant in parts.indices where place >= parts[variant].start && place < parts[variant].end {
      return UInt8(variant + 1)
    }
    return place >= control ? 0 : TrialRecord.outside
  }
}
