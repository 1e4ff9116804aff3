/// The sizes of cascades, each of which begins with a member without a credited inviter.
public struct CascadeSizes: Sendable, Hashable {
  /// Cascades with at least one member besides the first.
  public internal(set) var trees = 0
  /// Members of these besides the first, in all and in the largest.
  public internal(set) var members = 0
  public internal(set) var largest = 0

  public init() {}
}

extension GrowthModel {
  /// The sizes of the cascades so far.
  ///
  /// - Complexity: O(members).
  var cascades: CascadeSizes {
    var cascades = CascadeSizes()
    for size in cascadeSizes where size > 1 {
      cascades.trees += 1
      cascades.members += size - 1
      cascades.largest = max(cascades.largest, size - 1)
    }
    return cascades
  }

  /// The size of every cascade, in the order of their roots.
  ///
  /// A root is a member without a credited inviter; the cascade contains all members who go back to
  /// it.
  var cascadeSizes: [Int] {
    var sizes = [UInt32](repeating: 0, count: members.count)
    // An inviter's number is lower than those of the invitees.
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
