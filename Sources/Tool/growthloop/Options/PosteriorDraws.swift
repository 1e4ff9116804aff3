import GrowthloopFindings
import GrowthloopStudies
import GrowthloopPlans
import GrowthloopModel
import GrowthloopReports

/// Draws from the posterior of a calibration: values of parameters, a row for each draw.
struct PosteriorDraws: Sendable {
  static let option = CommandOption(
    "--posterior", "FILE",
    "runs each replication with a draw of 'growthloop calibrate', its posterior.csv: what is not known of "
      + "the inputs is then in every interval", shapesResult: true, completion: .file)

  let path: String
  private let rows: [[ScenarioOverride]]

  /// Reads the file that the command line names; `nil` without one.
  ///
  /// - Throws: `UnfitInput` with all mistakes.
  init?(_ arguments: Arguments, on console: any Console) throws {
    guard let path = try arguments.one(Self.option) else { return nil }
    guard !console.isRanked, !arguments.has(ReplicationOptions.from) else {
      throw UsageError(
        description: "'\(Self.option)' cannot be given to parts of a run or to ranks: run it whole")
    }
    self.path = path
    var source = try InputSource(path)
    var lines = LineReader(limit: 1 << 16)
    var header: [String] = []
    var rows: [[ScenarioOverride]] = []
    var mistakes: [String] = []
    var number = 0
    while let line = try lines.next(reading: { try source.next(on: console) }) {
      number += 1
      guard case .whole(let bytes) = line, let text = String(validating: bytes, as: UTF8.self),
        let cells = CSVLine.cells(of: text)
      else {
        mistakes.append("\(path):\(number): error: the line cannot be read")
        continue
      }
      guard !text.isEmpty else { continue }
      if header.isEmpty {
        header = cells
      } else if cells.count != header.count {
        mistakes.append(
          "\(path):\(number): error: \(cells.count) cells where the header has \(header.count)")
      } else {
        rows.append(
          zip(header, cells).map { ScenarioOverride($0, to: $1, option: "\(Self.option) \($0)") })
      }
    }
    if rows.isEmpty, mistakes.isEmpty {
      mistakes.append(
        "\(path):1: error: there are no draws: 'growthloop calibrate --out' writes them")
    }
    guard mistakes.isEmpty else {
      throw UnfitInput(description: mistakes.prefix(20).joined(separator: "\n"))
    }
    self.rows = rows
  }

  /// Returns at most `count` draws, evenly over the file, each as the scenario of a file with these
  /// changes, which override the draw; the draw overrides what a fit has changed.
  ///
  /// A draw whose values contradict what was changed is left out.
  ///
  /// - Throws: `DiagnosticList` for parameters that the scenario does not have.
  func scenarios(
    of file: String, changed changes: [ScenarioOverride], atMost count: Int
  ) throws -> [ChosenScenario] {
    let count = min(count, rows.count)
    let (fitted, own) = (changes.filter(\.isFitted), changes.filter { !$0.isFitted })
    return try (0..<count).compactMap { place in
      let draw = rows[place * rows.count / count]
      do throws(DiagnosticList) {
        return try ChosenScenario(
          quietly: file, changed: fitted.overlaid(by: draw).overlaid(by: own), called: file)
      } catch {
        guard error.contradictions.isEmpty else { return nil }
        throw error
      }
    }
  }

  /// The same as plans.
  func plans(
    of file: String, changed changes: [ScenarioOverride], atMost count: Int
  ) throws -> [GrowthPlan] {
    try scenarios(of: file, changed: changes, atMost: count).map(\.setup.plan)
  }
}

extension PosteriorDraws {
  /// Gives a base and each of its variants the same draws.
  ///
  /// - Throws: `UsageError` where some contradict a variant.
  func draw(
    for base: ChosenScenario, _ variants: [ChosenScenario], in comparison: inout Comparison
  ) throws {
    let most = comparison.replications
    func draws(_ choice: ChosenScenario) throws -> [GrowthPlan] {
      try plans(of: choice.source.file, changed: choice.source.changes, atMost: most)
    }
    comparison.base.draws = try draws(base)
    for (place, variant) in variants.enumerated() {
      comparison.variants[place].draws = try draws(variant)
    }
    guard comparison.variants.allSatisfy({ $0.draws.count == comparison.base.draws.count }) else {
      throw UsageError(
        description:
          "some draws contradict a variant, so that they cannot be paired: narrow the ranges "
          + "of the calibration, or change the variant")
    }
  }
}

extension Console {
  fileprivate var isRanked: Bool { ranks != nil }
}
