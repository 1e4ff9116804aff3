import GrowthloopFindings
public import GrowthloopModel

extension Use: ScenarioSection {
  public static let fields: [Field<Use>] =
    [
      .parameter(
        "sessionsPerDay", \.sessionsPerDay, .timesADay(upTo: 1_000),
        "How many sessions a day has, of a member who is still there."),
      .parameter(
        "retentionMeans", \.retentionMeans, .choice,
        "What the shares of retention are of: activity, of newcomers with a session on that day, as services for analytics count them; or stay, of newcomers who have not left the app for good.",
        source: "Adjust counts the users who are active on that day", grade: .a),
      .value(
        "retention", \.retention, .retention,
        "The shares of newcomers at home who are active so many days after the first launch, by day, in place of all others. Between two days, and after the last, the fall is a straight line of logarithms. Day 1 is the second twenty-four hours. Adjust 2023 has 22 to 29 % of installs on day 1 and 4.1 % on day 30, on iOS."
      ),
      .parameter(
        "invitedStay", \.invitedStay, .real(0...100),
        "How much longer those stay who are credited to an inviter: 1 for as long as the others."),
      .parameter(
        "uninstall", \.uninstall, .share(),
        "The share of those who stop using the app who remove it then."),
      .parameter(
        "dailyRhythm", \.dailyRhythm, .share(),
        "How much of a day's sessions moves to the busy evening: 0 none, 1 all that can."),
      .parameter(
        "weekendLift", \.weekendLift, .real(-0.9...10),
        "How much busier the weekend is than the week: 0.2 is a fifth more."),
    ] + valueMoments + [
      .parameter(
        "inCoreFlow", \.inCoreFlow, .share(),
        "The chance that a session is in the middle of a core flow when a prompt is due."),
      .parameter(
        "crowdedHome", \.crowdedHome, .share(),
        "The chance in a session that Needs Attention, Score Changed and Upcoming stand above the place of a prompt's card (CNF-41)."
      ),
      .parameter(
        "freshStarts", \.freshStarts, .share(0.01...1),
        "The chance that a session starts the app anew and so reads the flags of an experiment or a rollout; in another one it comes back with those that it had. 100% where flags are read in every session."
      ),
      .parameter(
        "returnOnPush", \.returnOnPush, .share(),
        "The chance that an inviter comes back for the news that someone joined."),
      .parameter(
        "friendStay", \.friendStay, .real(0...10),
        "By how much each friend in the app lengthens the stay, up to ten friends: 0.1 for a tenth. Friends are contacts who came before and credited invitees."
      ),
      .parameter(
        "friendActivity", \.friendActivity, .real(0...10),
        "By how much each of these friends raises the sessions a day."),
      .parameter(
        "accountDeletionPerDay", \.accountDeletionPerDay, .share(),
        "The chance a day that a member deletes the account."),
    ]

  private static var valueMoments: [Field<Use>] {
    [
      .parameter(
        "dedupReview", \.dedupReview, .share(),
        "The chance in a session of a review of the duplicates that wait; prompts.dedupReviewAt resolved are a moment of value."
      ),
      .parameter(
        "resolvedPerReview", \.resolvedPerReview, .real(0...1_000),
        "How many duplicates such a review resolves on average, as long as there are any."),
      .parameter(
        "scoreMilestone", \.scoreMilestone, .share(),
        "The chance in a session that the score comes to 60, of a member whose score never did before; it does so once in a life. Another prompts.scoreMilestoneAt has a chance in proportion: scores below 60 are equally likely, and so are those above."
      ),
      .parameter(
        "keyAction", \.keyAction, .share(),
        "The chance in a session of completing something worth sharing."),
      .parameter(
        "socialContent", \.socialContent, .share(),
        "The chance in a session of meeting something that is better with others."),
      .parameter(
        "emptyState", \.emptyState, .share(),
        "The chance in a session of meeting a social feature that is still empty."),
      .parameter(
        "postAction", \.postAction, .share(),
        "The chance in a session of finishing an action of value."),
      .parameter(
        "contactsPermission", \.contactsPermission, .share(),
        "The chance in a session that the app is about to ask for contacts, of a member whom it has not asked. It asks only where contactsPermission is one of prompts.triggers; as many allow it as sharing.grantWithExplainer says."
      ),
    ]
  }

