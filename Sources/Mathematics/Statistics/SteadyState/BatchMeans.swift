/// The interval of a long-run mean from one long run: means of long batches are nearly independent.
public struct BatchMeans: Sendable, Hashable {
  /// The means of the batches, in order of time.
  public let means: [Double]
  /// The number of observations in a batch.
  public let batchSize: Int
  private let moments: RunningMoments

  /// Divides a run into equal batches; an incomplete one is left out at the start.
  ///
  /// `nil` if there are fewer observations than batches. Twenty batches are usual (Schmeiser,
  /// 1982).
  public init?(_ observations: some RandomAccessCollection<Double>, batches: Int = 20) {
    precondition(batches >= 2, "an interval needs two batches, not \(batches)")
    let batchSize = observations.count / batches
    guard batchSize >= 1 else { return nil }
    var rest = Array(observations)[(observations.count - batchSize * batches)...]
    var means: [Double] = []
    while !rest.isEmpty {
      means.append(rest.prefix(batchSize).reduce(0, +) / Double(batchSize))
      rest = rest.dropFirst(batchSize)
    }
    self.means = means
    self.batchSize = batchSize
    moments = RunningMoments(means)
  }

  /// Returns the mean with its Student-t interval over the batches; `nil` if a value was not
  /// finite.
  public func estimate(confidence: Double = 0.95) -> Estimate? {
    moments.meanEstimate(confidence: confidence)
  }

  /// The correlation of neighbouring batches; `nil` where the means do not vary.
  ///
  /// Far above zero (more than 2 / √batches) the batches are too short and the interval is too
  /// narrow.
  public var lagOneCorrelation: Double? {
    guard let mean = moments.mean, let variance = moments.variance, variance > 0 else { return nil }
    let products = zip(means, means.dropFirst()).reduce(0) { sum, pair in
      sum + (pair.0 - mean) * (pair.1 - mean)
    }
    return products / (variance * Double(means.count - 1))
  }
}
