import GrowthloopModel
import Invites
import Vocabulary

extension Metric {
  /// The results of invites, by their origins and channels.
  static let sendingByOrigin: [Metric] = byWay + byTrigger + byChannel

  private static var byWay: [Metric] {
    Origin.Way.allCases.flatMap { way in
      let place = Int(way.rawValue)
      return [
        Metric.count(
          "way.\(way).opened", "Opened by \(way)", "times",
          "Times that a way to share was opened by \(way).", "P-DSH-03"
        ) { $0.opened(by: way) },
        Metric.share(
          "way.\(way).completion", "Ended in an invite by \(way)", "of times opened",
          "Completed shares and copied links by \(way), per time that it was opened.", "P-DSH-03"
        ) { ($0.shared(by: way), $0.opened(by: way)) },
      ] + funnel("way.\(way)", "by \(way)", "P-DSH-03") { $0.byWay[place] }
    }
  }

  private static var byTrigger: [Metric] {
    PromptTrigger.allCases.flatMap { trigger in
      let place = Int(trigger.ordinal)
      return [
        Metric.share(
          "trigger.\(trigger.rawValue).taken", "Prompt tapped at \(trigger.rawValue)", "of prompts",
          "The share of prompts that appeared at \(trigger.rawValue) that were tapped.", "P-DSH-03"
        ) { ($0.tally.prompts.tapped[place], $0.tally.prompts.shown[place]) },
        Metric.share(
          "trigger.\(trigger.rawValue).completion", "Ended in an invite at \(trigger.rawValue)",
          "of prompts",
          "Completed shares and copied links after a prompt at \(trigger.rawValue), per prompt that "
            + "appeared there.", "P-DSH-03"
        ) { ($0.tally.prompts.shared[place], $0.tally.prompts.shown[place]) },
      ]
        + funnel(
          "trigger.\(trigger.rawValue)", "after a prompt at \(trigger.rawValue)", "P-DSH-03"
        ) { $0.byTrigger[place] }
    }
  }

  private static var byChannel: [Metric] {
    (ShareTarget.allCases.map(\.rawValue) + ["untold"]).enumerated().flatMap { place, name in
      funnel("channel.\(name)", "through \(name)") { $0.byTarget[place] }
    }
      + DashboardChannel.allCases.flatMap { channel in
        funnel("dashboard.\(channel.rawValue)", "by \(channel.rawValue)", "P-DSH-02", "P-DSH-07") {
          $0.funnel(of: channel)
        }
      }
  }

  private static func funnel(
    _ key: String, _ phrase: String, _ answers: String...,
    of funnel: @escaping @Sendable (OriginTally) -> OriginTally.Funnel
  ) -> [Metric] {
    [
      Metric.count(
        "\(key).invites", "Invites \(phrase)", "recipients", "Recipients of invites \(phrase)."
      ) { funnel($0.tally.origins).invites },
      .share(
        "\(key).tapped", "Tapped \(phrase)", "of recipients",
        "Taps on links that went out \(phrase), per recipient."
      ) { funnel($0.tally.origins).rate(\.taps) },
      .share(
        "\(key).launched", "Launched \(phrase)", "of recipients",
        "First launches that an invite \(phrase) led to, per recipient."
      ) { funnel($0.tally.origins).rate(\.launches) },
      .share(
        "\(key).home", "Home \(phrase)", "of recipients",
        "Newcomers whom an invite \(phrase) brought home, per recipient."
      ) { funnel($0.tally.origins).rate(\.homes) },
    ].map { $0.answering(answers) }
  }
}

extension OriginTally.Funnel {
  /// A count per recipient.
  fileprivate func rate(_ step: KeyPath<Self, Int>) -> (Int, per: Int) {
    (self[keyPath: step], invites)
  }
}

extension OriginTally {
  /// Returns the funnel of the invites that the dashboard counts as of `channel`.
  func funnel(of channel: DashboardChannel) -> Funnel {
    zip(ShareTarget.allCases + [nil], byTarget).reduce(into: Funnel()) { sum, target in
      if DashboardChannel(target.0) == channel { sum.add(target.1) }
    }
  }
}
