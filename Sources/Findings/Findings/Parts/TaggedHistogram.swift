public import Statistics

/// A histogram of nanoseconds under the tag that it has in a histogram log.
public struct TaggedHistogram: Codable, Sendable {
  public let tag: String
  public let histogram: HDRHistogram

  public init(_ tag: String, _ histogram: HDRHistogram) {
    self.tag = tag
    self.histogram = histogram
  }
}
