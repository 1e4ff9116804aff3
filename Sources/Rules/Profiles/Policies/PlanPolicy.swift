/// The assumptions of studies of the loop: experiments, rollout, load and behaviour.
public struct PlanPolicy: Hashable, Sendable {
  public enum Experiment: String, CaseIterable, Sendable {
    case promptCopy
    case promptTiming
    case messagePersonalisation
    case onboardingLength
    case triggerPlacement
    case permissionExplainer
    case postSendMoment
  }

  /// A step of a rollout: the feature that is on, and its first day; `50` is half of the users.
  public struct Stage: Hashable, Sendable {
    public enum Reach: Hashable, Sendable {
      case percent(Int)
      case prompts
    }

    public var reach: Reach
    public var day: Int

    public init(_ reach: Reach, day: Int) {
      self.reach = reach
      self.day = day
    }
  }

  public enum APISurface: String, CaseIterable, Sendable {
    case rest
    case restWithRPCAliases = "rest + rpc aliases"
  }

  public var experiments: [Experiment] = [.promptCopy, .promptTiming]
  public var rollout = [Stage(.percent(100), day: 0), Stage(.prompts, day: 14)]
  public var apiSurface = APISurface.rest
  /// The number of card fetches by messaging apps for each send.
  public var previewFetchesPerSend = 1.0
  /// The factor by which members who joined together stay longer.
  public var pairRetentionMultiplier = 1.0
  public var contactBenchmarkSizes = [500, 5_000, 10_000, 50_000]

  public init() {}
}

extension PlanPolicy {
  public static let rin = PlanPolicy()

  public static let product: PlanPolicy = {
    var policy = PlanPolicy()
    policy.experiments = [.messagePersonalisation, .onboardingLength, .triggerPlacement]
    policy.rollout = [
      Stage(.percent(10), day: 0), Stage(.percent(50), day: 2), Stage(.percent(100), day: 4),
    ]
    return policy
  }()

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
