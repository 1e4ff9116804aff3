public import GrowthloopFindings
import Statistics

extension SimulationFindings {
  /// The key of the metric that answers the question.
  ///
  /// A run that is too short for the usual one is answered by that of a month.
  var headlineKey: String {
    if let answeringMetric { return answeringMetric }
    let isShort = self[HeadlineMetric.usual].map { $0.measured.value == nil } ?? false
    return isShort ? HeadlineMetric.usualOfShortRuns : HeadlineMetric.usual
  }

  /// The metrics of the first table: the headline first, and of the viral coefficients one alone.
  var openingKeys: [String] {
    let coefficient = headlineKey.hasPrefix("k.") ? headlineKey : HeadlineMetric.usual
    let others = headline.filter { !$0.hasPrefix("k.") && $0 != headlineKey }
    return (headlineKey == coefficient ? [headlineKey] : [headlineKey, coefficient]) + others
  }

  /// The opening of the report: what the run answers, and on what the answer rests.
  public var answer: ReportAnswer? {
    let figures = Figures(self)
    guard let figure = figures[headlineKey] else { return nil }
    guard figure.measured.value != nil else {
      return ReportAnswer(
        "Not answered: \(figure.label ?? figure.key) (\(figure.key)) has no value in this run.")
    }
    let metric = HeadlineMetric(
      figure.key, label: figure.label, unit: figure.unit, style: figure.measured.style)
    let interval =
      figure.measured.interval == nil
      ? "" : " (\(figure.measured.intervalName): \(figure.measured.ends))"
    let lead = [
      "\(metric.sentence(figure.measured.text))\(interval)\(goalClause(figure)).",
      metric.formula.map { "That is \(figure.key): \($0)." }, goalsSentence,
    ].compactMap(\.self)
    let change = WayToGoal(to: figure, in: figures).flatMap { way in
      figure.verdict == .kept ? nil : "What would move it most: \(way.words)."
    }
    return ReportAnswer(
      ([lead.joined(separator: " ")] + [chain(to: figure, in: figures)].compactMap(\.self))
        .joined(separator: "\n"),
      basis: metric.foundation(in: parameters, ranking), change: change)
  }

  /// The steps that multiply to `k.cohort`, and what is missing at their end; `nil` for other metrics, and
  /// where a step was never taken.
  private func chain(to figure: Figure, in figures: Figures) -> String? {
    func value(_ key: String) -> Double? { figures[key]?.measured.value }
    guard figure.key == HeadlineMetric.usual, let reached = figure.measured.value,
      let sessions = value("cohort.sessions"), let invites = value("cohort.invites"), invites > 0,
      let tapped = value("conversion.tapped"), let members = value("taps.byMembers"),
      let others = value("taps.notOnIOS"), members + others < 1,
      let installed = value("conversion.installed"),
      let home = value("onboarding.invitedCompletion")
    else { return nil }
    // Members' phones run the app, so that the taps on those of others are the rest of all.
    let open = 1 - others
    let installs = installed / (1 - members - others)
    let product = invites * tapped * open * installs * home
    let (ratio, share) = (NumberStyle.ratio, NumberStyle.share)
    return "Behind it, in a newcomer's cycle: "
      + (sessions > 0 ? "\(ratio.text(sessions)) sessions → " : "")
      + "\(ratio.text(invites)) invites × \(share.text(tapped)) tapped × \(share.text(open)) on a phone "
      + "that runs the app × \(share.text(installs)) installed × \(share.text(home)) home = "
      + ratio.text(product)
      + (product > reached
        ? "; less those who have the app already, come too late or lose their credit: "
          + "\(ratio.text(reached))." : ".")
  }

  private func goalClause(_ figure: Figure) -> String {
    guard let target = figure.target, let verdict = figure.verdict else { return "" }
    let limit = "\(target.comparison.words) \(figure.measured.style.text(target.value))"
    return switch verdict {
    case .kept: ", which meets the goal of \(limit)"
    case .missed: ", which misses the goal of \(limit)"
    case .undecided: "; whether that meets the goal of \(limit) is undecided"
    }
  }
}

extension GateLimit.Comparison {
  /// The comparison in the words of a sentence.
  var words: String {
    switch self {
    case .above: "more than"
    case .atLeast: "at least"
    case .below: "less than"
    case .atMost: "at most"
    }
  }
}

// MARK: One viral coefficient is the headline; the others are folded

extension SimulationFindings {
  /// The viral coefficients beside that of the first table, with the reason why they differ.
  var otherCoefficients: (title: String, blocks: [Block])? {
    let figures = Figures(self)
    let all = HeadlineMetric.denominators.keys.sorted().compactMap { figures[$0] }
    let others = headline.filter { $0.hasPrefix("k.") && !openingKeys.contains($0) }
      .compactMap { figures[$0] }
    guard !others.isEmpty else { return nil }
    let values = all.compactMap(\.measured.value).filter { $0 > 0 }
    let factor = (values.max() ?? 0) / (values.min() ?? .infinity)
    let differ = factor >= 2 ? "They differ \(NumberText.decimal(factor, 0))-fold" : "They differ"
    let units = all.compactMap { figure in
      HeadlineMetric.denominators[figure.key].map { "\(figure.key) \($0)" }
    }
    return (
      "The other viral coefficients",
      [
        .paragraph(
          "\(differ) because they count for different units: \(units.joined(separator: ", "))."),
        .metrics(others),
      ]
    )
  }
}
