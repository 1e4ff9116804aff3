public import Invites
import Onboarding
public import RandomStreams
public import Vocabulary

/// The distribution of a delay.
public enum Delay: Hashable, Sendable {
  case fixed(Interval)
  case exponential(mean: Interval)
  /// Half of all delays are at most the median; sigma is the standard deviation of the logarithm.
  case logNormal(median: Interval, sigma: Double)
}

/// A delay with its quantiles in a lookup table.
struct DelayTable: Sendable {
  private enum Shape {
    case fixed(Interval)
    case exponential(Exponential)
    case logNormal(LogNormal)

    /// Returns the quantile at the proportion `place`, in milliseconds.
    func quantile(_ place: Double) -> Double {
      switch self {
      case .fixed(let interval): Double(interval.milliseconds)
      case .exponential(let distribution): distribution.quantile(place)
      case .logNormal(let distribution): distribution.quantile(place)
      }
    }
  }

  private let shape: Shape
  private let table: QuantileTable

  /// Validates `delay` and computes its table.
  init(_ delay: Delay) throws(InvalidParameter) {
    switch delay {
    case .fixed(let interval):
      guard interval >= .zero else {
        throw InvalidParameter(
          "delay", is: Double(interval.milliseconds), allowed: "at least 0 milliseconds")
      }
      shape = .fixed(interval)
    case .exponential(let mean):
      shape = .exponential(try Exponential(mean: Double(mean.milliseconds)))
    case .logNormal(let median, let sigma):
      shape = .logNormal(try LogNormal(median: Double(median.milliseconds), sigma: sigma))
    }
    table = QuantileTable(shape.quantile)
  }

