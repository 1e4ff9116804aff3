public import GrowthloopFindings
import Statistics

extension SweepFindings {
  /// The opening of the report: what moves the metric most, and how well that is known.
  public var answer: ReportAnswer? {
    guard let first = tornado.first, let base else { return nil }
    let name = metricName ?? metric
    let people = people(along: first.setting).map { "\($0)\n" } ?? ""
    let own = points.filter { Self.point($0.point, varies: first.setting) }
    guard own.contains(where: \.measured.isSure) else {
      return ReportAnswer(
        "\(people)\(name) (\(metric)): \(style.text(base)) at the base. No value of \(first.setting), the widest "
          + "setting, surely changes it\(bound(own)).", basis: basis(first))
    }
    let ends =
      "\(style.text(base + first.lowest)) at \(first.lowestValue) to "
      + "\(style.text(base + first.highest)) at \(first.highestValue)"
    let compared = tornado.filter { !isHalf($0) }.count
    let among = compared > 1 ? ", of \(compared) settings over the values tried" : ""
    let moves =
      tornado.count > 1 ? "moves \(name.lowercasedAtStart) most" : "moves \(name.lowercasedAtStart)"
    return ReportAnswer(
      "\(measureFirst)\(people)\(first.setting) \(moves): from \(ends)\(among). \(best)\(lever)\(smallerMarket)",
      basis: basis(first))
  }

  /// That fewer people were simulated than the market has; with a blank before it.
  private var smallerMarket: String {
    peoplePerPerson.map { " To save time one person was simulated for every \($0)." } ?? ""
  }

  private var measureFirst: String { firstToMeasure.map { "\($0.measureFirst)\n" } ?? "" }

  /// What to measure first: the parameter that moves the answer most of those that are assumed, or a
  /// number of other products; `nil` where one alone was varied.
  ///
  /// It is the widest over its own range. Without one the values that the sweep was given decide.
  var firstToMeasure: Parameter? {
    let widest =
      moves.isEmpty
      ? tornado.map { (setting: $0.setting, moves: $0.highest > $0.lowest) }
      : moves.map { (setting: $0.setting, moves: $0.measured.value != 0) }
    guard widest.count > 1 else { return nil }
    let open = widest.lazy.compactMap { setting, moves in
      parameters.first { $0.name == setting && !$0.isOwn }.map { (parameter: $0, moves: moves) }
    }
    return open.first.flatMap { $0.moves ? $0.parameter : nil }
  }

  private static func point(_ point: String, varies setting: String) -> Bool {
    point.split(separator: " ").contains { $0.hasPrefix(setting + "=") }
  }

  /// Whether a setting has one value that ran, because others contradict the rest of the scenario.
  private func isHalf(_ bar: TornadoBar) -> Bool {
    bar.lowestValue == bar.highestValue
      && leftOut.contains { Self.point($0.point, varies: bar.setting) }
  }

  /// The parameter that moves the metric most per cent for per cent, whatever the width of the values;
  /// with a blank before it.
  private var lever: String {
    // No one moves the market.
    let own = moves.filter { $0.elasticity.isSure && !$0.setting.hasPrefix("market.") }
    let levers = own.sorted {
      ($0.elasticity.value ?? 0).magnitude > ($1.elasticity.value ?? 0).magnitude
    }
    guard moves.count > 1, let first = levers.first, let least = first.elasticity.leastMagnitude
    else { return "" }
    // Those whose intervals meet that of the first are as strong, for all that is known.
    let strongest = levers.filter { ($0.elasticity.mostMagnitude ?? 0) >= least }
    let words = strongest.prefix(3).map { move in
      let value = move.elasticity.value ?? 0
      return "\(move.setting) gives \(NumberText.significant(value.magnitude, digits: 2))% "
        + "\(value > 0 ? "more" : "less") (± \(NumberText.significant(move.elasticity.interval?.halfWidth ?? 0, digits: 1)))"
    }
    return strongest.count > 1
      ? " Changed by 1% each, these do alike: \(words.joined(separator: ", ")). The market is left out."
      : " Changed by 1% each, one does most: \(words[0]). The market is left out."
  }

