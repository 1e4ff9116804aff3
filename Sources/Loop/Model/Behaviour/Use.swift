import RandomStreams

/// The use of the app by members, and its duration.
public struct Use: Hashable, Sendable {
  /// The factor on the stay of credited newcomers; 1 means as long as the others.
  public var invitedStay = 1.0
  /// The proportion of those who stop using the app who remove it then.
  public var uninstall = 0.5
  /// The sessions per day of an active member.
  public var sessionsPerDay = 1.0
  /// What the proportions of retention are of.
  public var retentionMeans = RetentionMeaning.activity
  /// The proportions of newcomers who are active so many days after they came.
  public var retention: Retention = [1: 0.25, 14: 0.09, 30: 0.06]
  /// The proportion of a day's sessions that the rhythm moves to busy hours, from 0 (none) to 1.
  public var dailyRhythm = 0.6
  /// The surplus of sessions at the weekend: 0.2 is a fifth more than on weekdays.
  public var weekendLift = 0.1
  /// The chance in a session of reviewing pending duplicates, and the mean number resolved, a
  /// Poisson variable.
  public var dedupReview = 0.15
  public var resolvedPerReview = 4.0
  /// The chance in a session that the score reaches 60, of a member whose score never did before.
  public var scoreMilestone = 0.03
  /// The chance in a session of completing a key action.
  public var keyAction = 0.1
  /// The chance in a session of seeing social content.
  public var socialContent = 0.1
  /// The chance in a session of seeing an empty social feature.
  public var emptyState = 0.05
  /// The chance in a session of finishing an action of value.
  public var postAction = 0.1
  /// The chance in a session that the app is about to ask for contacts, of a member whom it has not
  /// asked; only where ``PromptTrigger/contactsPermission`` is one of the policy's triggers.
  public var contactsPermission = 0.05
  /// The chance that a session is in a core flow when a prompt is due.
  public var inCoreFlow = 0.1
  /// The chance in a session that three sections of the home tab stand above a prompt's card.
  public var crowdedHome = 0.0
  /// The chance that a session starts the app anew, which reads the flags of experiments and
  /// rollouts; in another one the app comes back with those that it had.
  public var freshStarts = 1.0
  /// The chance that an inviter returns after the notification of a newcomer.
  public var returnOnPush = 0.3
  /// By how much each friend in the app lengthens a member's stay, and raises the sessions a day: as
  /// proportions, for up to `mostFriends` friends.
  public var friendStay = 0.0
  public var friendActivity = 0.0
  /// The chance per day that a member deletes the account.
  public var accountDeletionPerDay = 0.0

  /// The proportion of members with a session on a day, of those who still use the app.
  public var greatestDailyActivity: Double { -Double.expMinusOne(-sessionsPerDay) }

  /// Returns the chance in a session that the score reaches `score`, from 1 to 100.
  ///
  /// Scores below 60 are equally likely, and so are those above.
  func chance(ofScore score: Int) -> Double {
    let (score, middle) = (Double(score), 60.0)
    if score >= middle { return scoreMilestone * ((100 - score) / (100 - middle)) }
    return scoreMilestone + (1 - scoreMilestone) * (middle - score) / middle
  }

  /// The number of friends above which one more changes nothing.
  static var mostFriends: UInt8 { 10 }

  public init() {}
}

/// The proportions of newcomers who are still there, or active, so many days after they came.
public struct Retention: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// The days on which activity is counted in every run.
  static let alwaysCounted = [1, 14, 30]
  /// The days on which it can be counted.
  public static let countable = Array(1...31) + [45, 60, 90, 120, 180, 365]

  public struct Point: Hashable, Sendable {
    public let day: Int
    public var share: Double
  }

  /// In the order of their days.
  public private(set) var points: [Point] = []

  public init(dictionaryLiteral shares: (Int, Double)...) {
    for (day, share) in shares { self[day] = share }
  }

  /// The proportion of a day; 0 for a day that has none.
  public subscript(day: Int) -> Double {
    get { points.first { $0.day == day }?.share ?? 0 }
    set {
      let place = points.firstIndex { $0.day >= day } ?? points.count
      if place < points.count, points[place].day == day { points.remove(at: place) }
      points.insert(Point(day: day, share: newValue), at: place)
    }
  }

  /// The days after the launch on which a run counts activity, in their order.
  public var countedDays: [Int] {
    Set(Self.alwaysCounted + points.map(\.day)).sorted()
  }
}

/// What the proportions of retention are of.
public enum RetentionMeaning: String, CaseIterable, Hashable, Sendable {
  /// Newcomers with a session on that day, as analytics services count them.
  case activity
  /// Newcomers who have not stopped using the app by then, whether or not they opened it that day.
  case stay
}
