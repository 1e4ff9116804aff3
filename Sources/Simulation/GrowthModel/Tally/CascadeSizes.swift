/// How large the trees of invitation grew: each begins with someone who came without credit.
public struct CascadeSizes: Sendable, Hashable {
  /// Trees with anybody beside the first.
  public internal(set) var trees = 0
  /// Members in them beside the first, in all and in the largest.
  public internal(set) var members = 0
  public internal(set) var largest = 0

  public init() {}
}

extension GrowthModel {
  /// The trees of invitation so far; takes time in proportion to the members.
  var cascades: CascadeSizes {
    var cascades = CascadeSizes()
    for size in cascadeSizes where size > 1 {
      cascades.trees += 1
      cascades.members += size - 1
      cascades.largest = max(cascades.largest, size - 1)
    }
    return cascades
  }

  /// The size of every cascade, in the order of their roots: a member whom nobody is credited with,
  /// and all who go back to that member.
  var cascadeSizes: [Int] {
    var sizes = [UInt32](repeating: 0, count: members.count)
    // Whoever invites is there before those who are invited.
    var roots: [UInt32] = []
    roots.reserveCapacity(members.count)
    for number in members.indices {
      let inviter = members[number].inviter
      let root = inviter == Member.none ? UInt32(number) : roots[Int(inviter)]
      roots.append(root)
      sizes[Int(root)] += 1
    }
    return sizes.lazy.filter { $0 > 0 }.map { Int($0) }
  }
}
