import RandomStreams
import Statistics

/// The rate at which changes are found in series that have one, and in series that have none.
public struct ChangeBenchmark: Sendable {
  public var lengths = [40, 60, 100, 200]
  /// The number of series of each kind.
  public var series = 1_000
  public var seed: UInt64 = 1

  public init() {}

  /// The change added to the noise, in standard deviations of it.
  public enum Truth: Sendable, Hashable, CustomStringConvertible {
    case level
    /// A step at a uniformly drawn place of the middle half.
    case step(Double)
    /// A linear drift, with its total from the first number to the last.
    case drift(Double)

    var isStep: Bool { if case .step = self { true } else { false } }

    public var description: String {
      switch self {
      case .level: "a level"
      case .step(let size): "a step of \(size)"
      case .drift(let rise): "a drift of \(rise)"
      }
    }
  }

  /// One row of the table, over all series.
  public struct Row: Encodable, Sendable {
    public let truth: String
    public let isStep: Bool
    public let length: Int
    /// The proportion of a deviation that the next number keeps.
    public let dependence: Double
    public let series: Int
    /// The proportions called steps, steps with one within three places, and a drift.
    public var steps = 0.0
    public var near = 0.0
    public var drift = 0.0
  }

  private static let truths: [(truth: Truth, dependences: [Double])] = [
    (.level, [0, 0.3, 0.5, 0.7]), (.step(3), [0, 0.3, 0.5, 0.7]), (.step(1.5), [0, 0.5]),
    (.drift(2), [0, 0.5]), (.drift(4), [0, 0.5]), (.drift(8), [0, 0.5]),
  ]

  /// Measures series of one length.
  public func measure(_ length: Int) -> [Row] {
    Self.truths.flatMap { truth, dependences in
      dependences.map { row(truth, length: length, dependence: $0) }
    }
  }

  private func row(_ truth: Truth, length: Int, dependence: Double) -> Row {
    var row = Row(
      truth: truth.description, isStep: truth.isStep, length: length, dependence: dependence,
      series: series)
    let stream = RandomSource(seed: seed).stream(for: 0x6368_616E)
    for number in 0..<series {
      var draw = stream[UInt64(number)]
      let step = length / 4 + Int(draw.uniform(below: UInt64(length / 2 + 1)))
      let noise = Self.noise(length, dependence, &draw)
      let values = noise.enumerated().map { place, noise in
        switch truth {
        case .level: noise
        case .step(let size): noise + (place >= step ? size : 0)
        case .drift(let rise): noise + rise * Double(place) / Double(length - 1)
        }
      }
      switch LevelShifts().course(of: values) {
      case .steps(let places, _):
        row.steps += 1
        row.near += places.contains { abs($0 - step) <= 3 } ? 1 : 0
      case .drift: row.drift += 1
      case .level, .tooShort: break
      }
    }
    for share in [\Row.steps, \Row.near, \Row.drift] { row[keyPath: share] /= Double(series) }
    return row
  }

  /// Returns noise with standard deviation one; each number keeps a proportion of the one before.
  private static func noise(_ length: Int, _ dependence: Double, _ draw: inout Draw) -> [Double] {
    let fresh = (1 - dependence * dependence).squareRoot()
    var last = Normal.standard.sample(using: &draw)
    return (0..<length).map { place in
      if place > 0 { last = dependence * last + fresh * Normal.standard.sample(using: &draw) }
      return last
    }
  }
}
