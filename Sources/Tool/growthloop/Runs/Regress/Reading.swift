import GrowthloopStudies
import GrowthloopLoadGenerator
import GrowthloopFindings
import Statistics

/// The figures of one run of one build.
struct Reading {
  struct Figure {
    let name: String
    let unit: String
    let value: Double
  }

  var figures: [Figure]
  /// The reasons why the run may not describe the build.
  var doubts: [String] = []
}

extension Reading {
  static let percentiles: [Double] = [50, 90, 99, 99.9]
  /// The least number of requests beyond a reported percentile.
  static let fewestBeyond = 10.0

  /// Reads the response times of a run of the generator: of all requests, and of every kind.
  ///
  /// A request without a response counts with its time limit: a build that answers less must not
  /// look faster.
  init(_ record: LoadRecord) {
    func times(_ counts: RequestCounts, _ answered: HDRHistogram) -> HDRHistogram {
      var times = answered
      times.record(
        UInt64(record.plan.limits.timeout / .nanoseconds(1)), count: counts.failed + counts.notSent)
      return times
    }
    figures = Self.figures(of: times(record.counts, record.latencies.response), "")
    if record.kinds.count > 1 {
      figures += record.kinds.flatMap {
        Self.figures(of: times($0.counts, $0.latencies.response), "\($0.name) ")
      }
    }
    if case .generatorLimited = record.validity { doubts = record.validity.reasons }
  }

  private static func figures(of times: HDRHistogram, _ prefix: String) -> [Figure] {
    percentiles.compactMap { percentile in
      guard Double(times.totalCount) * (100 - percentile) / 100 >= fewestBeyond,
        let value = times.value(atPercentile: percentile)
      else { return nil }
      return Figure(
        name: prefix + RequestFigures.name(of: percentile), unit: "ms", value: Double(value) / 1e6)
    }
  }

  /// Reads the times of `growthloop contacts`: of every operation on every book.
  init(contacts folder: MeasuredFolder) throws {
    figures = try folder.rows("times.csv").flatMap { row -> [Figure] in
      guard let operation = row["operation"], let book = row["contacts"] else { return [] }
      return ["p50", "p99"].compactMap { percentile in
        row[percentile].flatMap { Double($0) }.map {
          Figure(name: "\(operation) at \(book) \(percentile)", unit: "ms", value: $0)
        }
      }
    }
  }
}
