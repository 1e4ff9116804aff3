import ContactTrials
import Experiments
import Statistics

extension ContactsReport {
  /// The report as a terminal or a page shows it.
  func text(isMarkdown: Bool = false) -> String {
    func shown(_ table: ReportTable) -> String { isMarkdown ? table.markdown : table.text }
    let title = isMarkdown ? "# \(plan.title)\n" : "\(plan.title)\n"
    let order = plan.language.map { "the order of '\($0)'" } ?? "the built-in order"
    return """
      \(title)
      \(Machine.description), \(Machine.build) build, one core; seed \(plan.seed), \(order).

      \(shown(timeTable))
      Milliseconds. What a step takes is the work of a core, at the median over its rounds; p50, p99 and
      max are over the steps. Raw are all single times by the clock on the wall, with what the
      scheduler did to them.

      \(shown(memoryTable))
      \(plan.gates.isEmpty ? "" : shown(gateTable))\(isPartial ? "\nInterrupted: some books are missing.\n" : "")
      """
  }

  private var timeTable: ReportTable {
    ReportTable(
      header: [
        "contacts", "operation", "steps", "rounds", "p50", "p99", "max", "raw p50", "raw p99",
        "raw max",
      ],
      rows: rows.map { row in
        ["\(row.contacts)", row.title, "\(row.steps)", "\(row.rounds)"]
          + [row.p50, row.p99, row.longest, row.rawP50, row.rawP99, row.rawMax].map {
            NumberText.significant($0)
          }
      })
  }

  private var memoryTable: ReportTable {
    ReportTable(
      header: ["contacts", "bytes a contact", "saved"],
      rows: books.map { book in
        ["\(book.size)"]
          + [book.bytesPerContact, book.savedBytesPerContact].map { NumberText.decimal($0, 0) }
      })
  }

  private var gateTable: ReportTable {
    GateTable(
      subject: "contacts",
      rows: judgements.map { judgement in
        let times = judgement.milliseconds.map { NumberText.significant($0) }
        return GateTable.Row(
          subject: "\(judgement.contacts)", gate: judgement.gate, measured: "\(times[1]) ms",
          interval: (times[0], times[2]), verdict: judgement.verdict)
      }
    ).table
  }
}

extension ContactsReport: Encodable {
  private enum Key: String, CodingKey {
    case kind, command, title, question, seed, language, home, machine, build, partial, times,
      memory, gates
  }

  private struct Memory: Encodable {
    let contacts: Int
    let bytesPerContact: Double
    let savedBytesPerContact: Double
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode("contacts", forKey: .kind)
    try fields.encode(repetition.alone.text(), forKey: .command)
    try fields.encode(plan.title, forKey: .title)
    try fields.encode(plan.question, forKey: .question)
    try fields.encode(plan.seed, forKey: .seed)
    try fields.encode(plan.language, forKey: .language)
    try fields.encode(plan.home, forKey: .home)
    try fields.encode(Machine.description, forKey: .machine)
    try fields.encode(Machine.build, forKey: .build)
    try fields.encode(isPartial, forKey: .partial)
    try fields.encode(rows, forKey: .times)
    try fields.encode(
      books.map {
        Memory(
          contacts: $0.size, bytesPerContact: $0.bytesPerContact,
          savedBytesPerContact: $0.savedBytesPerContact)
      }, forKey: .memory)
    try fields.encode(judgements, forKey: .gates)
  }
}
