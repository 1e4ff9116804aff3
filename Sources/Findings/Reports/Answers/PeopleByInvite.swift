import GrowthloopFindings
import Statistics

/// How many people come by invites: the words with which the answers about a loop begin.
package enum PeopleByInvite {
  /// The metric that counts them, whoever is credited.
  static let metric = LoopCourse.metric

  private static let numbers = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
  ]
  /// Returns the simulated time as people say it: `six months`, `two weeks`, `100 days`.
  package static func time(_ days: Int) -> String {
    if (1...8).contains(days / 7), days.isMultiple(of: 7) { return count(days / 7, "week") }
    let month = 365.25 / 12
    let whole = (Double(days) / month).rounded()
    guard whole >= 1, (Double(days) - whole * month).magnitude < 3 else {
      return days.counting("day")
    }
    return whole == 12 ? "a year" : count(Int(whole), "month")
  }

  private static func count(_ number: Int, _ unit: String) -> String {
    "\(self.number(number)) \(unit)" + (number == 1 ? "" : "s")
  }

  /// Returns a small number as a word.
  static func number(_ number: Int) -> String {
    numbers.indices.contains(number - 1) ? numbers[number - 1] : "\(number)"
  }

  /// Returns a number of people: whole, where there are ten or more.
  static func text(_ people: Double) -> String {
    people.magnitude >= 10 ? NumberText.grouped(people.rounded()) : NumberStyle.count.text(people)
  }

  /// Returns a number of people within a sentence: `1,282`, or `no one`.
  static func inWords(_ people: Double) -> String {
    guard text(people) == text(0) else { return text(people) }
    return people == 0 ? "no one" : "fewer than one"
  }

  /// Returns that so many people come: `1,282 people come`, or `no one comes`.
  static func come(_ people: Double) -> String {
    guard text(people) == text(0) else { return "\(text(people)) people come" }
    return people == 0 ? "no one comes" : "fewer than one person comes"
  }
}

extension LoopCourse {
  /// What the invites bring, and what becomes of the product.
  var sentence: String? {
    guard let people = invited.value else { return nil }
    let interval =
      invited.interval.map {
        " (\(invited.intervalName): \(PeopleByInvite.text($0.low)) to \(PeopleByInvite.text($0.high)))"
      } ?? ""
    return
      "In \(PeopleByInvite.time(days)), \(from) to \(to), \(PeopleByInvite.come(people)) by "
      + "invites\(interval)." + (product.map { " " + $0 } ?? "")
  }

  /// What becomes of the members who are active on a day; `nil` for less than two weeks.
  package var product: String? {
    guard let first = activeAtFirst, let last = activeAtLast else { return nil }
    let (before, after) = (PeopleByInvite.text(first), PeopleByInvite.text(last))
    if (last - first).magnitude < 0.02 * first || before == after {
      return "Daily actives stay at about \(after)."
    }
    return
      "Daily actives \(last > first ? "rise" : "fall") from \(before) to \(after), from the first week to the last."
  }
}

extension Variant {
  private var people: Measured<MetricDifferenceSubject>? {
    metrics.first { $0.metric == PeopleByInvite.metric }
  }

  /// How many people more or fewer come by invites than at the base; `nil` where no run counted them.
  func people(in days: Int?) -> String? {
    guard let people, let base = people.base, let variant = people.variant,
      let difference = people.measured.value
    else { return nil }
    let time = days.map { " in \(PeopleByInvite.time($0))" } ?? ""
    let movement = Movement(metric: people)
    guard people.measured.isSure else {
      return
        "\(inWords): \(movement.bound). Without the change \(PeopleByInvite.come(base)) "
        + "by invites\(time)."
    }
    let interval = people.measured.interval.map { interval in
      let ends = [interval.low.magnitude, interval.high.magnitude].sorted()
      return interval.low < interval.high
        ? "\(people.measured.intervalName): \(PeopleByInvite.text(ends[0])) to "
          + "\(PeopleByInvite.text(ends[1])) users"
        : "in every run alike"
    }
    let share = movement.shareOfBase.map { (difference < 0 ? "-" : "+") + $0 }
    return "\(inWords): \(PeopleByInvite.text(difference.magnitude)) users "
      + "\(difference < 0 ? "fewer" : "more")\(time) ("
      + [share, interval].compactMap(\.self).joined(separator: "; ")
      + "). \(PeopleByInvite.come(variant).capitalizedFirst) by invites, instead of "
      + "\(PeopleByInvite.inWords(base))."
  }
}

extension SweepFindings {
  /// How many people come by invites at the base, and at the values of a setting that surely change
  /// that most; `nil` where no run counted them.
  func people(along setting: String) -> String? {
    let counted = zip(points, variants).compactMap { point, variant in
      variant.metrics.first { $0.metric == PeopleByInvite.metric }.map { (point.point, $0) }
    }
    guard let base = counted.first?.1.base else { return nil }
    let time = days.map { "In \(PeopleByInvite.time($0)) " } ?? ""
    let lead = "\(time)\(PeopleByInvite.come(base)) by invites at the base"
    let sure = counted.filter { point, people in
      people.measured.isSure
        && point.split(separator: " ").contains { $0.hasPrefix(setting + "=") }
    }
    let ends = [
      sure.min { ($0.1.variant ?? 0) < ($1.1.variant ?? 0) },
      sure.count > 1 ? sure.max { ($0.1.variant ?? 0) < ($1.1.variant ?? 0) } : nil,
    ].compactMap(\.self)
    guard !ends.isEmpty else { return "\(lead), and no value of \(setting) surely changes that." }
    let words = ends.map { point, people in
      let difference = people.measured.value ?? 0
      return "\(PeopleByInvite.inWords(people.variant ?? 0)) at \(point) "
        + "(\(PeopleByInvite.text(difference.magnitude)) \(difference < 0 ? "fewer" : "more"))"
    }
    return "\(lead), \(words.joined(separator: ", and "))."
  }
}
