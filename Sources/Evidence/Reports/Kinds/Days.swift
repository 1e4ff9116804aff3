import Statistics

/// What happened day by day, from `days.csv`.
enum Days {
  /// What one picture shows.
  private struct Picture {
    let title: String
    let caption: String
    let axis: String
    let columns: [(key: String, name: String)]
  }

  private static let pictures = [
    Picture(
      title: "First launches a day",
      caption:
        "The loop carries itself where launches after an invite come near those that come by "
        + "themselves. The band is the 95% interval of the mean.",
      axis: "first launches",
      columns: [
        ("organicLaunches", "by themselves"), ("creditedLaunches", "credited to an inviter"),
      ]),
    Picture(
      title: "Newcomers and first values a day",
      caption: "The distance between the lines is who came home and has seen nothing of use yet.",
      axis: "members",
      columns: [("homes", "reached home"), ("firstValues", "reached first value")]),
    Picture(
      title: "Members active a day",
      caption: "Growth that lasts rises here; newcomers who leave again do not show.",
      axis: "members", columns: [("active", "active")]),
    Picture(
      title: "From the prompt to the tap, a day",
      caption:
        "Each line feeds the one below it in time: prompts open the invite, invites are sent, "
        + "and links are tapped.",
      axis: "times",
      columns: [
        ("prompts", "prompts shown"), ("opened", "invite opened"), ("invites", "invites sent"),
        ("taps", "links tapped"),
      ]),
  ]

  static func section(of folder: RunFiles) throws -> Section {
    let rows = try folder.rows("days.csv").rows
    let charts = try pictures.map { picture in
      let series = try picture.columns.map { column in
        LineChart.Series(
          column.name,
          try rows.map { row in
            LineChart.Point(
              try row.number("day"), try row.optionalNumber(column.key),
              low: try row.optionalNumber("\(column.key).low"),
              high: try row.optionalNumber("\(column.key).high"))
          })
      }
      return Block.chart(
        Chart(
          picture.title, caption: picture.caption,
          .lines(
            LineChart(x: Axis("day", .whole), y: Axis("\(picture.axis) a day", .count), series))))
    }
    return Section("Growth", anchor: "growth", charts)
  }
}
