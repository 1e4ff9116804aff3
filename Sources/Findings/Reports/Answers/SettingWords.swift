import GrowthloopFindings
import Statistics
import Vocabulary

/// A setting or parameter in the words of a headline: `one prompt in a lifetime instead of three`.
struct SettingWords {
  /// The values of base and variant in words; `nil` where these values have none.
  private let phrase: @Sendable (_ base: String, _ variant: String) -> String?

  /// A number of things, whose absence is a limit that is not there.
  private static func count(_ one: String, _ many: String, none: String) -> SettingWords {
    SettingWords { base, variant in
      func word(_ value: String) -> String? {
        value == "none" ? "any number" : Int(value).map(PeopleByInvite.number)
      }
      guard let before = word(base), let after = word(variant) else { return nil }
      return variant == "none"
        ? "\(none) instead of \(before)"
        : "\(after) \(variant == "1" ? one : many) instead of \(before)"
    }
  }

  /// Days, whose absence has words of its own: `a pause of 14 days after a dismissal instead of 7`.
  private static func days(_ before: String, _ after: String = "", none: String) -> SettingWords {
    SettingWords { base, variant in
      func length(_ value: String) -> String { "\(value) \(value == "1" ? "day" : "days")" }
      let whole = variant == "none" ? none : "\(before) \(length(variant))\(after)"
      let other =
        base == "none" ? none : variant == "none" ? "\(before) \(length(base))\(after)" : base
      return "\(whole) instead of \(other)"
    }
  }

  /// A share of something: `40% of recipients tap instead of 35%`.
  private static func share(_ what: String) -> SettingWords {
    SettingWords { base, variant in
      guard let before = Double(base), let after = Double(variant) else { return nil }
      return "\(short(after)) \(what) instead of \(short(before))"
    }
  }

