import Experiments
import JSON
import LoadGenerator
import LoadTrials
import Regressions
import Statistics

/// What one run of one build came to, figure by figure.
struct Reading {
  struct Figure {
    let name: String
    let unit: String
    let value: Double
  }

  var figures: [Figure]
  /// Why the run may not speak of the build.
  var doubts: [String] = []
}

extension Reading {
  static let percentiles: [Double] = [50, 90, 99, 99.9]
  /// Of fewer requests beyond a percentile nothing is told.
  static let fewestBeyond = 10.0

  /// The response times of a run of the generator: of all requests, and of every kind.
  init(_ record: LoadRecord) {
    figures = Self.figures(of: record.latencies.response, "")
    if record.kinds.count > 1 {
      figures += record.kinds.flatMap { Self.figures(of: $0.latencies.response, "\($0.name) ") }
    }
    if case .generatorLimited = record.verdict { doubts = record.verdict.reasons }
  }

  private static func figures(of times: HDRHistogram, _ prefix: String) -> [Figure] {
    percentiles.compactMap { percentile in
      guard Double(times.totalCount) * (100 - percentile) / 100 >= fewestBeyond,
        let value = times.value(atPercentile: percentile)
      else { return nil }
      return Figure(
        name: prefix + LoadReport.name(of: percentile), unit: "ms", value: Double(value) / 1e6)
    }
  }

  /// The times of `growthloop contacts`: of every operation on every book.
  init(contacts files: ResultFiles) {
    figures = (files.run["times"]?.elements ?? []).flatMap { row -> [Figure] in
      guard let operation = row["operation"]?.word, let contacts = row["contacts"]?.amount else {
        return []
      }
      return ["p50", "p99"].compactMap { percentile in
        row[percentile]?.amount.map { value in
          let book = NumberText.decimal(contacts, 0)
          return Figure(name: "\(operation) at \(book) \(percentile)", unit: "ms", value: value)
        }
      }
    }
  }
}
