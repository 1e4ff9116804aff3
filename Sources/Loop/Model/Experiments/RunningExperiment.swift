public import Profiles
import RandomStreams
public import Vocabulary

/// A running experiment: its arms, who is in which, and what becomes of them.
///
/// A run with an experiment has one shard, whose model holds it.
struct RunningExperiment: ~Copyable {
  /// The control and the variants.
  let arms: [PreparedGrowthPlan]
  let assignment: Assignment
  private let unit: Experiment.Unit
  private let inheriting: Double
  /// Whether each use of the app reads the flags, in any arm.
  private let readsAlways: Bool
  private var clusters = Clusters.none
  /// The arm of the use of the app that began last.
  private var armInUse = Assignment.outside
  /// The period that was asked for last, with its arm.
  private var period = (number: -1, arm: Assignment.outside)

  private(set) var record: TrialRecord
  /// The places of invites by sender and number.
  private var places: [UInt64: UInt32] = [:]

  /// Prepares the experiment of a plan, whose control is prepared; `nil` where it has none.
  ///
  /// - Throws: `InvalidParameter` or `JourneySettingError`.
  init?(of plan: GrowthPlan, control: PreparedGrowthPlan, chance: RandomSource) throws {
    guard let experiment = plan.experiment else { return nil }
    arms =
      try [control]
      + experiment.variants.map { arm in
        var variant = plan
        variant.profile = arm.profile
        variant.behaviour = arm.behaviour
        return try PreparedGrowthPlan(variant, chance: chance, beside: control)
      }
    unit = experiment.unit
    readsAlways = arms.allSatisfy { $0.behaviour.use.freshStarts >= 1 }
    inheriting = experiment.inherits
    assignment = Assignment(
      experiment, from: control.first, control.streams[.assignment])
    record = TrialRecord(
      begins: control.first, starts: assignment.starts, ends: UInt32(clamping: Int(control.length)))
    if unit == .time { record.periods = assignment.armsOfPeriods(until: record.ends) }
  }

  /// The plan of an arm; those outside live under the control's.
  func plan(_ arm: UInt8) -> PreparedGrowthPlan {
    arm == Assignment.outside ? arms[0] : arms[Int(arm)]
  }

  // MARK: Who is in which arm

  /// Groups people into the clusters that are assigned together.
  mutating func gather(around seeds: borrowing Column<PersonNumber>) {
    let market = arms[0].behaviour.market
    switch unit {
    case .community: clusters = .communities(size: UInt64(market.communitySize))
    case .ego:
      clusters = .egos(
        of: seeds.indices.map { seeds[$0] }, among: arms[0].acquaintances, people: market.people)
    case .user, .inviter, .newcomer, .invite, .time: break
    }
    self.seeds = UInt32(seeds.count)
  }

  /// Adds a member, whose number is the place in the record.
  mutating func add(_ person: PersonNumber, at joined: UInt32) {
    let cluster = clusters.cluster(of: person)
    record.members.append(
      TrialRecord.Member(
        person: person, cluster: cluster, joined: joined, read: joined,
        place: assignment.place(of: cluster)))
  }

  /// Begins a member's use of the app, which reads the flags if it starts the app anew.
  ///
  /// - Returns: The arm of the use.
  mutating func beginUse(by number: UInt32, at moment: UInt32) -> UInt8 {
    if readsAlways || readsAnew(number, at: moment) { record.members[Int(number)].read = moment }
    armInUse = arm(of: number)
    return armInUse
  }

  /// Whether a use of the app at `moment` starts it anew.
  private mutating func readsAnew(_ number: UInt32, at moment: UInt32) -> Bool {
    let chance = plan(arm(of: number)).behaviour.use.freshStarts
    let person = record.members[Int(number)].person
    return chance >= 1 || assignment.startsAnew(person, at: moment, with: chance)
  }

  /// Notes that the member whose use began last uses the app at `moment`.
  mutating func noteUse(by number: UInt32, at moment: UInt32) {
    let arm = armInUse
    record.members[Int(number)].arm = arm
    guard arm != Assignment.outside else { return }
    let exposed = record.members[Int(number)].exposed
    if exposed == TrialRecord.never {
      record.members[Int(number)].exposed = moment
    } else if moment >= exposed + Self.week,
      record.members[Int(number)].returned == TrialRecord.never
    {
      record.members[Int(number)].returned = moment
    }
  }

  private static let week: UInt32 = 7 * 86_400

  /// Returns the arm in which a member uses the app, by the flags as they were read last.
  mutating func arm(of number: UInt32) -> UInt8 {
    let member = record.members[Int(number)]
    switch unit {
    case .time: return armOfAll(at: member.read)
    case .invite: return member.read < assignment.starts ? Assignment.outside : 0
    case .newcomer where number < seeds || member.joined < assignment.starts:
      return Assignment.outside
    case .user, .inviter, .newcomer, .ego, .community:
      return assignment.arm(at: member.place, member.read)
    }
  }

