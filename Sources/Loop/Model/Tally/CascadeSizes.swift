import SimulationKernel

/// The sizes of cascades, each of which begins with a member without a credited inviter.
public struct CascadeSizes: Sendable, Hashable {
  /// Cascades with at least one member besides the first.
  public internal(set) var trees = 0
  /// Members of these besides the first, in all and in the largest.
  public internal(set) var members = 0
  public internal(set) var largest = 0

  /// Cascades with a member who was invited by one who was invited, too.
  public internal(set) var deep = 0
  /// How many members brought one newcomer, two, and so on.
  public internal(set) var recruiters: [Int] = []

  public init() {}

  /// Counts a member who brought so many newcomers, at least one.
  public mutating func count(recruiterOf newcomers: Int) {
    while recruiters.count < newcomers { recruiters.append(0) }
    recruiters[newcomers - 1] += 1
  }

  /// The newcomers whom the best `share` of `members` brought: those with the most newcomers.
  ///
  /// A member at the edge counts in part.
  public func newcomers(ofBest share: Double, of members: Int) -> Double {
    var rest = share * Double(members)
    var newcomers = 0.0
    for (place, count) in recruiters.enumerated().reversed() {
      let taken = min(rest, Double(count))
      newcomers += taken * Double(place + 1)
      rest -= taken
    }
    return newcomers
  }
}

extension GrowthRun {
  /// The sizes of the cascades so far.
  ///
  /// - Complexity: O(members).
  public var cascades: CascadeSizes {
    var cascades = CascadeSizes()
    let inviters = inviterPlaces
    var recruits = [UInt32](repeating: 0, count: inviters.count)
    for (place, inviter) in inviters.enumerated() where Int(inviter) != place {
      recruits[Int(inviter)] += 1
    }
    for count in recruits where count > 0 { cascades.count(recruiterOf: Int(count)) }
    let roots = Self.roots(of: inviters)
    var sizes = [UInt32](repeating: 0, count: roots.count)
    var isDeep = [Bool](repeating: false, count: roots.count)
    for (place, root) in roots.enumerated() {
      sizes[Int(root)] += 1
      if inviters[place] != root { isDeep[Int(root)] = true }
    }
    for (place, size) in sizes.enumerated() where size > 1 {
      cascades.trees += 1
      cascades.members += Int(size) - 1
      cascades.largest = max(cascades.largest, Int(size) - 1)
      if isDeep[place] { cascades.deep += 1 }
    }
    return cascades
  }

  /// The members of all shards in one row, each with the place of the inviter; the own place without
  /// one.
  var inviterPlaces: [UInt32] {
    var firsts: [Int] = []
    var count = 0
    for shard in shards {
      firsts.append(count)
      count += shard.simulation.model.members.count
    }
    var places: [UInt32] = []
    places.reserveCapacity(count)
    let market = Territory(of: prepared.behaviour.market.people)
    for shard in shards {
      let members = shard.simulation.model.inviters
      for inviter in members {
        guard let inviter else {
          places.append(UInt32(places.count))
          continue
        }
        let holder = market.shard(of: inviter, of: shards.count)
        let number = shards[holder].simulation.model.number(of: inviter)
        places.append(UInt32(firsts[holder]) + number)
      }
    }
    return places
  }

  /// Returns for each place the one at the end of its way.
  static func roots(of places: [UInt32]) -> [UInt32] {
    var roots = places
    for place in roots.indices {
      var root = Int(roots[place])
      while Int(roots[root]) != root { root = Int(roots[root]) }
      // All on the way go there at once the next time.
      var next = place
      while Int(roots[next]) != root {
        let after = Int(roots[next])
        roots[next] = UInt32(root)
        next = after
      }
    }
    return roots
  }
}

extension GrowthModel {
  /// The inviter of each member, in the order of the members.
  fileprivate var inviters: [PersonNumber?] { members.indices.map { members[$0].inviter } }

  /// The number of a member among those of the shard.
  fileprivate func number(of person: PersonNumber) -> UInt32 {
    people[Int(territory.place(of: person))].member
  }
}
