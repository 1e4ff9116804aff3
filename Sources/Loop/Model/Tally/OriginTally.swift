import Invites
import Vocabulary

/// The funnel of invites, by origin.
public struct OriginTally: Sendable, Hashable {
  /// The funnel of the invites of one origin.
  public struct Funnel: Sendable, Hashable {
    public internal(set) var invites = 0
    public internal(set) var taps = 0
    /// Launches that the invite caused, credited or not.
    public internal(set) var launches = 0
    public internal(set) var homes = 0

    public init(invites: Int = 0, taps: Int = 0, launches: Int = 0, homes: Int = 0) {
      self.invites = invites
      self.taps = taps
      self.launches = launches
      self.homes = homes
    }

    public mutating func add(_ other: Funnel) {
      invites += other.invites
      taps += other.taps
      launches += other.launches
      homes += other.homes
    }
  }

  /// The steps of a funnel, in the order of its fields.
  enum Stage: UInt8 {
    case invite, tap, launch, home

    static let count = 4
  }

  /// The count of each step, by origin; sums are computed on access.
  var counts = [Int](repeating: 0, count: places)
  /// The way of invites that followed a prompt.
  private let promptWay: Origin.Way

  init(promptsLeadTo way: Origin.Way) { promptWay = way }

  /// The number of counts.
  static var places: Int { 256 * Stage.count }

  @inline(__always)
  static func place(of stage: Stage, _ origin: Origin) -> Int {
    Int(origin.packed) * Stage.count + Int(stage.rawValue)
  }

  /// The funnels in the order of `Origin.Way.allCases`.
  public var byWay: [Funnel] {
    funnels(Origin.Way.allCases.count) { origin in
      switch origin.source {
      case .way(let way): Int(way.rawValue)
      case .prompt: Int(promptWay.rawValue)
      }
    }
  }

  /// The funnels of invites that followed a prompt, in the order of the triggers.
  public var byTrigger: [Funnel] {
    funnels(PromptTrigger.allCases.count) { origin in
      switch origin.source {
      case .way: nil
      case .prompt(let trigger): Int(trigger.ordinal)
      }
    }
  }

  /// The funnels in the order of `ShareTarget.allCases`; the last is for unreported targets.
  public var byTarget: [Funnel] {
    funnels(ShareTarget.allCases.count + 1) { $0.targetPlace }
  }

  /// Returns `count` sums over the origins, each added at its `place`.
  private func funnels(_ count: Int, place: (Origin) -> Int?) -> [Funnel] {
    var funnels = [Funnel](repeating: Funnel(), count: count)
    for packed in UInt8.min...UInt8.max {
      let first = Int(packed) * Stage.count
      // Most bytes are not an origin.
      if counts[first] | counts[first + 1] | counts[first + 2] | counts[first + 3] == 0 { continue }
      guard let place = place(Origin(packed: packed)) else { continue }
      funnels[place].add(
        Funnel(
          invites: counts[first], taps: counts[first + 1], launches: counts[first + 2],
          homes: counts[first + 3]))
    }
    return funnels
  }
}

extension Origin {
  /// The place of the target in a list of all targets, with the unreported one at its end.
  var targetPlace: Int { channel == 0 ? ShareTarget.allCases.count : channel - 1 }
}
