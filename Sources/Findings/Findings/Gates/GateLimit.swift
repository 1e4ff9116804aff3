/// The permitted side of a gate's limit.
public enum GateSide: String, Sendable, Hashable, Codable {
  case below
  case above
}

/// The limit of a gate: a number, and the side on which the value must stay.
public struct GateLimit: Hashable, Sendable {
  public enum Comparison: String, CaseIterable, Sendable, Codable {
    case above = ">"
    case atLeast = ">="
    case below = "<"
    case atMost = "<="

    /// The sign in its printed form.
    public var sign: String {
      switch self {
      case .above, .below: rawValue
      case .atLeast: "≥"
      case .atMost: "≤"
      }
    }
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

  /// Returns whether a number is within the limit.
  public func isKept(by number: Double) -> Bool {
    switch comparison {
    case .above: number > value
    case .atLeast: number >= value
    case .below: number < value
    case .atMost: number <= value
    }
  }

  /// Returns the verdict if the true value lies from `low` to `high`.
  public func verdict(from low: Double, to high: Double) -> GateVerdict {
    switch (isKept(by: low), isKept(by: high)) {
    case (true, true): .kept
    case (false, false): .missed
    default: .undecided
    }
  }
}

extension GateLimit: Codable {
  private enum Key: String, CodingKey { case limit, comparison, side }

  /// Encodes the limit as fields of the object that `encoder` is at.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(value, forKey: .limit)
    try fields.encode(comparison, forKey: .comparison)
    try fields.encode(side, forKey: .side)
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    self.init(
      try fields.decode(Comparison.self, forKey: .comparison),
      try fields.decode(Double.self, forKey: .limit))
  }
}
