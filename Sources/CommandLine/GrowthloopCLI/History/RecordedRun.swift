import Experiments
import JSON
import Regressions
import Statistics

/// The `run.json` of a run whose figures go into a history.
struct RecordedRun {
  private let run: JSONValue

  init(_ text: String) throws {
    do throws(JSONParser.Mistake) {
      run = try JSONParser.parse(Array(text.utf8))
    } catch {
      throw UnfitInput(description: "run.json is no JSON: \(error.words)")
    }
  }

  /// Why its figures are not to be taken for those of a whole run; `nil` for nothing.
  var obstacle: String? {
    if ["partial", "isPartial"].contains(where: { run[$0] == .bool(true) }) {
      return "it was interrupted, so that only a part of it was measured"
    }
    guard run["valid"] == .bool(false) else { return nil }
    let reasons = (run["because"]?.elements ?? []).compactMap(\.word)
    let words = ["it was not valid, the generator was the bottleneck"] + reasons
    return words.joined(separator: "; ")
  }

  /// What is kept of it.
  func entry(at moment: String, commit: String?) throws -> HistoryEntry {
    let figures = figures
    guard let title = run["title"]?.word, !figures.isEmpty else {
      throw UnfitInput(
        description: "this is no result that a history keeps: it must be of simulate, load, "
          + "contacts or regress")
    }
    let machine = run["machine"]?.word.map { "\($0), \(run["build"]?.word ?? "unknown") build" }
    return HistoryEntry(
      at: moment, commit: commit, machine: machine ?? "any", plan: title, figures: figures)
  }

  private var figures: [String: HistoryEntry.Figure] {
    if run["kind"]?.word == "regress" {
      return named(run["figures"]).merging(moved(run["metrics"])) { first, _ in first }
    }
    if let metrics = run["metrics"]?.elements, !metrics.isEmpty { return averaged(metrics) }
    if let times = run["times"]?.elements, !times.isEmpty { return stepped(times) }
    guard case .object(let response)? = run["all"]?["response"] else { return [:] }
    return response.compactMapValues { $0.amount.map { HistoryEntry.Figure($0, unit: "ms") } }
  }

  /// The candidate's runs of a comparison: their centre, and how surely it is known.
  private func named(_ figures: JSONValue?) -> [String: HistoryEntry.Figure] {
    collect(figures?.elements ?? []) { figure in
      let runs = (figure["candidateRuns"]?.elements ?? []).compactMap(\.amount)
      let interval = HodgesLehmann.centre(of: runs)
      guard let name = figure["name"]?.word, let value = figure["candidate"]?.amount else {
        return nil
      }
      return (
        name,
        HistoryEntry.Figure(
          value, from: interval?.low, to: interval?.high, unit: figure["unit"]?.word ?? "")
      )
    }
  }

  private func moved(_ metrics: JSONValue?) -> [String: HistoryEntry.Figure] {
    collect(metrics?.elements ?? []) { metric in
      guard let key = metric["metric"]?.word, let value = metric["candidate"]?.amount else {
        return nil
      }
      return (key, HistoryEntry.Figure(value, unit: Metric.named(key)?.unit ?? ""))
    }
  }

  private func averaged(_ metrics: [JSONValue]) -> [String: HistoryEntry.Figure] {
    collect(metrics) { metric in
      guard let key = metric["metric"]?.word, let value = metric["mean"]?.amount else { return nil }
      return (
        key,
        HistoryEntry.Figure(
          value, from: metric["low"]?.amount, to: metric["high"]?.amount,
          unit: metric["unit"]?.word ?? "")
      )
    }
  }

  private func stepped(_ times: [JSONValue]) -> [String: HistoryEntry.Figure] {
    collect(times) { row in
      guard let operation = row["operation"]?.word, let contacts = row["contacts"]?.amount,
        let value = row["p99"]?.amount
      else { return nil }
      return (
        "\(operation) at \(NumberText.decimal(contacts, 0)) p99",
        HistoryEntry.Figure(
          value, from: row["p99Low"]?.amount, to: row["p99High"]?.amount, unit: "ms")
      )
    }
  }

  private func collect(
    _ elements: [JSONValue], _ read: (JSONValue) -> (String, HistoryEntry.Figure)?
  ) -> [String: HistoryEntry.Figure] {
    Dictionary(elements.compactMap(read)) { first, _ in first }
  }
}
