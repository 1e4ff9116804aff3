import Foundation

/// What became of the mutants of one module.
struct ModuleOutcome {
  let module: Module
  /// The mutants that the compiler takes.
  let possible: Int
  var equivalent: [Mutant] = []
  var tried: [(mutant: Mutant, verdict: Verdict)] = []

  func count(_ kind: Verdict.Kind) -> Int { tried.count { $0.verdict.kind == kind } }
  var noticed: Int { tried.count { $0.verdict.kind.isNoticed } }
  var survivors: [Mutant] { tried.filter { !$0.verdict.kind.isNoticed }.map(\.mutant) }
}

/// The table of modules, and each survivor with what was changed.
struct MutantTable {
  let outcomes: [ModuleOutcome]
  let equivalent: KnownMutants
  let survivors: KnownMutants

  var tried: Int { outcomes.reduce(0) { $0 + $1.tried.count } }
  var noticed: Int { outcomes.reduce(0) { $0 + $1.noticed } }

  /// The noticed share of those that were tried.
  var share: Double { tried == 0 ? 1 : Double(noticed) / Double(tried) }

  /// The survivors that no list names.
  var unlisted: [Mutant] {
    outcomes.flatMap { $0.survivors.filter { !survivors.contains($0) } }
  }

  /// Whether so many unlisted survivors are no accident: were 95 of 100 noticed, as many or more
  /// would come up in less than one draw of a hundred.
  var rulesOutTheGoal: Bool {
    let missed = 0.05
    var exactly = (0..<tried).reduce(1.0) { chance, _ in chance * (1 - missed) }
    var atLeast = 1.0
    for count in 0..<unlisted.count {
      atLeast -= exactly
      exactly *= Double(tried - count) / Double(count + 1) * missed / (1 - missed)
    }
    return atLeast < 0.01
  }

  var text: String {
    var lines = [
      row(["module", "possible", "tried", "noticed", "timeout", "survived", "unreached", "equal"])
    ]
    for outcome in outcomes {
      lines.append(
        row(
          [outcome.module.name]
            + [
              outcome.possible, outcome.tried.count, outcome.noticed, outcome.count(.timeout),
              outcome.count(.survived), outcome.count(.unreached), outcome.equivalent.count,
            ].map(String.init)))
    }
    lines.append(
      String(format: "%d of %d noticed (%.1f%%)", noticed, tried, share * 100)
        + "; timeouts are noticed, unreached ones are not; equal ones were passed over")
    for outcome in outcomes where !outcome.survivors.isEmpty {
      lines.append("\nSurvivors in \(outcome.module.name):")
      for (mutant, verdict) in outcome.tried where !verdict.kind.isNoticed {
        lines.append(
          "\(mutant.line(in: outcome.module))" + (verdict.kind == .unreached ? " (unreached)" : "")
            + (survivors.contains(mutant) ? " (known)" : ""))
      }
    }
    for outcome in outcomes where !outcome.equivalent.isEmpty {
      lines.append("\nEqual in \(outcome.module.name):")
      for mutant in outcome.equivalent {
        lines.append(
          "\(mutant.line(in: outcome.module))\n    \(equivalent.reasons[mutant.name] ?? "")")
      }
    }
    return lines.joined(separator: "\n")
  }

  private func row(_ cells: [String]) -> String {
    cells.enumerated().map { index, cell in
      let gap = String(repeating: " ", count: max(0, (index == 0 ? 14 : 10) - cell.count))
      return index == 0 ? cell + gap : gap + cell
    }
    .joined()
  }
}

extension Mutant {
  /// The mutant as the lists have it.
  func line(in module: Module) -> String {
    let place = "Sources/\(module.neighbourhood)/\(file):\(lines.lowerBound)"
    let change = `operator` == .drop ? "without `\(before)`" : "`\(before)` → `\(after)`"
    let context = [.plus, .minus].contains(`operator`) ? " in `\(text)`" : ""
    return "\(name) \(place) \(`operator`.rawValue): \(change)\(context)"
  }
}
