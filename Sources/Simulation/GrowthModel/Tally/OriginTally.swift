import Invites
import Vocabulary

/// What became of invites, by what they came from.
public struct OriginTally: Sendable, Hashable {
  /// How far the invites of one origin came.
  public struct Funnel: Sendable, Hashable {
    public internal(set) var invites = 0
    public internal(set) var taps = 0
    /// First launches that the invite led to, whoever is credited.
    public internal(set) var launches = 0
    public internal(set) var homes = 0

    public init() {}

    public mutating func add(_ other: Funnel) {
      invites += other.invites
      taps += other.taps
      launches += other.launches
      homes += other.homes
    }

    mutating func count(_ stage: Stage) {
      switch stage {
      case .invite: invites += 1
      case .tap: taps += 1
      case .launch: launches += 1
      case .home: homes += 1
      }
    }
  }

  enum Stage { case invite, tap, launch, home }

  /// In the order of `Origin.Way.allCases`.
  public internal(set) var byWay = [Funnel](repeating: Funnel(), count: Origin.Way.allCases.count)
  /// Invites that followed a prompt, in the order of the triggers.
  public internal(set) var byTrigger = [Funnel](
    repeating: Funnel(), count: PromptTrigger.allCases.count)
  /// In the order of `ShareTarget.allCases`; the last is a target that the system did not tell.
  public internal(set) var byTarget = [Funnel](
    repeating: Funnel(), count: ShareTarget.allCases.count + 1)

  /// The way of prompts, which invites that followed one came by.
  private let promptWay: Origin.Way

  init(promptsLeadTo way: Origin.Way) { promptWay = way }

  mutating func count(_ stage: Stage, _ origin: Origin) {
    switch origin.source {
    case .way(let way): byWay[Int(way.rawValue)].count(stage)
    case .prompt(let trigger):
      byWay[Int(promptWay.rawValue)].count(stage)
      byTrigger[Int(trigger.ordinal)].count(stage)
    }
    byTarget[origin.targetPlace].count(stage)
  }
}

extension Origin {
  /// The place of the target in a list of all targets with the untold one at its end.
  var targetPlace: Int { channel == 0 ? ShareTarget.allCases.count : channel - 1 }
}
