/// What observations say about one parameter.
public struct ParameterVerdict: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// The likelihood ends within the range on both sides.
    case identified
    /// Only a combination with other parameters is known.
    case together
    /// The likelihood is as good at an end of the range as anywhere.
    case notIdentified
    /// The same, but a prior knew more than the range: the posterior is the prior's.
    case priorSpoke
  }

  public let kind: Kind
  /// The parameters that it is known together with, by their places, the closest first.
  public let partners: [Int]
  /// The 95% interval of the likelihood alone, without the prior; without an end where it has none.
  public let low, high: Double?
}

extension CalibrationOutcome {
  /// What the observations say about each parameter; empty without draws.
  public var verdicts: [ParameterVerdict] {
    guard let likelihood, !draws.isEmpty else { return [] }
    let profile = LikelihoodProfile(likelihood, near: draws, reach: reach)
    return parameters.indices.map { verdict(on: $0, profile) }
  }

  /// The likeliest point, in coordinates, whatever the prior.
  public var likeliest: [Double]? {
    guard let likelihood, !draws.isEmpty else { return nil }
    return LikelihoodProfile(likelihood, near: draws, reach: reach).best
  }

  /// Where the draws and a little beyond lie: an emulator says nothing of what is far from its runs.
  private var reach: [ClosedRange<Double>] {
    parameters.indices.map { axis in
      let values = draws.map { $0[axis] }
      let (low, high) = (values.min() ?? -1, values.max() ?? 1)
      let margin = 0.5 * (high - low)
      return max(-1, low - margin)...min(1, high + margin)
    }
  }

  /// The standard deviation, in coordinates, from which a parameter counts as unknown: half of that
  /// of the whole range.
  private static let narrowness = 0.5 / 3.0.squareRoot()

  /// A correlation from which parameters count as known together.
  private static let closeness = 0.5

  private func verdict(on axis: Int, _ profile: LikelihoodProfile) -> ParameterVerdict {
    let ends = profile.profile(of: axis)
    func verdict(_ kind: ParameterVerdict.Kind, _ partners: [Int] = []) -> ParameterVerdict {
      ParameterVerdict(
        kind: kind, partners: partners,
        low: ends.low.map { parameters[axis].value(at: $0) },
        high: ends.high.map { parameters[axis].value(at: $0) })
    }
    // At an end of its range a parameter has one side, and is known by how near it is to it.
    let spread = width(of: axis) * parameters[axis].priorDeviation
    if ends.isClosed && spread < Self.narrowness
      || spread < Self.narrowness / 2 && (ends.low != nil || ends.high != nil)
    {
      return verdict(.identified)
    }
    let alone = profile.slice(of: axis)
    let others = parameters.indices.filter { $0 != axis }
      .map { (place: $0, correlation: correlation(axis, $0).magnitude) }
      .sorted { ($1.correlation, $0.place) < ($0.correlation, $1.place) }
    if alone.low != nil || alone.high != nil, let closest = others.first {
      let partners = others.filter { $0.correlation >= Self.closeness }
      return verdict(.together, (partners.isEmpty ? [closest] : partners).map(\.place))
    }
    return verdict(parameters[axis].isInformed ? .priorSpoke : .notIdentified)
  }
}