  /// Returns the arm of all people at `moment`, in an experiment by time.
  private mutating func armOfAll(at moment: UInt32) -> UInt8 {
    guard moment >= assignment.starts else { return Assignment.outside }
    let number = assignment.period(of: moment)
    if number != period.number { period = (number, assignment.armOfAll(at: moment)) }
    return period.arm
  }

  /// The number of members who were there from the start.
  private var seeds: UInt32 = 0

  /// Returns the arm in which the launch of a member who is not yet one is decided.
  mutating func armBeforeLaunch(of person: PersonNumber, at moment: UInt32) -> UInt8 {
    switch unit {
    case .time: armOfAll(at: moment)
    case .inviter, .invite: Assignment.outside
    case .user, .newcomer, .ego, .community:
      assignment.arm(at: assignment.place(of: clusters.cluster(of: person)), moment)
    }
  }

  /// Assigns a newcomer, the last of the members, at the launch.
  ///
  /// - Returns: The arm of the first run.
  mutating func launch(
    _ number: UInt32, creditedTo inviter: (person: Inviter, number: UInt32)?, at moment: UInt32
  ) -> UInt8 {
    let place = Int(number)
    record.members[place].inviter = inviter?.number ?? TrialRecord.never
    if let of = inviter?.number, assignment.inherits(record.members[place].person, with: inheriting)
    {
      record.members[place].place = record.members[Int(of)].place
      record.members[place].inherited = true
    }
    armInUse = arm(of: number)
    noteUse(by: number, at: moment)
    var arm = record.members[place].arm
    switch unit {
    case .inviter, .invite: arm = inviter?.person.marks.arm ?? arm
    case .user, .newcomer, .ego, .community, .time: break
    }
    record.members[place].firstRunArm = arm
    return arm
  }

  /// Assigns the second installation of the newest member, who starts one with `chance`.
  ///
  /// - Returns: Its arm; `nil` without one, and where the person is assigned with others.
  mutating func startSecond(_ number: UInt32, with chance: Double, at moment: UInt32) -> UInt8? {
    switch unit {
    case .user, .inviter, .newcomer: break
    case .invite, .ego, .community, .time: return nil
    }
    let person = record.members[Int(number)].person
    guard assignment.startsSecond(person, with: chance) else { return nil }
    let arm = assignment.arm(at: assignment.place(of: person | 1 << 45), moment)
    record.members[Int(number)].secondArm = arm
    return arm == Assignment.outside ? nil : arm
  }

  /// Merges the account of a member's second installation into the first.
  mutating func merge(_ number: UInt32) { record.members[Int(number)].isMerged = true }

  /// Returns the arm of the first run of a member.
  func armOfFirstRun(of number: UInt32) -> UInt8 { record.members[Int(number)].firstRunArm }

  /// Returns the arm of an invite of a member in `arm`.
  mutating func armOfInvite(_ invite: UInt16, by number: UInt32, at moment: UInt32) -> UInt8 {
    guard unit == .invite else { return arm(of: number) }
    let person = record.members[Int(number)].person
    return assignment.arm(
      at: assignment.place(of: person << 16 | UInt64(invite) | 1 << 63), moment)
  }

  // MARK: What becomes of them

  /// Notes an invite; those before the experiment count as what its members did before.
  mutating func send(
    _ invite: UInt16, by number: UInt32, to recipient: PersonNumber, arm: UInt8, at: UInt32,
    isReported: Bool
  ) {
    let person = record.members[Int(number)].person
    places[person << 16 | UInt64(invite)] = UInt32(record.invites.count)
    record.invites.append(
      TrialRecord.Invite(
        sender: number, recipient: recipient, arm: arm, sent: at, isReported: isReported))
  }

  /// Notes the tap on an invite.
  mutating func tap(_ invite: UInt16, by person: PersonNumber, at moment: UInt32) {
    guard let place = places[person << 16 | UInt64(invite)] else { return }
    record.invites[Int(place)].tapped = moment
  }

  /// Notes the launch of a member that an invite led to.
  mutating func launch(
    of number: UInt32, after invite: UInt16, by person: PersonNumber, at moment: UInt32
  ) {
    guard let place = places[person << 16 | UInt64(invite)] else { return }
    record.invites[Int(place)].launched = moment
    record.members[Int(number)].cause = place
  }

  /// Notes a member's arrival at home.
  mutating func reachHome(_ number: UInt32, at moment: UInt32) {
    record.members[Int(number)].home = moment
    let cause = record.members[Int(number)].cause
    if cause != TrialRecord.never { record.invites[Int(cause)].home = moment }
  }

  /// Notes something that a member did or met.
  mutating func note(
    _ kind: TrialRecord.Moment.Kind, of number: UInt32, at moment: UInt32, times: Int = 1
  ) {
    for _ in 0..<times {
      record.moments.append(
        TrialRecord.Moment(
          member: number, at: moment, arm: record.members[Int(number)].arm, kind: kind))
    }
  }
}

extension Inviter.Marks {
  private static let firstArmBit = 3

