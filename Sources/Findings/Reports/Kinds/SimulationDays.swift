import GrowthloopFindings
import Statistics

/// The contents of one picture of a simulation's days.
struct DayPicture {
  let title: String
  let caption: String
  let axis: String
  let columns: [(key: String, name: String)]

  static func charts(of days: FigureSeries) -> [Block] {
    all.map { picture in
      let series = picture.columns.compactMap { column in
        days[column.key].map { found in
          LineChart.Series(
            column.name,
            found.values.indices.map { day in
              LineChart.Point(
                Double(day), found.values[day], low: found.lows?[day], high: found.highs?[day])
            })
        }
      }
      return Block.chart(
        Chart(
          picture.title, caption: picture.caption,
          .lines(
            LineChart(x: Axis("day", .whole), y: Axis("\(picture.axis) a day", .count), series))))
    }
  }

  private static let all = [
    DayPicture(
      title: "First launches a day",
      caption:
        "The loop carries itself where launches after an invite come near those that come by "
        + "themselves. The band is the 95% interval of the mean.",
      axis: "first launches",
      columns: [
        ("organicLaunches", "by themselves"), ("creditedLaunches", "credited to an inviter"),
      ]),
    DayPicture(
      title: "Newcomers and first values a day",
      caption: "Between the lines are those who reached home and no first value yet.",
      axis: "members",
      columns: [("homes", "reached home"), ("firstValues", "reached first value")]),
    DayPicture(
      title: "Members active a day",
      caption: "Growth that lasts rises here; newcomers who leave again do not show.",
      axis: "members", columns: [("active", "active")]),
    DayPicture(
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
}
