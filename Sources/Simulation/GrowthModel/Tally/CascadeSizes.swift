import SimulationKernel

/// The sizes of cascades, each of which begins with a member without a credited inviter.
public struct CascadeSizes: Sendable, Hashable {
  /// Cascades with at least one member besides the first.
  public internal(set) var trees = 0
  /// Members of these besides the first, in all and in the largest.
  public internal(set) var members = 0
  public internal(set) var largest = 0

  public init() {}
}

extension GrowthRun {
  /// The sizes of the cascades so far.
  ///
  /// - Complexity: O(members).
  public var cascades: CascadeSizes {
    var cascades = CascadeSizes()
    for size in cascadeSizes where size > 1 {
      cascades.trees += 1
      cascades.members += size - 1
      cascades.largest = max(cascades.largest, size - 1)
    }
    return cascades
  }

  /// The size of every cascade, in no particular order.
  ///
  /// A root is a member without a credited inviter; the cascade contains all members who go back to
  /// it.
  public var cascadeSizes: [Int] {
    // The members of all shards in one row, each with the place of the inviter, later of the root.
    var firsts: [Int] = []
    var count = 0
    for shard in shards {
      firsts.append(count)
      count += shard.simulation.model.members.count
    }
    var roots: [UInt32] = []
    roots.reserveCapacity(count)
    let market = Territory(of: prepared.behaviour.market.people)
    for shard in shards {
      let members = shard.simulation.model.inviters
      for inviter in members {
        guard let inviter else {
          roots.append(UInt32(roots.count))
          continue
        }
        let holder = market.shard(of: inviter, of: shards.count)
        let number = shards[holder].simulation.model.number(of: inviter)
        roots.append(UInt32(firsts[holder]) + number)
      }
    }
    var sizes = [UInt32](repeating: 0, count: count)
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
      sizes[root] += 1
    }
    return sizes.lazy.filter { $0 > 0 }.map { Int($0) }
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
