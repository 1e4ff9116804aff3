public import Runs
import Statistics

extension ComparisonFindings {
  /// The greatest number of variants that have a sentence each.
  private static let mostVariants = 4

  /// The metric that answers the question; that of a month where no run has a whole cycle.
  var headlineKey: String {
    if let answeringMetric { return answeringMetric }
    let isShort = variants.allSatisfy { variant in
      variant.metrics.contains { $0.metric == HeadlineMetric.usual && $0.base == nil }
    }
    return isShort ? HeadlineMetric.usualOfShortRuns : HeadlineMetric.usual
  }

  /// The opening of the report: what each variant moves, who gains and who loses.
  public var answer: ReportAnswer? {
    let leads = variants.prefix(Self.mostVariants).compactMap { variant -> String? in
      guard let metric = variant.metrics.first(where: { $0.metric == headlineKey }) else {
        return nil
      }
      let people = Stake.sentences(of: variant, besides: headlineKey)
      let lead = ([lead(of: variant, metric)] + credit(of: variant, metric)).joined(separator: " ")
      return people.isEmpty ? lead : "\(lead)\n\(people.joined(separator: " "))"
    }
    guard !leads.isEmpty else { return nil }
    let rest = variants.count - Self.mostVariants
    let more = rest > 0 ? ["\(rest.counting("further variant")) below."] : []
    return ReportAnswer((leads + more).joined(separator: "\n"), basis: basis)
  }

  /// Returns the movement of the headline by a variant.
  private func lead(of variant: Variant, _ metric: Measured<MetricDifferenceSubject>) -> String {
    let style = metric.measured.style
    let words = HeadlineMetric(
      metric.metric, label: metric.name, unit: metric.unit, style: style)
    let movement = Movement(metric: metric)
    let (base, changed) = (
      metric.base.map(style.text) ?? "–", metric.variant.map(style.text) ?? "–"
    )
    guard metric.measured.isSure else {
      return "\(variant.inWords): \(words.sentence(base).lowercasedAtStart) at the base; "
        + "\(movement.bound)."
    }
    return
      "\(variant.inWords): \(words.sentence("\(changed) instead of \(base)").lowercasedAtStart) "
      + "(\(movement.rises ? "more" : "less") \(movement.amount))."
  }

  /// The viral coefficients that count credited newcomers alone.
  private static let credited: Set = ["k.cohort", "k.month", "k.sender"]

  /// Returns the remark on a coefficient that moves because credit does; empty where people do too.
  private func credit(
    of variant: Variant, _ metric: Measured<MetricDifferenceSubject>
  ) -> [String] {
    guard Self.credited.contains(metric.metric), metric.measured.isSure,
      let all = variant.metrics.first(where: { $0.metric == "k.effective" }), !all.measured.isSure
    else { return [] }
    return [
      "Credit moves there, and not people: of newcomers whom invites bring, credited or not, "
        + "\(Movement(metric: all).bound)."
    ]
  }

  private var basis: String? {
    let style = NumberStyle.ratio
    let metric = variants.first?.metrics.first { $0.metric == headlineKey }
    return HeadlineMetric(
      headlineKey, label: metric?.name, unit: metric?.unit ?? "",
      style: metric?.measured.style ?? style
    )
    .foundation(in: parameters, ranking).map {
      "\($0) All runs share random numbers, so that the differences rest on the inputs less than the values do."
    }
  }
}

extension Variant {
  /// The number of changes up to which a variant is named by them.
  private static let mostNamed = 2

  /// The variant by what it changes, or else by its name.
  fileprivate var inWords: String {
    guard !changes.isEmpty, changes.count <= Self.mostNamed else { return "With \(variant)" }
    return "With "
      + changes.map { "\($0.setting) \($0.base ?? "none") → \($0.variant ?? "none")" }
      .joined(separator: " and ")
  }
}

extension String {
  /// The text with a small letter at its beginning, for a place within a sentence.
  fileprivate var lowercasedAtStart: String { prefix(1).lowercased() + dropFirst() }
}
