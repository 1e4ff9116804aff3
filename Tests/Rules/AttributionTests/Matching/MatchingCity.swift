import TestSupport
import Attribution
import Foundation
import Vocabulary

/// A town in which it is known who really clicked: the oracle that no vendor has.
///
/// Half of its phones are behind addresses of 25 phones each, half at home behind one of two. Each
/// person clicks one link in four days, and three of four launch the app at last; a fifth of the
/// others install on their own. Sharing and switching are assumptions (grade D): only the order of the
/// matchers is tested, not their numbers.
struct MatchingCity {
  struct Launch {
    let at: Instant
    let device: DeviceSignals
    /// The click that led to it; `nil` for an install of one's own.
    let truth: UInt64?
  }

  /// How long people take from the click to the first launch: a log-normal time.
  struct Delay {
    let median: Interval
    let sigma: Double

    /// After the rule of thumb for ads: 75 % within the hour, 94 % within the day.
    static let ads = Delay(median: .seconds(318), sigma: 3.61)
    /// After the times in which friends answer friends.
    static let invites = Delay(median: .minutes(570), sigma: 1.63)

    func draw(using luck: inout SeededChance) -> Interval {
      let radius = sqrt(-2 * log(1 - Double.random(in: 0..<1, using: &luck)))
      let normal = radius * cos(2 * .pi * Double.random(in: 0..<1, using: &luck))
      let factor = exp(sigma * normal)
      return .milliseconds(Int64(min(Double(median.milliseconds) * factor, 1e13)))
    }
  }

  private(set) var clicks: [ClickFootprint] = []
  private(set) var launches: [Launch] = []
  /// The clicks of a day.
  static let clicksPerDay = 100

  init(people: Int = 400, delay: Delay, seed: UInt64) {
    var luck = SeededChance(seed: seed)
    let span = Interval.days(Int64(people / Self.clicksPerDay)).milliseconds
    for person in 0..<people {
      let phone = Self.phone(of: person, using: &luck)
      let click = ClickFootprint(
        sequence: UInt64(person + 1),
        at: noon(0) + .milliseconds(.random(in: 0..<span, using: &luck)),
        link: .random(in: 1...60, using: &luck), visitor: UInt64(person + 1), signals: phone)
      let wait = delay.draw(using: &luck)
      let chance = Double.random(in: 0..<1, using: &luck)
      var later = phone
      // Some have left the network that they clicked in.
      if Double.random(in: 0..<1, using: &luck) < 0.15 {
        later[.address] = 9_000_000 + UInt32(person)
        later[.addressPrefix] = 9_000_000 + UInt32(person)
      }
      if chance < 0.8 {
        clicks.append(click)
        if chance < 0.6 {
          launches.append(Launch(at: click.at + wait, device: later, truth: click.sequence))
        }
      } else {
        launches.append(Launch(at: click.at, device: phone, truth: nil))
      }
    }
  }

  private static func phone(of person: Int, using luck: inout SeededChance) -> DeviceSignals {
    var phone = DeviceSignals()
    let isCellular = person.isMultiple(of: 2)
    phone.isAddressShared = isCellular
    phone[.address] = isCellular ? 1 + UInt32(person / 2 / 25) : 1_000 + UInt32(person / 4)
    phone[.addressPrefix] = isCellular ? phone[.address] : 1_000 + UInt32(person / 40)
    phone[.platform] = 1
    phone[.model] = .random(in: 1...20, using: &luck)
    phone[.screen] = 1 + phone[.model] / 3
    phone[.osVersion] = .random(in: 1...8, using: &luck)
    phone[.engine] = phone[.osVersion]
    phone[.browser] = 1
    phone[.agent] = 1
    phone[.timeZone] = 1
    phone[.language] = Double.random(in: 0..<1, using: &luck) < 0.8 ? 1 : 2
    phone[.locale] = phone[.language] * 10 + .random(in: 0...1, using: &luck)
    phone[.graphics] = phone[.model] / 4 + 1
    return phone
  }
}

extension MatchingCity {
  /// How a matcher did, in shares.
  struct Outcome {
    /// Of the invited: those whose own click was found.
    var recall = 0.0
    /// Of the invited: those who were given somebody else's.
    var wrong = 0.0
    /// Of those who came by themselves: those who were given a click.
    var stolen = 0.0
  }

  func outcome(of rule: MatchRule) -> Outcome {
    var clicks = clicks
    var outcome = Outcome()
    for launch in launches.sorted(by: { $0.at < $1.at }) {
      let decision = rule.match(
        launch.device, launchedAt: launch.at, among: clicks.span, keptFor: .days(30))
      var span = clicks.mutableSpan
      rule.spend(decision, in: &span)
      switch (launch.truth, decision.match) {
      case (let truth?, let match?) where truth == match.click: outcome.recall += 1
      case (.some, .some): outcome.wrong += 1
      case (.none, .some): outcome.stolen += 1
      case (_, .none): break
      }
    }
    let invited = Double(launches.count { $0.truth != nil })
    outcome.recall /= invited
    outcome.wrong /= invited
    outcome.stolen /= Double(launches.count) - invited
    return outcome
  }
}
