/// The factor by which clusters of similar observations require a larger sample.
///
/// Source: Kish (1965); for unequal clusters Eldridge, Ashby and Kerry (2006).
public struct DesignEffect: Sendable, Hashable {
  /// The factor on the variance, and on the size of a sample.
  public let factor: Double
  /// The mean number of observations in a cluster.
  public let meanClusterSize: Double

  /// - Parameters:
  ///   - meanClusterSize: the mean number of observations in a cluster.
  ///   - intraclassCorrelation: the correlation of two observations in a cluster, from 0 to 1.
  ///   - sizeVariation: the standard deviation of the sizes as a proportion of their mean.
  public init(
    meanClusterSize: Double, intraclassCorrelation: Double, sizeVariation: Double = 0
  ) {
    self.meanClusterSize = meanClusterSize
    let weighted = (1 + sizeVariation * sizeVariation) * meanClusterSize
    factor = 1 + (weighted - 1) * intraclassCorrelation
  }
}