  /// The point with the highest value, beside the base.
  private var best: String {
    let reached = points.compactMap { point in point.mean.map { (point: point, mean: $0) } }
    guard let best = reached.max(by: { $0.mean < $1.mean }), let base else { return "" }
    guard best.mean > base else {
      return "No point is above the base, \(baseInWords)."
    }
    let interval =
      best.point.measured.interval.map {
        ", 95% interval of the difference \(style.signed($0.low)) to \(style.signed($0.high))"
      } ?? ""
    return
      "The highest is \(style.text(best.mean)), at \(best.point.point), against \(baseInWords) at "
      + "the base\(interval)."
  }

  /// The value at the base, with that of the setting where only one is varied.
  private var baseInWords: String {
    let value = base.map(style.text) ?? "–"
    guard tornado.count == 1, let only = tornado.first,
      let parameter = parameters.first(where: { $0.name == only.setting })
    else { return value }
    return "\(value) with \(parameter.value)"
  }

  private func bound(_ points: [Measured<SweepPoint>]) -> String {
    let ends = points.compactMap(\.measured.interval).flatMap {
      [$0.low.magnitude, $0.high.magnitude]
    }
    guard let most = ends.max(), let base, base > 0 else { return "" }
    guard most < base else { return ": there are too few replications to judge" }
    return ": the difference is less than \(NumberText.percent(max(most / base.magnitude, 0.001)))"
  }

  private func basis(_ first: TornadoBar) -> String {
    guard let parameter = parameters.first(where: { $0.name == first.setting }) else {
      return
        "\(first.setting) is a rule of the profile: a decision, and no measurement.\(notVaried)"
    }
    let grade = parameter.grade.map { "grade \($0.rawValue)" } ?? "no grade"
    if let cases = parameter.range?.cases {
      return
        "\(first.setting) is measured, on \(NumberText.grouped(Double(cases))) cases.\(notVaried)"
    }
    if parameter.isAssumed { return "\(first.setting) is assumed (\(grade)).\(notVaried)" }
    guard let source = parameter.source, !source.isEmpty else {
      return "\(first.setting) has \(grade), and no source is named.\(notVaried)"
    }
    return "\(first.setting) has a source (\(grade)): \(source).\(notVaried)"
  }

  /// The parameters that lead to the metric and did not vary; with a blank before it.
  private var notVaried: String {
    let varied = Set(tornado.map(\.setting) + moves.map(\.setting))
    let chain = HeadlineMetric.chain(of: metric) ?? []
    let missing = chain.filter { name in
      !varied.contains(name) && parameters.contains { $0.name == name && $0.range != nil }
    }
    guard !missing.isEmpty else { return "" }
    let named = missing.prefix(6).joined(separator: ", ")
    let rest = missing.count > 6 ? ", and \(missing.count - 6) more" : ""
    return
      " Not varied, though the metric is computed through them: \(named)\(rest); '--vary loop' has all."
  }
}

extension Measure {
  /// The ends of the interval by their distance from nothing.
  fileprivate var leastMagnitude: Double? {
    interval.map { min($0.low.magnitude, $0.high.magnitude) }
  }
  fileprivate var mostMagnitude: Double? {
    interval.map { max($0.low.magnitude, $0.high.magnitude) }
  }
}

extension GateFindings {
  /// The opening of the report: what is kept, missed and undecided, and the goals beside the gates.
  public var answer: ReportAnswer? {
    let gates = stages.flatMap { stage in
      stage.gates.map { (name: "\(stage.name), \($0.title)", verdict: $0.verdict) }
    }
    func list(_ verdict: GateVerdict) -> String? {
      let names = gates.filter { $0.verdict == verdict }.map(\.name)
      return names.isEmpty
        ? nil : "\(verdict.rawValue.capitalizedFirst): \(names.joined(separator: "; "))."
    }
    let failed = stages.count { $0.ending == .failed }
    let kept =
      gates.isEmpty
      ? "There was no gate."
      : "\(count(of: .kept)) of \(gates.count.counting("gate")) are kept, of \(stages.filter { !$0.gates.isEmpty }.map(\.name).joined(separator: ", "))."
    let lead = [
      kept, list(.missed), list(.undecided),
      failed > 0 ? "\(failed.counting("stage")) could not run." : nil,
      goals.sentence().map {
        "Gates say that what is built works, and nothing of the product's targets. \($0)"
      },
    ].compactMap(\.self)
    let basis = stages.compactMap(\.basis).map {
      $0.replacing(/^It rests/, with: "The simulation rests")
    }
    return ReportAnswer(lead.joined(separator: " "), basis: basis.joined(separator: " "))
  }
}

extension String {
  /// The text with a capital letter at its beginning.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
