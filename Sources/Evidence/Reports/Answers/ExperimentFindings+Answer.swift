import Diagnostics
import RealFunctions
import Runs
import Statistics

extension ExperimentFindings {
  /// The opening of the report: what each variant does, by which design, how long and with how many
  /// it can be told, and what that rests on.
  var opening: ReportAnswer {
    let leads = variants.flatMap { $0.answer(in: self) } + interactions.map { $0.answer(in: style) }
    // Whatever the metric, how many there are to compare comes of the whole loop.
    let loop = HeadlineMetric(HeadlineMetric.usual, label: nil, unit: "", style: style)
      .foundation(in: parameters, nil)
    let assumed = "What a variant changes is what its file says, and no measurement."
    return ReportAnswer(
      leads.joined(separator: "\n"),
      basis: [assumed, loop].compactMap(\.self).joined(separator: " "))
  }

  /// The people of the market; `nil` where the scenario does not say.
  fileprivate var market: Double? {
    parameters.first { $0.name == "market.people" }
      .flatMap { Double($0.value.replacing("_", with: "").replacing(",", with: "")) }
  }
}

extension ExperimentVariant {
  /// The designs that may be believed and estimate the truth, the sharpest first.
  var sound: [ExperimentDesign] {
    designs.filter { $0.isValid && $0.isTrue && !$0.isNaive }
      .sorted { $0.detectable < $1.detectable }
  }

  /// The first design that is nearly as sharp as the sharpest, without a sure bias if there is one.
  private var best: ExperimentDesign? {
    guard let sharpest = sound.first?.detectable else { return nil }
    let sharp = designs.filter {
      $0.isValid && $0.isTrue && !$0.isNaive && $0.detectable <= 1.2 * sharpest
    }
    return sharp.first { !$0.bias.isSure } ?? sharp.first
  }

  /// The answer and the recommendation, a paragraph a question.
  fileprivate func answer(in findings: ExperimentFindings) -> [String] {
    let style = findings.style
    guard let effect = truth.value else {
      return ["'\(name)': no \(findings.rows) came within the experiment, so nothing can be told."]
    }
    let ends = [truth.low ?? 0, truth.high ?? 0].map { style.signedDistance($0) }
    let change =
      "'\(name)'\(self.change.map { ", \($0)," } ?? "") moves \(findings.metric) from \(style.text(control)) by \(style.signedDistance(effect)) "
      + "\(ofControl(effect))(95% interval: \(ends[0]) to \(ends[1])) if everybody gets it"
    guard let best else {
      return [
        "\(change). None of these designs tells that: each is either beside the truth or claims too "
          + "narrow an interval."
      ]
    }
    let days = NumberText.decimal(findings.days, 0)
    let verdict =
      if !truth.isSure {
        "\(change), which is not to be told from nothing."
      } else if (best.power.value ?? 0) >= 0.8 {
        "\(change). An experiment of \(days) days can tell it."
      } else {
        "\(change). No design can tell it in \(days) days at this volume."
      }
    return [verdict, design(best, findings), time(best, findings), people(best, findings)]
  }

  /// An effect as a share of the control's value, in brackets and with a blank behind it.
  private func ofControl(_ effect: Double) -> String {
    control > 0 ? "(\(NumberText.percent(effect.magnitude / control)) of the control's) " : ""
  }

  /// Which design to take, and what it finds.
  private func design(_ row: ExperimentDesign, _ findings: ExperimentFindings) -> String {
    let style = findings.style
    let days = NumberText.decimal(findings.days, 0)
    let finds =
      "\(style.distance(row.detectable)) \(ofControl(row.detectable))or more in four of five experiments of \(days) days"
    let own = truth.isSure ? "; this one in \(row.power.textWithInterval)" : ""
    let others = sound.count > 1 ? ", the least of the sound ones" : ""
    return
      "Which design: assign \(row.design), analyse \(row.estimator). It finds \(finds)\(others)\(own)"
      + "\(beside(row, style))."
  }

