public import GrowthloopFindings
import GrowthloopPlans
import Statistics

extension CalibrationFindings {
  /// Creates the findings of a study; a title, the funnel in words and the command are the caller's.
  public init(_ outcome: CalibrationOutcome, of study: CalibrationStudy, isRehearsal: Bool) {
    self.init()
    self.isRehearsal = isRehearsal
    seed = study.seed
    runs = outcome.runs
    isPartial = outcome.isPartial
    let verdicts = outcome.verdicts
    calibrated = study.axes.indices.map { place in
      CalibratedFound(
        place, study.axes, outcome, verdicts.isEmpty ? nil : verdicts[place],
        isRehearsal: isRehearsal)
    }
    for place in calibrated.indices {
      calibrated[place].daysToHalve = calibrated[place].furtherDays(after: study.cells.fittedDays)
    }
    waves = outcome.waves.map { CalibrationWaveFound(runs: $0.runs, left: $0.left) }
    counts = Self.counts(outcome, of: study)
    stages = Self.stages(outcome, of: study)
    directions = outcome.flatDirections { study.cells.isCompared($0) }.map {
      Self.words(for: $0, study.axes)
    }
    shapes = study.delayShapes(outcome)
    remarks = shapeRemarks(on: study, outcome) + Self.remarks(on: study)
    faults = study.oddStretches(outcome).map { series, stretch in
      FunnelFaultFound(
        stage: series.stage.words, days: stretch.places, isOfSending: series.isOfSending,
        count: stretch.count, expected: stretch.expected, distance: stretch.distance)
    }
    chanceOfMisfit = outcome.likeliest.flatMap { outcome.likelihood?.chanceOfMisfit(at: $0) }
    isUnsettled = outcome.hasTooFewRuns
    isSpread = outcome.isUnsettled
    guard isDoubted else { return }
    for place in calibrated.indices where calibrated[place].verdict == .identified {
      calibrated[place].verdict = .doubted
    }
  }

  private static func counts(
    _ outcome: CalibrationOutcome, of study: CalibrationStudy
  ) -> [CalibratedCount] {
    guard !outcome.predictions.isEmpty else { return [] }
    let observed = study.cells.counts(of: study.table)
    let distances = outcome.likeliest.flatMap { outcome.likelihood?.implausibilities(at: $0) }
    let limit = CalibrationOutcome.limit(
      ofDistance: distances?.count { $0 != nil } ?? 0)
    return outcome.cells.indices.compactMap { cell in
      let isHeldOut = study.cells.isHeldOut(cell)
      guard isHeldOut || study.cells.isCompared(cell) else { return nil }
      let predicted = outcome.predictions.compactMap { $0[cell].quotient }.sorted()
      guard !predicted.isEmpty else { return nil }
      var count = CalibratedCount()
      count.name = outcome.cells[cell].name
      count.style = outcome.cells[cell].family == .share ? .share : .count
      count.observed = observed[cell].flatMap(\.quotient)
      count.predicted = predicted.interpolatedQuantile(0.5)
      (count.low, count.high) = (
        predicted.interpolatedQuantile(0.05), predicted.interpolatedQuantile(0.95)
      )
      count.distance = isHeldOut ? nil : distances?[cell]
      if let distance = count.distance, distance.magnitude > limit, let seen = observed[cell] {
        let missed = (seen.count - count.predicted * seen.exposure).magnitude
        count.isContradiction = missed >= CalibrationOutcome.fewestEvents
      }
      count.isHeldOut = isHeldOut
      return count
    }
  }

  private static func stages(
    _ outcome: CalibrationOutcome, of study: CalibrationStudy
  ) -> [LoggedStageFound] {
    guard let now = outcome.expectedWidths(where: { study.cells.isCompared($0) }) else { return [] }
    return study.cells.unlogged.compactMap { stage in
      let widths = outcome.expectedWidths { study.cells.isCompared($0, logging: stage) }
      guard let widths,
        let most = now.indices.min(by: { widths[$0] / now[$0] < widths[$1] / now[$1] })
      else { return nil }
      return LoggedStageFound(
        stage: stage.words, parameter: study.axes[most].name, width: now[most],
        widthWithStage: widths[most])
    }
  }

  /// Returns a direction as the parameters that change in it, each up or down.
  private static func words(for direction: [Double], _ axes: [CalibratedAxis]) -> String {
    let most = direction.map(\.magnitude).max() ?? 1
    let leading = direction.indices.filter { direction[$0].magnitude >= 0.3 * most }
    let sign = direction.max { $0.magnitude < $1.magnitude }.map { $0 < 0 ? -1.0 : 1 } ?? 1
    return leading.map { place in
      "\(axes[place].name) \(direction[place] * sign > 0 ? "up" : "down")"
    }.joined(separator: ", ")
  }