  /// Returns the table of a delay whose parameters are constants in the source.
  static func certain(_ delay: Delay) -> DelayTable {
    do {
      return try DelayTable(delay)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Returns the quantile at the proportion `place`, above 0 and below 1, to the millisecond.
  @inline(__always)
  func time(at place: Double) -> Interval {
    // The limit of a hundred years is far from where the arithmetic overflows.
    .milliseconds(Int64(min(table.quantile(place, else: shape.quantile), 3e12) + 0.5))
  }

  /// Returns that quantile in whole seconds.
  @inline(__always)
  func seconds(at place: Double) -> UInt32 {
    UInt32(truncatingIfNeeded: (time(at: place).milliseconds + 500) / 1_000)
  }
}

/// The behaviour of people where no rule decides: all parameters of a scenario except its policies.
public struct Behaviour: Hashable, Sendable {
  public var market = Market()
  public var arrivals = OrganicArrivals()
  public var use = Use()
  public var sharing = Sharing()
  public var recipients = Recipients()
  public var devices = Devices()
  public var firstRun = FirstRun()
  /// What the loop costs and brings; `nil` where no one counts it.
  public var money: Money?

  public init() {}
}

/// The behaviour of newcomers in the first run.
public struct FirstRun: Hashable, Sendable {
  /// Whether newcomers go through the screens of onboarding.
  ///
  /// If not, all reach home at once, as in models of plain diffusion.
  public var isPlayed = true
  /// The chance of leaving at a screen without a chance of its own.
  public var dropPerScreen = 0.02
  /// The chance of leaving where the phone number is verified.
  public var dropAtCode = 0.25
  /// The factor on these chances for newcomers who are welcomed by their inviter's name, and the further
  /// one at the welcome screen, where the inviter's card is social proof.
  public var inviteContext = 1.0
  public var socialProof = 1.0
  /// The proportion who allow contacts after the explainer, which onboarding always shows.
  public var grantWithExplainer = 0.66
  /// The time on a screen.
  public var perScreen = Delay.logNormal(median: .seconds(8), sigma: 0.8)

  // The following values are assumptions (grade D).

  /// The chance of leaving where the app asks for an account without a phone number.
  public var dropAtAccount = 0.10
  /// The proportion of those without a grant who tap "Not now"; the rest deny the system's request.
  public var notNow = 0.5
  /// The proportion of grants that are limited to some contacts.
  public var limitedGrant = 0.1
  /// The chance that the username is left to the app.
  public var skipUsername = 0.5
  /// The chance of a wrong digit in the phone number, and in the code.
  public var wrongNumber = 0.02
  public var wrongCode = 0.08
  /// The delivery time of a code.
  public var codeTime = Delay.logNormal(median: .seconds(8), sigma: 0.8)
  /// The time of the first sync of contacts, and the chance that it finds something to clean up.
  public var syncTime = Delay.logNormal(median: .seconds(12), sigma: 0.7)
  public var findings = 0.9
  /// The chance that a newcomer accepts an offered connection to the inviter.
  public var acceptConnection = 0.6
  /// The chance that the first session goes on to the primary action of home.
  public var act = 0.3
  /// The chance that a newcomer starts a second installation too.
  ///
  /// It is an account of its own until both have signed up and are merged. Only the sizes of an
  /// experiment's arms know of it.
  public var secondStart = 0.0

  // Limits that the profile needs and no document states.

  /// The number of times that a newcomer may change the phone number at sign-up.
  public var numberSwitches = 3
  /// The lifetime of a code.
  public var codeLife = Interval.minutes(10)

  public init() {}

  /// Newcomers who do everything asked at once, and leave nowhere.
  static let direct: FirstRun = {
    var behaviour = FirstRun()
    behaviour.dropPerScreen = 0
    behaviour.dropAtCode = 0
    behaviour.dropAtAccount = 0
    behaviour.grantWithExplainer = 1
    behaviour.limitedGrant = 0
    behaviour.skipUsername = 0
    behaviour.wrongNumber = 0
    behaviour.wrongCode = 0
    behaviour.findings = 0
    behaviour.acceptConnection = 1
    behaviour.act = 0
    behaviour.perScreen = .fixed(.zero)
    behaviour.codeTime = .fixed(.zero)
    behaviour.syncTime = .fixed(.zero)
    return behaviour
  }()

  /// The assumed limits, as a policy.
  var assumedLimits: SignUpPolicy {
    var policy = SignUpPolicy()
    policy.numberSwitchLimit = .value(numberSwitches)
    // Nobody in the model looks up who has a number.
    policy.socialProofLimit = .unused
    policy.otpExpirySeconds = .value(Int(codeLife.milliseconds / 1_000))
    return policy
  }
}

/// The people of the market, and their acquaintances.
public struct Market: Hashable, Sendable {
  /// The number of people in the market, members or not.
  public var people = 100_000
  /// The number of people in a community, where most acquaintances live.
  ///
  /// In a community of one person, these acquaintances do not exist.
  public var communitySize = 500
  /// The proportion of acquaintances in the same community, from 0 to 1.
  public var communityShare = 0.8
  /// The median number of contacts on a phone.
  public var contactsMedian = 150.0
  /// The standard deviation of the logarithm of that number.
  public var contactsSigma = 1.1
  /// The suggested duplicates per contact of an address book.
  public var suggestionsPerContact = 0.015
  /// The acquaintances, if they are given; communities and numbers of contacts are not drawn then.
  public var acquaintances: EdgeList?
  /// Whether each given pair stands for both directions.
  public var areMutual = false
  /// The clock by which members' days and weeks end, all over the market.
  public var zone = CivilZone.utc
  /// The proportion of people whose phone runs the app.
  public var iOSShare = 0.57

  public init() {}
}

/// The odds of something by a name, as factors on its usual odds; 1 leaves them as they are.
public struct Odds<Name: CaseIterable & Hashable & Sendable>: Hashable, Sendable {
  /// In the order of `allCases`.
  private var factors = [Double](repeating: 1, count: Name.allCases.count)

  public init() {}

  public subscript(name: Name) -> Double {
    get { factors[Self.place(of: name)] }
    set { factors[Self.place(of: name)] = newValue }
  }

  private static func place(of name: Name) -> Int {
    for (place, other) in Name.allCases.enumerated() where other == name { return place }
    preconditionFailure("\(name) is no case of its type")
  }
}

extension Recipients {
  /// Returns so many times, in days, from a send to the first launch that it leads to.
  ///
  /// The sum of the delays until the tap, the install and the launch, each drawn by itself.
  public func daysToLaunch(_ count: Int) throws(InvalidParameter) -> [Double] {
    let tables = [
      try DelayTable(tapDelay), try DelayTable(installDelay), try DelayTable(launchDelay),
    ]
    let stream = RandomStream(key: 0)
    return (0..<count).map { number in
      tables.indices.reduce(0) {
        let time = tables[$1].time(at: stream.openUniform(UInt64(number), UInt32($1)))
        return $0 + Double(time.milliseconds) / 86_400_000
      }
    }
  }
}

/// The behaviour of recipients of an invite.
public struct Recipients: Hashable, Sendable {
  /// The chance that a recipient taps the link.
  public var tap = 0.40
  public var tapDelay = Delay.logNormal(median: .hours(2), sigma: 1.6)
  /// The chance that a tap by a person without the app leads to an install.
  public var install = 0.25
  public var installDelay = Delay.logNormal(median: .minutes(570), sigma: 1.634)
  public var launchDelay = Delay.logNormal(median: .minutes(2), sigma: 1.5)

  /// The wait for the landing page; `nil` where `install` has it already.
  public var landing: LandingWait?
  /// The chance that the recipient of an invite reports it as spam.
  public var complaint = 0.001

  // What sets invites apart; without these, all have the same chances.

  /// The standard deviation of the inviters' effect on the logits of `tap` and `install`, whose means
  /// stay as they are.
  public var inviterSpread = 0.0
  /// The factors on the odds of a tap, by the channel, by the trigger of the prompt that led to the
  /// invite, and for an invite to a contact by name.
  public var channelOdds = Odds<ShareTarget>()
  public var triggerOdds = Odds<PromptTrigger>()
  public var byNameOdds = 1.0
  /// The factors on these odds for the first invite that a person gets, the second and so on.
  ///
  /// The last is for all later ones; empty, an invite is as good as the one before.
  public var repeatOdds: [Double] = []

  public init() {}
}

/// The behaviour of members in sharing.
public struct Sharing: Hashable, Sendable {
  /// The chance that a session leads to an entry point of sharing without a prompt.
  public var visit = 0.02
  /// The shape of the gamma distribution, of mean 1, of members' inclination to share; small values
  /// are unequal.
  public var propensityShape = 0.35
  /// The chances that a member taps or dismisses a prompt; the rest ignore it.
  ///
  /// With the chances below, one view in ten or eleven leads to a share: Extole reports 10 %,
  /// Friendbuy 5 to 9 %.
  public var promptTap = 0.20
  public var promptDismiss = 0.40
  /// The chance that a share screen or picker that is open leads to a share sheet.
  public var proceed = 0.6
  /// The chance that a share sheet is completed rather than cancelled.
  public var complete = 0.75
  /// The chance that the link is copied instead, by the Copy button or else in the share sheet.
  public var copy = 0.1
  /// The chance that a member edits the message before it is sent, where the app knows of that; an
  /// assumption (grade D).
  public var edit = 0.05
  /// The chances that creating the link fails, and that the member retries.
  public var linkFailure = 0.01
  public var retry = 0.5
  /// The chance that the phone is offline.
  public var offline = 0.02
  /// The mean number of recipients of a completed share, at least one.
  ///
  /// At a 40 % chance of a tap, a share brings two clicks; Friendbuy counts 1.8 to 2.8.
  public var recipients = 5.0
  /// The invites that a newcomer sends on reaching home, on average: a Poisson number.
  public var invitesAtHome = 0.0
  /// The invites that a member sends in a day outside of the app's screens, on average.
  public var invitesPerDay = 0.0
  /// The shape of the gamma distribution, of mean 1, of the members' factors on these two; `nil` where
  /// all members have the same.
  public var invitesShape: Double?
  /// How many times as much members invite without being asked whom no invite brought: the factor on
  /// `visit` and these two.
  public var founderFactor = 1.0
  /// The proportion of members of a keener kind, and how many times as much these invite.
  public var keenShare = 0.0
  public var keenFactor = 1.0
  /// The chance that a member whom an invite brought is of the kind of its sender; all others are keen
  /// with `keenShare`.
  public var keenLikeness = 0.0
  /// The most invites that a member has to send, as coupons in a survey; `nil` for no end.
  ///
  /// No document asks for such a limit (D-SEL-08 rules it out), so no profile has it.
  public var mostInvites: Int?
  /// The surplus of `visit` and `promptTap` when a member is new, and the time in which half of it is
  /// lost.
  public var noveltyLift = 0.0
  public var noveltyHalfLife = Interval.days(7)
  /// The proportion of the remaining stay that a dismissed prompt costs its member, and that a report
  /// as spam costs the sender of the invite.
  public var dismissalCost = 0.0
  public var complaintCost = 0.0
  /// The distribution of completed shares over the channels.
  public var channels = ChannelMix()

  // The following values are assumptions (grade D), except the grants.

  /// The chance that a cancelled sheet is opened again.
  public var again = 0.15
  /// The chance that a copied link is pasted to a recipient.
  public var pasted = 0.6
  /// The chance that the system does not report the target of a share.
  public var untold = 0.05
  /// The proportion who allow contacts after the picker's explainer, and at the system's question
  /// alone.
  ///
  /// From below 40 % cold to 66 % after an explainer (Mulligan on Cluster; grade B).
  public var grantWithExplainer = 0.66
  public var grantWithoutExplainer = 0.40
  /// The proportion of those without a grant who skip the explainer; the rest deny the system's
  /// request.
  public var skip = 0.5
  /// The proportion of grants that are limited to some contacts, and the maximum of these.
  public var limitedGrant = 0.1
  public var limitedContacts = 10
  /// The chance that a member without a list of contacts follows the link that allows it.
  public var allowLater = 0.05
  /// The chance that reading contacts fails.
  public var contactsFailure = 0.001
  /// The chance that a member taps Invite More on the screen that confirms a share.
  public var inviteMore = 0.0
  /// The chance that a member who is warned of many recipients picks no more.
  public var heedsWarning = 0.3
  /// The time of a tap in a flow, and of the share sheet with the app that it opens.
  public var perStep = Delay.logNormal(median: .seconds(3), sigma: 0.6)
  public var perSheet = Delay.logNormal(median: .seconds(15), sigma: 0.8)
  /// The service's time to create a link; not rounded to seconds.
  public var linkTime = Delay.logNormal(median: .milliseconds(300), sigma: 0.8)
  /// The time for which an offline phone stays offline.
  public var offlineTime = Delay.exponential(mean: .minutes(20))
  /// The chance that a member whose link waited for the network shares it when it is ready.
  public var resume = 0.3

  public init() {}
}

/// The weights of the channels.
public struct ChannelMix: Hashable, Sendable {
  public var messages = 0.45
  public var whatsapp = 0.30
  public var telegram = 0.05
  public var email = 0.05
  public var airdrop = 0.02
  public var other = 0.13

  public init() {}
}

/// A chance that differs among people: its logit is normal among them, and its mean over them is
/// given.
public struct SpreadChance: Sendable {
  public let mean: Double
  /// The standard deviation of the logit.
  public let spread: Double
  /// The logit of a person in the middle.
  private let middle: Double

  /// `mean` is from 0 to 1, and `spread` at least 0.
  public init(mean: Double, spread: Double) {
    self.mean = mean
    self.spread = spread
    guard spread > 0, mean > 0, mean < 1 else {
      middle = mean <= 0 ? -.infinity : mean >= 1 ? .infinity : Self.logit(mean)
      return
    }
    // The mean grows with the middle; the bounds hold it, since half of all people are on each side.
    var (low, high) = (Self.logit(mean) - 6 * spread, Self.logit(mean) + 6 * spread)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let reached = Self.average { Self.logistic(middle + spread * $0) }
      if reached < mean { low = middle } else { high = middle }
    }
    middle = (low + high) / 2
  }

  /// Returns the chance of a person at this standard normal deviate, at odds changed by a factor.
  @inline(__always)
  func chance(at deviate: Double, logOdds: Double = 0) -> Double {
    Self.logistic(middle + spread * deviate + logOdds)
  }

  /// The intraclass correlation: the share of the outcomes' variance that lies between people.
  public var likeness: Double {
    guard spread > 0, mean > 0, mean < 1 else { return 0 }
    let square = Self.average { deviate in
      let chance = chance(at: deviate)
      return chance * chance
    }
    return max(0, square - mean * mean) / (mean * (1 - mean))
  }

  private static func logit(_ chance: Double) -> Double { Double.log(chance / (1 - chance)) }

  private static func logistic(_ logit: Double) -> Double { 1 / (1 + Double.exp(-logit)) }

  /// Returns the mean of a smooth function of a standard normal deviate, to about nine digits: by
  /// the trapezoid rule, which is that good where a function fades at both ends.
  private static func average(_ function: (Double) -> Double) -> Double {
    var sum = 0.0
    var weights = 0.0
    for step in -64...64 {
      let deviate = Double(step) / 8
      let weight = Double.exp(-deviate * deviate / 2)
      sum += weight * function(deviate)
      weights += weight
    }
    return sum / weights
  }
}

extension Recipients {
  /// The taps of all recipients, who differ by the inviter.
  public var spreadTap: SpreadChance { SpreadChance(mean: tap, spread: inviterSpread) }
  /// The installs after taps.
  public var spreadInstall: SpreadChance { SpreadChance(mean: install, spread: inviterSpread) }
}
