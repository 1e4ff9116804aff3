public import Profiles
public import Vocabulary

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