  /// The arm of the invite.
  var arm: UInt8 {
    get {
      let bits = rawValue >> Self.firstArmBit
      return bits == 0 ? Assignment.outside : bits - 1
    }
    set {
      let bits = newValue == Assignment.outside ? 0 : newValue + 1
      self = Inviter.Marks(rawValue: rawValue & 0b111 | bits << Self.firstArmBit)
    }
  }
}

/// Which arm a unit is in: a stable hash of salt and unit, so that a larger share of a variant only
/// ever adds people (P-PLN-09).
struct Assignment: Sendable {
  /// The arm of those outside of the experiment.
  static let outside = UInt8.max

  private let draws: RandomStream
  private let salt: UInt32
  private let variants: Int
  private let stages: [(from: UInt32, arms: ArmPlaces)]
  /// When outcomes begin to count, in seconds since the epoch of the run.
  let starts: UInt32
  private let period: UInt32
  private let alternates: Bool

  init(_ experiment: Experiment, from first: UInt32, _ draws: RandomStream) {
    self.draws = draws
    salt = experiment.salt
    variants = experiment.variants.count
    let starts = first + UInt32(clamping: experiment.starts.milliseconds / 1_000)
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

/// The clusters of people who are assigned together.
enum Clusters: Sendable {
  /// Each person alone.
  case none
  /// The first person of a community, by its size.
  case communities(size: UInt64)
  /// By person: the member whose cluster it is; where there is none, the person alone.
  case egos([UInt32])

  /// Returns the number of the cluster of `person`.
  func cluster(of person: PersonNumber) -> UInt64 {
    switch self {
    case .none: person
    case .communities(let size): person / size * size
    case .egos(let egos):
      egos[Int(person)] == Self.nobody ? person : UInt64(egos[Int(person)])
    }
  }

  private static let nobody = UInt32.max

  /// Makes clusters of members, in this order, and of those of their contacts who are in none.
  static func egos(
    of members: [PersonNumber], among acquaintances: Acquaintances, people: Int
  ) -> Clusters {
    var egos = [UInt32](repeating: nobody, count: people)
    for member in members where egos[Int(member)] == nobody {
      let ego = UInt32(truncatingIfNeeded: member)
      egos[Int(member)] = ego
      for number in 0..<acquaintances.contacts(of: member) {
        guard let contact = acquaintances.contact(number, of: member),
          egos[Int(contact)] == nobody
        else { continue }
        egos[Int(contact)] = ego
      }
    }
    return .egos(egos)
  }
}

/// An experiment in the loop, or a staged rollout: from a day on, some people live under other rules
/// or behave otherwise.
public struct Experiment: Hashable, Sendable {
  /// The arms beside the control, which is the plan's own.
  public var variants: [Arm]
  public var unit = Unit.user
  /// The shares of the arms over time, the earliest first.
  public var stages = [Stage]()
  /// The probability that an invitee gets the inviter's arm, instead of a draw of their own.
  public var inherits = 0.0
  /// When units are assigned and outcomes count, after the start of the run.
  public var starts = Interval.zero
  /// The length of the periods of an experiment by time.
  public var period = Interval.days(7)
  /// Whether periods take turns, instead of each being drawn.
  public var alternates = false
  /// What sets the assignment apart from those of other experiments.
  public var salt: UInt32 = 0

  public init(_ variants: [Arm], in stages: [Stage]) {
    self.variants = variants
    self.stages = stages
  }

  /// The rules and the behaviour of an arm.
  public struct Arm: Hashable, Sendable {
    public var profile: Profile
    public var behaviour: Behaviour

    public init(_ profile: Profile, _ behaviour: Behaviour) {
      self.profile = profile
      self.behaviour = behaviour
    }
  }

  /// What is assigned to an arm, and so decides who sees what.
  public enum Unit: String, CaseIterable, Sendable {
    /// Each person: what members see and send, and what they meet as newcomers.
    case user
    /// Each person as an inviter: what members see and send; newcomers meet the arm of the invite that
    /// is credited.
    case inviter
    /// Each newcomer; who was there before stays outside.
    case newcomer
    /// Each invite: its message, and what the newcomer meets whom it brings.
    case invite
    /// A member with the contacts who are in no other cluster.
    case ego
    case community
    /// All people at once, for a period of time.
    case time
  }

  /// The shares of the arms from a moment on.
  public struct Stage: Hashable, Sendable {
    /// After the start of the experiment.
    public var after: Interval
    /// The share of each variant.
    public var variants: [Double]
    /// The share of the control; what is left over is outside of the experiment.
    public var control: Double

    public init(after: Interval = .zero, variants: [Double], control: Double? = nil) {
      self.after = after
      self.variants = variants
      self.control = control ?? max(0, 1 - variants.reduce(0, +))
    }
  }

  /// Returns the experiment in which everybody is in this arm; 0 is the control.
  public func everybody(in arm: Int) -> Experiment {
    var everybody = self
    everybody.unit = .user
    everybody.inherits = 0
    everybody.stages = [
      Stage(
        variants: variants.indices.map { $0 + 1 == arm ? 1 : 0 }, control: arm == 0 ? 1 : 0)
    ]
    return everybody
  }
}
