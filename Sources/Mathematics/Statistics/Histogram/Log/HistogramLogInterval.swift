/// One interval of a histogram log: its histogram and times.
public struct HistogramLogInterval: Hashable, Sendable {
  /// The name that distinguishes intervals of several measurements in one log.
  public var tag: HistogramLogTag?
  /// The start, as the log counts: from its base time, or from the epoch.
  public var start: Duration
  /// The time for which values were recorded.
  public var length: Duration
  /// The values recorded in the interval.
  public var histogram: HDRHistogram

  /// Creates an interval of a log, by default one without a tag.
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

  /// Creates a tag from `text`, unless it is empty or contains a comma, a space or a line break.
  public init?(_ text: String) {
    guard !text.isEmpty,
      !text.unicodeScalars.contains(where: { ", \r\n".unicodeScalars.contains($0) })
    else { return nil }
    description = text
  }

  /// Creates a tag from a log: Java's writer permits spaces.
  init(read text: String) {
    description = text
  }
}
