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
    var sizes = [UInt32](repeating: 0, count: members.count)
    var cascades = CascadeSizes()
    for member in members where member.inviter != Member.none {
      let root = Int(member.root)
      if sizes[root] == 0 { cascades.trees += 1 }
      sizes[root] += 1
      cascades.members += 1
      cascades.largest = max(cascades.largest, Int(sizes[root]))
    }
    return cascades
  }
}
