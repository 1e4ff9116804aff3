import RandomStreams
import Vocabulary

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
    assignment = Assignment(experiment, control.streams[.assignment])
    record = TrialRecord(starts: assignment.starts, ends: UInt32(clamping: plan.days * 86_400))
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