  /// How long to run it: whether another length finds the effect.
  private func time(_ row: ExperimentDesign, _ findings: ExperimentFindings) -> String {
    let style = findings.style
    let lengths = lengths ?? []
    func words(_ length: ExperimentLength) -> String {
      let finds = style.distance(row.detectable * length.spread)
      return "\(NumberText.decimal(length.days, 0)) days find \(finds) or more"
    }
    let list = lengths.map(words).joined(separator: ", ")
    let days = NumberText.decimal(findings.days, 0)
    let size = findings.perArm.flatMap { perArm in
      row.daysToSize.map {
        " The \(NumberText.grouped(Double(perArm))) \(findings.rows) an arm that are planned would be there "
          + "after \(NumberText.decimal($0, 0)) days at this pace."
      }
    }
    let lead: String
    if !truth.isSure {
      lead = "no time finds an effect that is not there"
    } else if (row.power.value ?? 0) >= 0.8 {
      lead = "\(days) days are enough"
    } else if let place = lengths.firstIndex(where: { enough($0, row) }) {
      let short = max(findings.days, place > 0 ? lengths[place - 1].days : 0)
      lead =
        "between \(NumberText.decimal(short, 0)) and \(NumberText.decimal(lengths[place].days, 0)) days"
        + (short > findings.days ? " instead of \(days)" : "")
    } else if lengths.isEmpty {
      lead = "longer than \(days) days"
    } else {
      lead = "time alone does not do it, as members leave and prompts are spent"
    }
    return "How long: \(lead)\(list.isEmpty ? "" : "; \(list)").\(size ?? "")"
  }

  /// Whether that length finds the true effect in four of five experiments.
  private func enough(_ length: ExperimentLength, _ row: ExperimentDesign) -> Bool {
    row.detectable * length.spread <= truth.value?.magnitude ?? 0
  }

  /// How many it takes: those of this plan, and where they do not suffice how many times as many, with
  /// the interval by which the spread of so few runs and the effect are known.
  private func people(_ row: ExperimentDesign, _ findings: ExperimentFindings) -> String {
    let now = "\(size(of: row, times: 1, findings)) in the smaller arm"
    guard truth.isSure, let effect = truth.value, (row.power.value ?? 0) < 0.8 else {
      return "How many: \(now), as this plan has."
    }
    let ratio = row.detectable / effect.magnitude
    let factor = ratio * ratio
    let own = (truth.interval?.halfWidth ?? 0) / effect.magnitude
    // A variance of n runs is known to 2 / (n − 1) of its square, and the effect counts twice.
    let error = (1.96 * 1.96 * 2 / Double(max(1, row.runs - 1)) + 4 * own * own).squareRoot()
    let ends = [-error, error].map { NumberText.significant(factor * Double.exp($0), digits: 2) }
    let members = 2 * factor * (row.membersPerArm ?? 0)
    let beyond =
      findings.market.map { members > $0 } == true
      ? " The market of \(NumberText.grouped(findings.market ?? 0)) people does not have them." : ""
    return
      "How many: \(size(of: row, times: factor, findings)) in the smaller arm, in the same time. This plan has "
      + "\(size(of: row, times: 1, findings)): it takes \(NumberText.significant(factor, digits: 2)) times the people "
      + "(95% interval: \(ends[0]) to \(ends[1])).\(beyond)"
  }

  /// The size of the smaller arm, of so many times the people, in words.
  private func size(
    of row: ExperimentDesign, times factor: Double, _ findings: ExperimentFindings
  ) -> String {
    func rounded(_ number: Double) -> String {
      let step = number >= 10_000 ? 1_000.0 : number >= 1_000 ? 100 : number >= 100 ? 10 : 1
      return NumberText.grouped((number / step).rounded() * step)
    }
    let rows = "\(rounded(row.rowsPerArm * factor)) \(findings.rows)"
    return row.membersPerArm.map { "some \(rounded($0 * factor)) members with \(rows)" }
      ?? "some \(rows)"
  }

  /// By how much the design's effect lies beside the truth, where that is sure.
  private func beside(_ row: ExperimentDesign, _ style: NumberStyle) -> String {
    guard row.bias.isSure, let bias = row.bias.value, let effect = truth.value else { return "" }
    let word = (bias > 0) == (effect > 0) ? "overstates" : "understates"
    return " (it \(word) by \(style.distance(bias.magnitude)))"
  }
}

extension ExperimentInteraction {
  /// What it is, and whether the planned design finds it, in words.
  fileprivate func answer(in style: NumberStyle) -> String {
    let parts = alone.map { "'\($0)'" }.joined(separator: " and ")
    guard let truth = truth.value, let shown = shown.value else {
      return "What '\(name)' does beyond \(parts) cannot be told."
    }
    let interval =
      "95% interval: \(style.signedDistance(self.truth.low ?? 0)) to \(style.signedDistance(self.truth.high ?? 0))"
    return
      "Beyond \(parts), '\(name)' does \(style.signedDistance(truth)) (\(interval)): their interaction. The "
      + "planned design shows \(style.signedDistance(shown)) with a standard error of \(style.distance(deviation)); "
      + "it finds one of \(style.distance(detectable)) in four of five experiments, and this one in "
      + "\(power.textWithInterval)."
  }
}
