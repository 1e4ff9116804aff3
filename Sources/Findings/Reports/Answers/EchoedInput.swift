import GrowthloopFindings
import Statistics

/// A parameter beside a metric of the same quantity, where both differ.
struct EchoedInput {
  let parameter: String
  let given: Double
  let figure: Figure
  /// The reason why they differ.
  let reason: String

  /// A parameter, the metric that counts the same, and the reason for a difference.
  private struct Pair {
    let parameter: String
    let metric: String
    let reason: @Sendable (Figures) -> String
  }

  private static func pair(_ parameter: String, _ metric: String, _ reason: String) -> Pair {
    Pair(parameter: parameter, metric: metric) { _ in reason }
  }

  /// Returns the reason of both answers to a card, with the share of visits that had this answer.
  private static func visits(_ answer: String) -> @Sendable (Figures) -> String {
    { figures in
      let standing =
        "A card stays until it is answered, and each session that sees it draws anew: the parameter is per "
        + "session, the metric per card"
      let shares = [
        "prompts.tapShare", "prompts.dismissShare", "prompts.ignoredPerShown",
      ].map { figures[$0]?.measured.value ?? .nan }
      let all = shares.reduce(0, +)
      guard all > 0, let own = figures[answer]?.measured.value else { return "\(standing)." }
      return "\(standing). Per session it is \(NumberStyle.share.text(own / all))."
    }
  }

  private static let pairs = [
    Pair(
      parameter: "sharing.promptTap", metric: "prompts.tapShare",
      reason: visits("prompts.tapShare")),
    Pair(
      parameter: "sharing.promptDismiss", metric: "prompts.dismissShare",
      reason: visits("prompts.dismissShare")),
    pair(
      "recipients.tap", "conversion.tapped",
      "People take their time: an invite near the end of the run is opened after it, and not counted."
    ),
    pair(
      "recipients.install", "conversion.installed",
      "The parameter is of people who could install: the metric also counts taps of members, and on phones "
        + "that the app does not run on."),
    pair(
      "use.retentionDay1", "retention.active.day1",
      "The parameter is of activity on that day only under 'use.retentionMeans: activity'; else it is of those "
        + "who have not left, with a session that day or without."),
    pair(
      "use.returnOnPush", "after.returnShare",
      "An inviter who left the app, or a run that ends first, leaves a notification without a return."
    ),
    pair(
      "use.uninstall", "uninstall.organic",
      "The parameter is of those who stop using the app; the metric is of all first launches, and counts a "
        + "week."),
  ]

  /// The parameters and metrics that are laid side by side.
  static var names: [(parameter: String, metric: String)] {
    pairs.map { ($0.parameter, $0.metric) }
  }

  /// Returns the parameters whose metric has an interval that excludes them.
  static func all(_ parameters: [Parameter], _ figures: Figures) -> [EchoedInput] {
    pairs.compactMap { pair in
      guard let written = parameters.first(where: { $0.name == pair.parameter }),
        let given = Double(written.value), let figure = figures[pair.metric],
        let interval = figure.measured.interval, !interval.contains(given)
      else { return nil }
      return EchoedInput(
        parameter: pair.parameter, given: given, figure: figure, reason: pair.reason(figures))
    }
  }
}

extension SimulationFindings {
  /// The parameters beside what came out of them; `nil` where all agree.
  var echoSection: Section? {
    let echoes = EchoedInput.all(parameters, Figures(self))
    guard !echoes.isEmpty else { return nil }
    return Section(
      "What went in, and what came out otherwise", anchor: "echoes",
      [
        .table(
          Table(
            [
              "parameter", .number("went in"), "measured as", .number("came out"),
              "why they differ",
            ],
            echoes.map { echo in
              [
                echo.parameter, echo.figure.measured.style.text(echo.given),
                "\(echo.figure.label ?? echo.figure.key), \(echo.figure.unit)",
                echo.figure.measured.textWithInterval, echo.reason,
              ]
            }))
      ])
  }
}
