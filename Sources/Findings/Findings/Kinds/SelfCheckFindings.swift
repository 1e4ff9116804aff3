/// The findings of `load --self-check`: the generator's figures for servers with known responses.
public struct SelfCheckFindings: RunFindings {
  public static let kind = "selfCheck"

  public var command = "growthloop load --self-check"
  public var title = "Self-check of the load generator"
  public var question: String?
  public var machine = ""
  public var build = ""
  public var cases: [Case] = []
  /// The number of servers to measure.
  public var casesWanted = 0
  /// Whether the run was interrupted before all cases were measured.
  public var partial = false

  /// One server.
  public struct Case: Codable, Sendable {
    public let name: String
    public let isClosedLoop: Bool
    public let isTrue: Bool
    /// The number of runs: repeated where the machine was disturbed and a figure not true.
    public let runs: Int
    /// The reasons why the generator could not be accurate here; empty if it could.
    public let because: [String]
    public let percentiles: [Comparison]

    public init(
      _ name: String, isClosedLoop: Bool, isTrue: Bool, runs: Int, because: [String],
      percentiles: [Comparison]
    ) {
      self.name = name
      self.isClosedLoop = isClosedLoop
      self.isTrue = isTrue
      self.runs = runs
      self.because = because
      self.percentiles = percentiles
    }
  }

  /// A percentile as reported, and its true value; in nanoseconds.
  public struct Comparison: Codable, Sendable {
    public let percentile: Double
    public let reported: UInt64
    public let truth: UInt64
    public let isTrue: Bool

    public init(percentile: Double, reported: UInt64, truth: UInt64, isTrue: Bool) {
      self.percentile = percentile
      self.reported = reported
      self.truth = truth
      self.isTrue = isTrue
    }
  }

  public init() {}

  public var isPartial: Bool { partial }
}