  /// A share in per cent, without decimals that say nothing.
  static func short(_ share: Double) -> String {
    NumberText.significant(share * 100).replacing(#/\.0+$/#, with: "") + "%"
  }

  /// A number: `5 people in a share instead of 3`.
  private static func number(_ one: String, _ many: String) -> SettingWords {
    SettingWords { base, variant in
      func text(_ value: String) -> String? {
        guard let number = Double(value.replacing("_", with: "")) else { return nil }
        if number == number.rounded() { return NumberText.grouped(number) }
        let text = NumberText.significant(number)
        return text.contains(".") ? text.replacing(#/\.?0+$/#, with: "") : text
      }
      guard let before = text(base), let after = text(variant) else { return nil }
      return "\(after) \(after == "1" ? one : many) instead of \(before)"
    }
  }

  /// One of several words.
  private static func choice(_ words: [String: String]) -> SettingWords {
    SettingWords { base, variant in
      guard let before = words[base], let after = words[variant] else { return nil }
      return "\(after) instead of \(before)"
    }
  }

  private static let all: [String: SettingWords] = [
    "prompts.lifetimeMax": count(
      "prompt in a lifetime", "prompts in a lifetime", none: "any number of prompts in a lifetime"),
    "prompts.maxPerSession": count(
      "prompt a session", "prompts a session", none: "any number of prompts a session"),
    "prompts.maxPerWeek": count(
      "prompt a week", "prompts a week", none: "any number of prompts a week"),
    "prompts.minIntervalDays": days(
      "at least", " between prompts", none: "no pause between prompts"),
    "prompts.dismissCooldownDays": days(
      "a pause of", " after a dismissal", none: "no pause after a dismissal"),
    "prompts.recentShareDays": days("a pause of", " after a share", none: "no pause after a share"),
    "limits.dailyInvites": count(
      "invite a day at most", "invites a day at most", none: "any number of invites a day"),
    "link.expiryDays": days("links that live", none: "links that live for ever"),
    "link.codeScope": choice([
      "perUser": "one link for each member", "perInvite": "one link for each invite",
      "perSession": "one link for each visit",
    ]),
    "attribution.windowDays": days("a window of", none: "a window without end"),
    "recipients.landing.time": SettingWords { base, variant in
      func time(_ text: String) -> String? {
        ValueText.interval(text).map { "\(ValueText.spelt(Double($0.milliseconds) / 1_000)) s" }
      }
      guard let after = time(variant) else { return nil }
      let before = ["none", "0s"].contains(base) ? "one that comes at once" : time(base)
      return before.map { "a landing page of \(after) instead of \($0)" }
    },
    "attribution.model": choice([
      "lastClick": "credit for the last click", "firstTouch": "credit for the first click",
    ]),
    "rewards.mode": choice([
      "off": "no reward", "hookOnly": "no reward", "bothSides": "a reward for both sides",
      "premiumThreeForOne": "a month of premium for three friends",
    ]),
    "recipients.tap": share("of recipients tap"),
    "recipients.install": share("of taps install"),
    "sharing.promptTap": share("of prompts tapped"),
    "sharing.promptDismiss": share("of prompts dismissed"),
    "sharing.visit": share("of sessions visit the share screen"),
    "sharing.complete": share("of share sheets completed"),
    "sharing.recipients": number("person in a share", "people in a share"),
    "firstRun.grantWithExplainer": share("allow contacts"),
    "firstRun.dropPerScreen": share("leave at each screen"),
    "firstRun.dropAtAccount": share("leave where an account is made"),
    "firstRun.dropAtCode": share("leave where a code is asked"),
    "use.sessionsPerDay": number("session a day", "sessions a day"),
    "arrivals.organicPerDay": number(
      "newcomer a day without an invite", "newcomers a day without an invite"),
    "arrivals.seeds": number("member at the start", "members at the start"),
    "market.people": number("person in the market", "people in the market"),
    "days": number("day", "days"),
  ]

  /// What another change brings along: it goes without saying beside that.
  private static let broughtAlong = [
    "attribution.windowEndsAt": "attribution.windowDays",
    "recipients.landing.known": "recipients.landing.time",
    "recipients.landing.lossPerSecond": "recipients.landing.time",
  ]

  /// Returns the changes without those that come along with others, and had no value before.
  static func named(_ changes: [SettingChange]) -> [SettingChange] {
    changes.filter { change in
      (change.base ?? "none") != "none"
        || !changes.contains { $0.setting == broughtAlong[change.setting] }
    }
  }

  /// The words of `use.retention.7` and its like, which have any day.
  private static func retention(_ setting: String) -> SettingWords? {
    setting.wholeMatch(of: /use\.retention\.(\d+)/).map { share("active on day \($0.output.1)") }
  }

  /// Returns a change in words; those of its key where it has no others.
  static func words(_ change: SettingChange) -> (text: String, isPlain: Bool) {
    let (base, variant) = (change.base ?? "none", change.variant ?? "none")
    let own = all[change.setting] ?? retention(change.setting)
    guard let text = own?.phrase(base, variant) else {
      return ("\(change.setting) \(variant) instead of \(base)", false)
    }
    return (text, true)
  }

  /// Returns a value that was found, in words with its key and 95% interval, as in `32% of recipients tap
  /// (recipients.tap, 95% interval 29% to 36%)`; `nil` where its key has no words.
  static func found(
    _ change: SettingChange, from low: String?, to high: String?, hasBase: Bool = true
  ) -> String? {
    let words = words(change)
    guard words.isPlain else { return nil }
    let end = words.text.firstRange(of: " instead of ")?.lowerBound ?? words.text.endIndex
    let text = hasBase ? words.text : String(words.text[..<end])
    let ends = [low, high].compactMap(\.self).map { end in
      text.contains("%") ? Double(end).map(short) ?? end : end
    }
    let interval = ends.count == 2 ? ", 95% interval \(ends[0]) to \(ends[1])" : ""
    return "\(text) (\(change.setting)\(interval))"
  }
}

extension Variant {
  /// The number of changes up to which a variant is named by them.
  private static let mostNamed = 2

  private var isFile: Bool { variant.hasSuffix(".yaml") || variant.hasSuffix(".yml") }

  /// The same within a sentence, without what it stands in place of.
  var shortWords: String {
    if let title { return title }
    guard inWords.contains(" instead of ") else {
      return isFile && inWords.hasPrefix("With ") ? String(inWords.dropFirst(5)) : variant
    }
    return SettingWords.named(changes).map { change in
      let words = SettingWords.words(change).text
      let end = words.firstRange(of: " instead of ")?.lowerBound ?? words.endIndex
      let short = String(words[..<end]).lowercasedAtStart
      return short.hasPrefix("with ") ? String(short.dropFirst(5)) : short
    }.joined(separator: " and ")
  }

  /// The variant by the title of its file, else by what it changes, or else by its name.
  var inWords: String {
    if let title { return title }
    let changes = SettingWords.named(changes)
    guard !changes.isEmpty, changes.count <= Self.mostNamed else {
      guard isFile else { return "With \(variant)" }
      return changes.isEmpty
        ? "With the file \(variant)" : "With the \(changes.count) changes of \(variant)"
    }
    let words = changes.map(SettingWords.words)
    let text = words.map(\.text).joined(separator: ", and ")
    return words[0].isPlain ? text.prefix(1).uppercased() + text.dropFirst() : "With \(text)"
  }
}
