public import AddressBooks
public import Vocabulary

/// The assumptions of studies of the loop: experiments, rollout, load and behaviour.
public struct PlanPolicy: Hashable, Sendable {
  /// An experiment that a document plans, by what it varies.
  public enum Experiment: String, CaseIterable, Sendable {
    /// The text of prompts; in `rin`.
    case promptCopy
    /// The moments of the triggers of prompts; in `rin`.
    case promptTiming
    /// A generic message, or one with the invite's context; in `product`.
    case messagePersonalisation
    /// The usual onboarding, or a short one with a later sign-up; in `product`.
    case onboardingLength
    /// The profile's entry point alone, or contextual triggers as well; in `product`.
    case triggerPlacement
    /// The system's prompt at once, or an explainer before it; in `design`.
    case permissionExplainer
    /// A toast after sending, or a success screen with "Invite More"; in `design`.
    case postSendMoment
  }

  /// A step of a rollout: the feature that is on, and its first day; `50` is half of the users.
  public struct Stage: Hashable, Sendable {
    /// The users or the feature that a step switches on.
    public enum Reach: Hashable, Sendable {
      /// Inviting, for this percentage of users, from 0 to 100.
      case percent(Int)
      /// Contextual prompts.
      case prompts
    }

    /// The users or the feature that the step switches on.
    public var reach: Reach
    /// The first day of the step, from 0 for the start of the rollout.
    public var day: Int

    /// Creates a step that begins on `day`.
    public init(_ reach: Reach, day: Int) {
      self.reach = reach
      self.day = day
    }
  }

  /// The names under which the service offers its operations (CNF-33).
  public enum APISurface: String, CaseIterable, Sendable {
    /// Resources and methods, such as `POST /invites`.
    case rest
    /// The REST names and, as aliases, those of `design`, such as `/invites/create`.
    case restWithRPCAliases = "rest + rpc aliases"
  }

  /// The experiments that the document plans, of 'growthloop experiment' alone.
  public var experiments: [Experiment] = [.promptCopy, .promptTiming]
  /// The steps by which a change reaches users, of a rollout alone.
  public var rollout = [Stage(.percent(100), day: 0), Stage(.prompts, day: 14)]
  /// The names of the service's operations, with no effect on a simulation.
  public var apiSurface = APISurface.rest
  /// The number of card fetches by messaging apps for each send.
  public var previewFetchesPerSend = 1.0
  /// The factor by which members who joined together stay longer.
  public var pairRetentionMultiplier = 1.0
  /// The numbers of contacts at which a list must stay fast, in all profiles.
  public var contactBenchmarkSizes = [500, 5_000, 10_000, 50_000]

  /// Creates the plans of `rin`.
  public init() {}
}

extension PlanPolicy {
  /// Inviting for everyone from day 0, and prompts from day 14.
  public static let rin = PlanPolicy()

  /// Inviting for 10% of users from day 0, 50% from day 2, everyone from day 4.
  public static let product: PlanPolicy = {
    var policy = PlanPolicy()
    policy.experiments = [.messagePersonalisation, .onboardingLength, .triggerPlacement]
    policy.rollout = [
      Stage(.percent(10), day: 0), Stage(.percent(50), day: 2), Stage(.percent(100), day: 4),
    ]
    return policy
  }()

  /// Inviting for 5% of users from day 0, 25% from day 3, everyone from day 7.
  public static let design: PlanPolicy = {
    var policy = PlanPolicy()
    policy.experiments = [.permissionExplainer, .postSendMoment]
    policy.rollout = [
      Stage(.percent(5), day: 0), Stage(.percent(25), day: 3), Stage(.percent(100), day: 7),
    ]
    policy.apiSurface = .restWithRPCAliases
    return policy
  }()
}

/// The time budgets of load tests, contact benchmarks and journeys.
public struct BudgetPolicy: Hashable, Sendable {
  /// The percentile of the response times that a budget limits.
  public enum Percentile: String, CaseIterable, Sendable {
    /// The median.
    case p50 = "P50"
    /// The time that one response in 10 exceeds.
    case p90 = "P90"
    /// The time that one response in 20 exceeds.
    case p95 = "P95"
    /// The time that one response in 100 exceeds.
    case p99 = "P99"
  }

  /// The time for resolving a link, at `resolvePercentile`; 200 ms in all profiles.
  public var resolve = Interval.milliseconds(200)
  /// The percentile at which `resolve` holds; P95 in all profiles.
  public var resolvePercentile = Percentile.p95
  /// The time for creating a link; 500 ms in all profiles.
  public var create = Interval.milliseconds(500)
  /// The time for loading the picker with 5,000 contacts; `nil` without a picker.
  public var pickerLoad: Interval?
  /// The time for one keystroke of a search; `nil` without a list.
  public var search: Interval? = .milliseconds(100)
  /// The time from the start of the journey to the first value; `nil` sets no budget.
  public var timeToFirstValue: Interval? = .seconds(120)

  /// Creates the budgets of `rin`.
  public init() {}
}

extension BudgetPolicy {
  /// No picker, a search within 100 ms, and a first value within 120 s.
  public static let rin = BudgetPolicy()

  /// Neither picker nor list, and a first value within 60 s.
  public static let product: BudgetPolicy = {
    var policy = BudgetPolicy()
    policy.search = nil
    policy.timeToFirstValue = .seconds(60)
    return policy
  }()

  /// A picker within 500 ms, a search within 100 ms, and no budget for the first value.
  public static let design: BudgetPolicy = {
    var policy = BudgetPolicy()
    policy.pickerLoad = .milliseconds(500)
    policy.timeToFirstValue = nil
    return policy
  }()
}

/// The behaviour of the contact list where its document leaves it open; only `rin` has one.
public struct ContactListPolicy: Hashable, Sendable {
  /// The headings of the list before the user's first choice; `nil` without a list.
  public var defaultGrouping: ListOptions.Grouping? = .alphabetical
  /// The second line of a row; `nil` without a list.
  public var rowSubtitle: ContactRow.Subtitle? = .phoneOrEmail
  /// The gesture that begins selecting; `nil` without a list.
  public var multiSelectEntry: MultiSelect.Entry? = .longPress

  /// Creates the behaviour in `rin`.
  public init() {}
}

extension ContactListPolicy {
  /// The proposals of document 001 for what it leaves open (CNF-57).
  public static let rin = ContactListPolicy()

  /// No contact list.
  public static let product: ContactListPolicy = {
    var policy = ContactListPolicy()
    policy.defaultGrouping = nil
    policy.rowSubtitle = nil
    policy.multiSelectEntry = nil
    return policy
  }()

  /// No contact list.
  public static let design = product
}
