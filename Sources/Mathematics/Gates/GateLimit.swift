/// Which side of its limit a gate wants.
public enum GateSide: String, Sendable, Hashable, Encodable {
  case below
  case above
}

/// What a value is to keep: a number, and on which side of it to stay.
public struct GateLimit: Hashable, Sendable {
  public enum Comparison: String, CaseIterable, Sendable {
    case above = ">"
    case atLeast = ">="
    case below = "<"
    case atMost = "<="
  }

  public let comparison: Comparison
  public let value: Double

  public init(_ comparison: Comparison, _ value: Double) {
    self.comparison = comparison
    self.value = value
  }

  public var side: GateSide {
    switch comparison {
    case .above, .atLeast: .above
    case .below, .atMost: .below
    }
  }

  /// Whether a number keeps it.
  public func isKept(by number: Double) -> Bool {
    switch comparison {
    case .above: number > value
    case .atLeast: number >= value
    case .below: number < value
    case .atMost: number <= value
    }
  }

  /// Returns what becomes of the gate if the truth lies from `low` to `high`.
  public func verdict(from low: Double, to high: Double) -> GateVerdict {
    switch (isKept(by: low), isKept(by: high)) {
    case (true, true): .kept
    case (false, false): .missed
    default: .undecided
    }
  }
}
