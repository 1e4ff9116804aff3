import GrowthloopFindings
import GrowthloopReports

/// Which columns of a file say what: of the units, and of each metric.
struct ExperimentColumns {
  /// The columns of a metric.
  struct Metric {
    let name: String
    let numerator: String
    let denominator, covariate: String?
    /// Whether the numerator is a part of the denominator, as taps are of invites.
    let isPart: Bool
  }

  /// The places of the columns in a row.
  struct Places {
    struct Metric {
      let numerator: Int
      let denominator, covariate: Int?
    }

    var unit = 0
    var arm = 0
    var cluster, time: Int?
    var metrics: [Metric] = []
  }

  static let needed = ["unit", "arm", "numerator"]
  static let optional = ["cluster", "denominator", "covariate", "time"]

  /// The column that stands for each of those above, where a file calls it otherwise.
  private var mapped: [String: String] = [:]
  /// The metrics that are named; empty where the columns `numerator` and `denominator` are the one.
  private var named: [Metric] = []

  /// Reads `unit=user_id` and `taps=tapped/sent~tappedBefore`; a colon in place of the slash makes it a
  /// ratio, whose numerator is no part of the denominator.
  ///
  /// - Throws: `UsageError` for any other text.
  init(_ columns: [String] = [], metrics: [String] = []) throws {
    for text in columns {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, (Self.needed + Self.optional).contains(parts[0]) else {
        throw UsageError(
          description: "'--column' must be such as unit=user_id, of one of "
            + "\((Self.needed + Self.optional).joined(separator: ", ")), not '\(text)'")
      }
      guard mapped.updateValue(parts[1].lowercased(), forKey: parts[0]) == nil else {
        throw UsageError(description: "'--column' names '\(parts[0])' twice")
      }
    }
    for text in metrics {
      guard let metric = Metric(text) else {
        throw UsageError(
          description: "'--metric' must be such as taps=tapped/sent or sends=sent~sentBefore, "
            + "not '\(text)'")
      }
      guard !named.contains(where: { $0.name == metric.name }) else {
        throw UsageError(description: "'--metric' names '\(metric.name)' twice")
      }
      named.append(metric)
    }
    guard named.isEmpty || !mapped.keys.contains(where: Self.ofMetrics.contains) else {
      throw UsageError(
        description: "'--metric' names the columns of a metric; '--column' the others")
    }
  }

  private static let ofMetrics = ["numerator", "denominator", "covariate"]

  /// The metrics in a file with these columns.
  func metrics(among header: [String]) -> [Metric] {
    guard named.isEmpty else { return named }
    func present(_ role: String) -> String? {
      let name = column(role)
      return mapped[role] != nil || header.contains(name) ? name : nil
    }
    return [
      Metric(
        name: "", numerator: column("numerator"), denominator: present("denominator"),
        covariate: present("covariate"), isPart: true)
    ]
  }

  /// Finds the columns in a header; reports those that are missing.
  func places(in header: [String], refuse: (String) -> Void) -> Places {
    func place(_ name: String, as role: String? = nil) -> Int {
      guard let place = header.firstIndex(of: name) else {
        let near = Suggestion.phrase(for: name, among: header)
        let map = role.map { "; name it by --column \($0)=…" } ?? ""
        refuse("the column '\(name)' is missing\(near.isEmpty ? map : near)")
        return 0
      }
      return place
    }
    func optional(_ role: String) -> Int? {
      mapped[role].map { place($0) } ?? header.firstIndex(of: role)
    }
    return Places(
      unit: place(column("unit"), as: "unit"), arm: place(column("arm"), as: "arm"),
      cluster: optional("cluster"), time: optional("time"),
      metrics: metrics(among: header).map { metric in
        Places.Metric(
          numerator: place(metric.numerator, as: named.isEmpty ? "numerator" : nil),
          denominator: metric.denominator.map { place($0) },
          covariate: metric.covariate.map { place($0) })
      })
  }

  /// The columns of a file that say nothing here.
  func ignored(in header: [String]) -> [String] {
    let read =
      ["unit", "arm", "cluster", "time"].map(column)
      + metrics(among: header).flatMap { [$0.numerator, $0.denominator, $0.covariate] }
      .compactMap(\.self)
    return header.filter { !read.contains($0) }
  }

  private func column(_ role: String) -> String { mapped[role] ?? role }
}

extension ExperimentColumns.Metric {
  fileprivate init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    let isRatio = parts[1].contains(":")
    let values = parts[1].lowercased().split(
      separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
    let quotient = values[0].split(
      separator: isRatio ? ":" : "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard !(values + quotient).contains(where: \.isEmpty) else { return nil }
    self.init(
      name: parts[0], numerator: String(quotient[0]),
      denominator: quotient.count == 2 ? String(quotient[1]) : nil,
      covariate: values.count == 2 ? String(values[1]) : nil, isPart: !isRatio)
  }
}
