/// What became of a gate: a limit that something measured is to keep.
public enum GateVerdict: String, Sendable, Hashable, Encodable {
  case kept
  case missed
  /// The limit lies within what luck leaves open.
  case undecided
}

extension Sequence<GateVerdict> {
  /// The worst of them: one that is missed, else one that is undecided; kept where there is none.
  public var worst: GateVerdict {
    let all = Set(self)
    return all.contains(.missed) ? .missed : all.contains(.undecided) ? .undecided : .kept
  }
}
