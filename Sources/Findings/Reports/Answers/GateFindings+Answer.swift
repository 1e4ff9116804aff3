public import GrowthloopFindings

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
      ? "There was no gate." : "\(count(of: .kept)) of \(gates.count.counting("gate")) are kept."
    let lead = [
      kept, list(.missed), list(.undecided),
      failed > 0 ? "\(failed.counting("stage")) could not run." : nil,
      goals.sentence(of: "The simulation").map { "\($0) Goals are no gates." },
    ].compactMap(\.self)
    let basis = stages.compactMap(\.basis).map {
      $0.replacing(/^It rests/, with: "The simulation rests")
    }
    return ReportAnswer(lead.joined(separator: " "), basis: basis.joined(separator: " "))
  }
}

extension String {
  /// The text with a capital letter at its beginning.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
