import RandomStreams

/// What is known of a chance of which only the product with another is observed, both even before.
///
/// Its density is 1 / (t ln (1/φ)) from the product φ to 1.
public struct ProductPosterior: Sendable, Hashable {
  /// The product φ of the two chances, above 0 and below 1.
  public let product: Double

  /// Creates the posterior under an observed product.
  public init(product: Double) {
    precondition(product > 0 && product < 1, "a product of \(product) says nothing of this kind")
    self.product = product
  }

  /// The mean of either chance.
  public var mean: Double { (product - 1) / Double.log(product) }

  /// Returns the quantile of probability `p`.
  public func quantile(_ p: Double) -> Double { Double.exp((1 - p) * Double.log(product)) }
}
