import GrowthloopContacts
import GrowthloopDecisions
package import GrowthloopFindings
package import GrowthloopReports
package import GrowthloopPlans
import Statistics

/// A trial of the contact rules, as `contacts` runs it.
package struct ContactsStage: Stage {
  let plan: ContactPlan
  let repetition: Repetition

  init(plan: ContactPlan, repetition: Repetition) {
    self.plan = plan
    self.repetition = repetition
  }

  /// Reads a plan with these changes, and reports its warnings.
  package init(
    _ file: String, with changes: [ScenarioOverride], repetition: Repetition,
    on console: any Console
  ) throws {
    let plan = try PlanChoice.read(file, as: ContactPlan.self, with: changes, on: console)
    for note in SettingUse.notes(on: changes.map(\.key), in: "contacts") { console.complain(note) }
    self.init(
      plan: plan,
      repetition: repetition)
  }

  func run(on console: any Console) throws -> StageOutput {
    let findings = try measure(on: console)
    return StageOutput(findings, findings.files)
  }

  /// Measures book after book, with progress.
  package func measure(on console: any Console) throws -> ContactsFindings {
    let trial = try ContactTrial(plan)
    return Interrupt.watching(console) { interrupt in
      var books: [BookOutcome] = []
      for size in plan.sizesInForce {
        let book = trial.measure(size) { operation in
          console.show(progress: "\(size) contacts: \(operation?.title ?? "making the book")")
          return !interrupt.isSet
        }
        guard let book else { break }
        books.append(book)
      }
      return findings(books)
    }
  }

  func findings(_ books: [BookOutcome]) -> ContactsFindings {
    var findings = ContactsFindings(times: Self.times(books), memory: Self.memory(books))
    findings.command = repetition.alone.text()
    findings.title = plan.title
    findings.question = plan.question
    findings.seed = plan.seed
    findings.language = plan.language
    findings.home = plan.home
    findings.machine = Machine.description
    findings.build = Machine.build
    findings.partial = books.count < plan.sizesInForce.count
    findings.booksWanted = plan.sizesInForce.count
    findings.gates = books.flatMap { book in
      book.judged(by: plan).map { gate in
        var gate = gate
        gate.next = next(after: gate, at: book.size)
        return gate
      }
    }
    findings.histograms = books.flatMap { book in
      book.times.map { .init("\($0.operation.rawValue)-\(book.size)", $0.all) }
    }
    return findings
  }

  private func next(after gate: JudgedGate, at size: Int) -> String? {
    switch gate.verdict {
    case .kept: nil
    case .missed: repetition.alone.changing("sizes", to: "[\(size)]").text()
    case .undecided: repetition.here.changing("rounds", to: "\(plan.rounds * 4)").text()
    }
  }

  /// Returns typical and single times in milliseconds, a row for each book and operation.
  private static func times(_ books: [BookOutcome]) -> FigureTable {
    typealias Column = FigureTable.Declaration<(size: Int, times: OperationTimes)>
    func raw(_ key: String, _ title: String, _ percentile: Double) -> Column {
      .number(key, title, .milliseconds) {
        Double($0.times.all.value(atPercentile: percentile) ?? 0) / 1e6
      }
    }
    func typical(_ key: String, _ percentile: Double) -> Column {
      .number(key, nil, .milliseconds) { $0.times.measured(percentile).value }
    }
    return FigureTable(
      of: books.flatMap { book in book.times.map { (size: book.size, times: $0) } },
      [
        .count("contacts", isLabel: true) { $0.size },
        .words("operation") { $0.times.operation.rawValue },
        .words("title", "operation") { $0.times.operation.title },
        .count("steps") { $0.times.steps }, .count("rounds") { $0.times.roundCount },
        typical("p50", 50), .figure("p99", nil, .milliseconds) { $0.times.measured(99) },
        typical("max", 100), raw("rawP50", "raw p50", 50), raw("rawP99", "raw p99", 99),
        raw("rawMax", "raw max", 100),
      ])
  }

  private static func memory(_ books: [BookOutcome]) -> FigureTable {
    FigureTable(
      of: books,
      [
        .count("contacts", isLabel: true) { $0.size },
        .number("bytesPerContact", "bytes a contact", .whole) { $0.bytesPerContact },
        .number("savedBytesPerContact", "saved", .whole) { $0.savedBytesPerContact },
      ])
  }
}
