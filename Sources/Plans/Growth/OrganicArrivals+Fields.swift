public import GrowthloopModel
import Vocabulary

extension OrganicArrivals: ScenarioSection {
  public static let fields: [Field<OrganicArrivals>] = [
    .parameter(
      "seeds", \.seeds, .integer(0...Market.most),
      "How many members there are from the start; they have stayed for a month already, and their phones run the app."
    ),
    .parameter(
      "placement", \.placement, .choice,
      "Who these are: random, for anyone; dense, for whole communities one after another; spread, for as many of each community; connected, for those with the most contacts."
    ),
    .parameter(
      "organicPerDay", \.organicPerDay, .timesADay(upTo: 10_000_000),
      "How many newcomers without an invite a day brings: people who are no members yet and whose phone runs the app, for as long as there are any."
    ),
    .value(
      "crowd", \.crowd, .none(or: .section(OrganicArrivals.Crowd.self)),
      "Many newcomers at once, as after a television show."),
  ]
}

extension OrganicArrivals.Crowd: ScenarioSection {
  /// Creates a surge of a tenth of the usual market, in the evening of the first Sunday of the
  /// second month.
  public init() { self.init(installs: 10_000, after: .days(34) + .hours(20), within: .hours(2)) }

  public static let fields: [Field<OrganicArrivals.Crowd>] = [
    .parameter(
      "installs", \.installs, .integer(1...Market.most),
      "How many newcomers come: people who are no members yet and whose phone runs the app, as far as there are so many."
    ),
    .parameter("after", \.after, .duration(.zero ... .days(3_650)), "How long after the start."),
    .parameter(
      "within", \.within, .duration(.zero ... .days(365)),
      "In how long they come, at any time of it alike."),
  ]
}
