/// How many times more observations are needed where they come in clusters that resemble each
/// other.
///
/// Source: Kish (1965); for unequal clusters Eldridge, Ashby and Kerry (2006).
public struct DesignEffect: Sendable, Hashable {
  /// The factor on the variance, and on the size of a sample.
  public let factor: Double

  /// - Parameters:
  ///   - meanClusterSize: how many observations a cluster holds on average.
  ///   - intraclassCorrelation: how much two of one cluster resemble each other, from 0 to 1.
  ///   - sizeVariation: the standard deviation of the sizes as a share of their mean.
  public init(
    meanClusterSize: Double, intraclassCorrelation: Double, sizeVariation: Double = 0
  ) {
    let weighted = (1 + sizeVariation * sizeVariation) * meanClusterSize
    factor = 1 + (weighted - 1) * intraclassCorrelation
  }
}
