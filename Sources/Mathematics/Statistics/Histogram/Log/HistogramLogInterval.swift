/// One interval of a histogram log: what was recorded, and when.
public struct HistogramLogInterval: Hashable, Sendable {
  /// Tells intervals of several measurements in one log apart.
  public var tag: HistogramLogTag?
  /// When it began, as the log counts: from its base time, or from the epoch.
  public var start: Duration
  public var length: Duration
  public var histogram: HDRHistogram

  public init(
    tag: HistogramLogTag? = nil, start: Duration, length: Duration, histogram: HDRHistogram
  ) {
    self.tag = tag
    self.start = start
    self.length = length
    self.histogram = histogram
  }
}

/// The name of a measurement in a histogram log.
public struct HistogramLogTag: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// Takes `text` as a tag, unless it is empty or holds a comma, a space or a line break.
  public init?(_ text: String) {
    guard !text.isEmpty,
      !text.unicodeScalars.contains(where: { ", \r\n".unicodeScalars.contains($0) })
    else { return nil }
    description = text
  }

  /// Takes what stands in a log: Java's writer lets spaces through.
  init(read text: String) {
    description = text
  }
}
