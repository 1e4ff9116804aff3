import Vocabulary
import GrowthloopFindings
public import GrowthloopModel

extension MatchingStudy: ScenarioSection {
  public static let fields: [Field<MatchingStudy>] = [
    .parameter(
      "people", \.people, .integer(2...10_000_000),
      "How many people live there; everybody clicks or installs once in a long while."),
    .parameter(
      "clicksPerDay", \.clicksPerDay, .real(1...1_000_000), "How many links are tapped in a day."),
    .parameter(
      "install", \.install, .share(), "The chance that a tap leads to an install.",
      source: "AppTweak, first half of 2024: 25 % of US page views, from 1 to 100 % by category",
      grade: .b, range: (0.01, 1)),
    .parameter(
      "organicShare", \.organicShare, .share(0...0.99),
      "The share of installs that no tap led to."),
    .parameter(
      "delay", \.delay, .delay, "How long it takes from the tap to the first launch.",
      source: "Iribarren and Moro: mean 1.5 days, deviation 5.5 days (recalled)", grade: .c),
    .value(
      "retention", \.retention, .duration(.seconds(1) ... .days(365)), "How long clicks are kept."),
    .value(
      "settling", \.settling, .duration(.seconds(0) ... .days(365)),
      "The time before launches count, so that late ones are there from the start."),
    .value(
      "measured", \.measured, .duration(.hours(1) ... .days(365)),
      "The time in which launches count."
    ),
  ]

  /// The greatest number of arrivals of a study: about a gigabyte of them.
  private static let mostArrivals = 40_000_000.0

  public func check(_ reading: SectionReading<MatchingStudy>) {
    let days = Double((settling + measured).milliseconds) / 86_400_000
    let arrivals = clicksPerDay * (1 + install * organicShare / (1 - organicShare)) * days
    if arrivals > Self.mostArrivals {
      reading.refuse(
        \.clicksPerDay, "makes more than 40 million arrivals in settling and measured time",
        remedy: "write less, or look for a shorter time")
    }
  }
}