  public func check(_ reading: SectionReading<Use>) {
    if retentionMeans == .activity {
      // As many as that have a session on a day, even if all are still there.
      let most = greatestDailyActivity
      if let first = retention.points.first, first.share > most {
        reading.refuse(
          \.retention,
          "has \(OrderedJSON.number(first.share).asYAML) on day \(first.day), and at "
            + "\(OrderedJSON.number(sessionsPerDay).asYAML) sessions a day only "
            + "\(OrderedJSON.number((most * 1_000).rounded(.down) / 10).asYAML)% of all members are "
            + "active on a day",
          remedy: "write less, more sessionsPerDay, or retentionMeans: stay")
      }
    }
  }

  public static func remedy(
    forUnknown key: String, in written: [(key: String, value: String)]
  ) -> String? {
    let former = "retentionDay"
    guard key.hasPrefix(former) else { return nil }
    let days = written.filter { $0.key.hasPrefix(former) }.map {
      "\($0.key.dropFirst(former.count)): \($0.value)"
    }
    return "write retention: {\(days.joined(separator: ", "))}, with all days that you know"
  }
}

extension Retention: ScenarioSection {
  public init() { self = Use().retention }

  /// The days that have a share by default.
  public static let fields: [Field<Retention>] = Retention().points.map { field(ofDay: $0.day) }

  fileprivate static func field(ofDay day: Int) -> Field<Retention> {
    let benchmarks = "benchmarks beside Adjust 2023"
    let (source, range): (String?, (Double, Double)?) =
      switch day {
      case 1:
        (
          "Adjust 2023: 22 to 29 % of installs; of those who reach home it may be more",
          (0.22, 0.29)
        )
      case 14: (benchmarks, nil)
      case 30: ("\(benchmarks), which has 4.1 % on iOS", (0.041, 0.06))
      default: (nil, nil)
      }
    return .parameter(
      "\(day)", \.[day], share,
      "The share of newcomers at home who are active on day \(day) after the first launch.",
      source: source, grade: source == nil ? .d : .b, range: range)
  }

  /// The format of a proportion above zero: at zero, a member who outstays all others would stay
  /// for ever.
  fileprivate static var share: ValueFormat<Double> { .share(0.000_1...1) }
}

extension ValueFormat where Value == Retention {
  /// The format of one to ten shares by day, each with evidence of its own.
  fileprivate static var retention: ValueFormat {
    let share = Retention.share
    let expects = "one to ten shares by day, such as {1: 35%, 7: 15%, 30: 8%}"
    return ValueFormat(
      expects: expects,
      shape: { _ in .table(.evidence(share.shape(nil)), names: nil) },
      encode: { retention in
        .object(retention.points.map { .init("\($0.day)", share.encode($0.share)) })
      },
      read: { node, place, start in
        guard let entries = node.entries, (1...10).contains(entries.count) else {
          place.refuse(node, expecting: expects, remedy: "write {1: 35%, 7: 15%, 30: 8%}")
          return nil
        }
        let reading = SectionReading<Retention>(node, at: place)
        var read = start ?? Retention()
        var retention: Retention = [:]
        let unread = place.findings.unreadCount
        for entry in entries {
          guard let day = Int(entry.key), Retention.countable.contains(day) else {
            place.findings.add(
              Diagnostic(
                .error, "\(reading.place(of: entry.key).name.quoted) is no day of retention",
                at: entry.keyRange, remedy: "write a day from 1 to 31, 45, 60, 90, 120, 180 or 365"
              ))
            continue
          }
          Retention.field(ofDay: day).read(reading, &read)
          retention[day] = read[day]
        }
        guard place.findings.unreadCount == unread else { return nil }
        for (earlier, later) in zip(retention.points, retention.points.dropFirst())
        where later.share > earlier.share {
          let entry = node["\(later.day)"]
          let most = OrderedJSON.number((earlier.share * 1e8).rounded() / 1e6).asYAML
          place.findings.add(
            Diagnostic(
              .error,
              "\(reading.place(of: "\(later.day)").name.quoted) must not exceed the share of day "
                + "\(earlier.day): who left does not come back",
              at: (entry?[Evidence.valueKey] ?? entry ?? node).range,
              remedy: "write at most \(most)%, or more for day \(earlier.day)"), afterReading: true)
        }
        return retention
      },
      parameters: { retention, name, written in
        retention.points.flatMap {
          Retention.field(ofDay: $0.day).parameters(retention, name + ".", written)
        }
      })
  }
}