  /// Says of each median below the step of the lags what it rests on.
  private func shapeRemarks(
    on study: CalibrationStudy, _ outcome: CalibrationOutcome
  ) -> [String] {
    study.axes.enumerated().compactMap { place, axis in
      let day = axis.range.kind == .time ? 86_400_000.0 : 1
      guard axis.name.hasSuffix("median"), study.table.form == .cohorts,
        let median = outcome.estimate(of: place)?.value, median < day
      else { return nil }
      // Of a stage that is not logged the next one tells.
      let stages = axis.name.contains("tapDelay") ? [FunnelStage.tapped, .launched] : [.launched]
      let told = stages.compactMap { stage in shapes.first { $0.stage == stage.words } }.first
      if told?.isContradiction == true { return nil }
      let rests =
        "\(axis.name) is shorter than a day, and these counts are by the day: it rests on the shape that "
        + "the scenario gives this delay. "
      guard let told, told.isTelling else {
        let few = told.map { "\(Int($0.expected.rounded())) \($0.stage)" } ?? "nothing"
        return rests
          + "These counts cannot show the shape: the model has \(few) two days after sending and "
          + "later. Another shape with another median fits as well. Take the median from times by the hour."
      }
      return rests
        + "They do not contradict it: two days after sending and later there are "
        + "\(Int(told.count)) \(told.stage), and the model has \(Int(told.expected.rounded()))."
    }
  }

  private static func remarks(on study: CalibrationStudy) -> [String] {
    var remarks: [String] = []
    if study.table.form == .totals {
      remarks.append(
        "These are totals, which show chances well and delays badly. The same events by the day of "
          + "sending and the lag identify delays some ten times better. 'growthloop observe' makes such "
          + "a table.")
    }
    if !study.table.stages.contains(.tapped), study.table.stages.contains(.launched) {
      remarks.append(
        "Taps are not logged, as under the profile design (CNF-55). Without them only the product of "
          + "tap and install is known.")
    }
    return remarks
  }
}

extension CalibratedFound {
  fileprivate init(
    _ place: Int, _ axes: [CalibratedAxis], _ outcome: CalibrationOutcome,
    _ verdict: ParameterVerdict?, isRehearsal: Bool
  ) {
    self.init()
    let axis = axes[place]
    parameter = axis.name
    value = axis.value
    prior = axis.prior
    guard let verdict, let estimate = outcome.estimate(of: place) else { return }
    let spell = axis.text
    median = spell(estimate.value)
    low = spell(estimate.low)
    high = spell(estimate.high)
    width = outcome.width(of: place)
    let calibrated = axis.calibrated
    func known(_ share: Double) -> Double {
      calibrated.value(at: calibrated.priorQuantile(share))
    }
    given = axis.parameter.range?.axis?.value
    before = Measure(known(0.5), from: known(0.025), to: known(0.975), in: .ratio)
    after = Measure(estimate, in: .ratio)
    medianError = outcome.medianErrors.isEmpty ? nil : outcome.medianErrors[place]
    self.verdict =
      switch verdict.kind {
      case .identified: .identified
      case .together: .together
      case .notIdentified: .notIdentified
      case .priorSpoke: .priorSpoke
      }
    partners = verdict.partners.map { axes[$0].name }
    correlations = axes.indices.map { outcome.correlation(place, $0) }
    profileLow = verdict.low.map(spell)
    profileHigh = verdict.high.map(spell)
    if isRehearsal, let truth = axis.parameter.range?.axis?.value {
      holdsTruth = estimate.contains(truth)
    }
  }
}

extension CalibratedFound {
  /// Returns the further days after which the interval is half as wide, where each day tells as much as
  /// those so far; `nil` where the counts tell nearly nothing.
  ///
  /// On the natural scale precisions add up: 1/w² of the prior's is one part of the sources, and the
  /// rest of the data.
  func furtherDays(after days: Int) -> Double? {
    guard let width, width > 0, width < Self.telling else { return nil }
    let whole = 1 / (width * width)
    return Double(days) * ((4 * whole - 1) / (whole - 1) - 1)
  }

  /// From this width on, as a share of that before, the data have told nearly nothing.
  private static let telling = 0.9
}

extension CellCount {
  /// The count as a share, or as a number a day; `nil` of nothing.
  var quotient: Double? { exposure > 0 ? count / exposure : nil }
}
