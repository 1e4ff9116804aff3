import GrowthloopFindings
import GrowthloopPlans
import GrowthloopReports
import GrowthloopStudies
import SimulationKernel
import Statistics
import Vocabulary

extension ExploreStudy {
  /// A what-if that the page suggests.
  struct Idea: Sendable {
    let name: String
    let choice: ChosenScenario
  }

  private static let replicationsOfGlance = 16

  /// Finds what each suggestion would bring, and how many members there would be without invites:
  /// sketches from fewer people, so that one sees which what-if is worth asking.
  func glance(
    on workers: Workers, after settled: ExploreSettled?
  ) async throws -> (html: String, ideas: [String: String])? {
    let ideas = ideas()
    guard !ideas.isEmpty else { return ("", [:]) }
    let (small, factor) = question.small(
      of: Self.peopleOfRanking, replications: min(Self.replicationsOfGlance, question.replications),
      ideas.map(\.choice))
    var progress = ExploreProgress(small, factor: factor)
    let outcome = try await small.comparison().run(on: workers) { _, row in progress.record(row) }
    guard !outcome.isPartial else { return nil }
    let findings = ComparisonFindings(outcome, of: small)
    let words = zip(outcome.variants, findings.variants).map { variant, found in
      Self.words(variant, found, at: question.outcome, of: outcome.replications, factor)
    }
    let without = ideas.firstIndex { $0.name == ExploreControls.withoutInvites }
    let picture = settled?.progress.activeMembers(
      isSettled: true, withoutInvites: without.flatMap { progress.fewerActive(in: $0 + 1) })
    return (
      picture?.fragment(id: "a", width: question.state.width, isSettled: true) ?? "",
      Dictionary(zip(ideas.map(\.name), words)) { first, _ in first }
    )
  }

  /// What a suggestion would bring, with its interval; then credit and money, where they move.
  private static func words(
    _ variant: VariantOutcome, _ found: Variant, at outcome: Int, of replications: Int,
    _ factor: Double
  ) -> String {
    func text(_ difference: MetricDifference, _ written: (Measure) -> String) -> String? {
      let moments = difference.paired.difference
      guard moments.minimum != 0 || moments.maximum != 0 else { return nil }
      let style = difference.metric.style
      let measured = Measure(
        moments.mean, difference.estimate, in: style, count: moments.count, of: replications)
      return written(style == .count ? measured.scaled(by: factor) : measured)
    }
    func signed(_ measured: Measure) -> String {
      let style = measured.style
      func text(_ value: Double?) -> String {
        value.map { style == .share ? style.signedDistance($0) : style.signed($0) } ?? "–"
      }
      let ends = "\(text(measured.low)) to \(text(measured.high))"
      return measured.isSure ? "about \(text(measured.value)) (\(ends))" : "not sure: \(ends)"
    }
    var words = [text(variant.metrics[outcome], signed) ?? "no difference"]
    let credited = Metric.place(of: "credit.credited").map { variant.metrics[$0] }
    let credit = credited.flatMap { credited in
      text(credited) { $0.isSure ? "credit: \(signed($0))" : "" }
    }
    if ExploreFrame.Card.isAboutCredit(variant), let credit, !credit.isEmpty {
      words.append(credit)
    }
    if let money = found.money, let each = money["perNewcomer"]?.value, each > 0,
      money["newcomers"]?.isSure ?? false
    {
      words.append("about \(NumberText.significant(each, digits: 2)) \(money.currency) a newcomer")
    }
    return words.joined(separator: ", ")
  }
}
