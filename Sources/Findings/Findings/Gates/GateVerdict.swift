/// The verdict on a gate.
public enum GateVerdict: String, Sendable, Hashable, Codable {
  case kept
  case missed
  /// The interval contains the limit.
  case undecided
}

extension Sequence<GateVerdict> {
  /// The worst of them: missed if any is, else undecided if any is; kept for none.
  public var worst: GateVerdict {
    let all = Set(self)
    return all.contains(.missed) ? .missed : all.contains(.undecided) ? .undecided : .kept
  }
}
