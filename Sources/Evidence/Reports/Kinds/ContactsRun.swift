import Gates
import Statistics

/// The report of `contacts`.
enum ContactsRun: RunKind {
  static let name = "contacts"

  static func report(of run: RunFields, in folder: RunFiles) throws -> Report {
    let gates = try run.list("gates").map(gate)
    let isPartial = try run.flag("partial")
    let order = try run.optionalText("language").map { "of '\($0)'" } ?? "built in"
    return Report(
      try run.text("title"), question: try run.optionalText("question"),
      command: try run.optionalText("command"),
      facts: [
        .init("Seed", try run.digits("seed")), .init("Order of names", order),
        .init("Machine", try run.text("machine")), .init("Build", try run.text("build")),
      ],
      verdict: isPartial
        ? Report.Verdict(.undecided, "Interrupted: some books are missing.")
        : Report.Verdict(gates),
      sections: [
        gates.isEmpty ? nil : Section("Budgets", anchor: "gates", [.gates(gates)]),
        try times(of: run), try memory(of: run),
      ].compactMap(\.self))
  }

  private static func gate(_ fields: RunFields) throws -> GateRow {
    let times = try fields.numbers("milliseconds")
    guard times.count == 3 else {
      throw UnreadableRun("a gate must have three times: the median with its interval")
    }
    return GateRow(
      try fields.text("gate"), subject: "\(try fields.digits("contacts")) contacts",
      Measure(times[1], low: times[0], high: times[2], style: .milliseconds),
      limit: try fields.number("limit"), try fields.verdict())
  }

  private static func times(of run: RunFields) throws -> Section {
    let rows = try run.list("times").map { row in
      (
        size: NumberText.decimal(try row.number("contacts"), 0), title: try row.text("title"),
        p99: Measure(
          try row.number("p99"), low: try row.number("p99Low"), high: try row.number("p99High"),
          style: .milliseconds), fields: row
      )
    }
    let sizes = rows.map(\.size).unique
    let groups = rows.map(\.title).unique.map { title in
      BarChart.Group(
        title,
        sizes.map { size in
          rows.first { $0.title == title && $0.size == size }?.p99
            ?? Measure(nil, style: .milliseconds)
        })
    }
    let chart = BarChart(
      Axis("milliseconds, p99 over the steps", .milliseconds), labels: "operation",
      series: sizes.map { "\($0) contacts" }, groups)
    let columns = [
      ("p50", "p50"), ("p99", "p99"), ("longest", "max"), ("rawP50", "raw p50"),
      ("rawP99", "raw p99"), ("rawMax", "raw max"),
    ]
    let all = try rows.map { row in
      Grid.Row(
        "\(row.size): \(row.title)",
        try ["steps", "rounds"].map { Measure(try row.fields.number($0), style: .whole) }
          + columns.map { column in
            column.0 == "p99"
              ? row.p99 : Measure(try row.fields.number(column.0), style: .milliseconds)
          })
    }
    return Section(
      "Times", anchor: "times",
      [
        .chart(
          Chart(
            "What steps take, by the size of the book",
            caption:
              "What a step takes is the work of a core, at the median over its rounds; the bar is "
              + "p99 over the steps. Bars of one operation that grow faster than the book are worth a "
              + "look.", .bars(chart))),
        .disclosure(
          "All times, and those by the clock on the wall",
          [
            .paragraph(
              "Raw are all single times by the clock, with what the scheduler did to them."),
            .grid(Grid("contacts and operation", ["steps", "rounds"] + columns.map(\.1), all)),
          ]),
      ])
  }

  private static func memory(of run: RunFields) throws -> Section {
    let rows = try run.list("memory").map { book in
      try ["contacts", "bytesPerContact", "savedBytesPerContact"].map {
        NumberText.decimal(try book.number($0), 0)
      }
    }
    return Section(
      "Memory", anchor: "memory",
      [
        .table(
          Table(
            [.number("contacts"), .number("bytes a contact"), .number("bytes a contact, saved")],
            rows))
      ])
  }
}

extension [String] {
  /// The texts, each once, in their order.
  fileprivate var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
