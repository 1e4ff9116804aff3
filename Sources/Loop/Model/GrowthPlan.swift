import Attribution
import Invites
public import Profiles
public import Vocabulary

/// A scenario as a value: people's behaviour under a profile, for a number of days.
public struct GrowthPlan: Hashable, Sendable {
  public var profile = Profile.rin
  public var behaviour = Behaviour()
  public var days = 180
  /// The start of the simulation: midnight of a Monday.
  public var start = Instant(milliseconds: 1_767_571_200_000)
  /// The experiment or rollout within the days; `nil` without one.
  public var experiment: Experiment?

  public init() {}
}

extension GrowthPlan {
  /// The most shards into which a run of the plan can be divided.
  package var mostShards: Int {
    reasonForOneShard == nil ? Territory.mostShards(of: behaviour.market.people) : 1
  }

  /// The memory of one simulation, in bytes: at least, for the people and those who come by
  /// themselves; at most, if everybody in the market becomes a member.
  public var memory: ClosedRange<Int> {
    let people = behaviour.market.people
    let coming = Double(behaviour.arrivals.seeds) + behaviour.arrivals.organicPerDay * Double(days)
    let ofPerson = MemoryLayout<PersonRecord>.stride
    // A member has one pending session at least, in twenty-four bytes.
    let ofMember = MemoryLayout<Member>.stride + MemoryLayout<Member.Rest>.stride + 24
    let certain = Int(min(coming, Double(people)))
    return (people * ofPerson + certain * ofMember)...(people * (ofPerson + ofMember))
  }

  /// Why a run of the plan cannot be divided into shards; `nil` if it can.
  ///
  /// Each reason is something that one person's event reads of all others at once.
  public var reasonForOneShard: String? {
    if !behaviour.devices.areIdentified {
      return "phones are matched by their looks (devices.areIdentified: false)"
    }
    if profile.deferred.falseMatchRate > 0 {
      return "matches are false at times (deferred.falseMatchRate)"
    }
    if experiment != nil {
      return "an experiment counts what one person's invites become anywhere (experiment)"
    }
    if profile.link.maxAcceptances != nil {
      return "a link's acceptances are limited (link.maxAcceptances)"
    }
    return nil
  }
}
