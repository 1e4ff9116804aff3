import RandomStreams
import Vocabulary

extension MatchingStudy {
  /// A click, or a launch and its cause.
  struct Event: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
      case click
      case invitedLaunch
      case organicLaunch
    }

    let at: Instant
    let kind: Kind
    let person: UInt32
    /// The number of the click or organic install among all; a click's sequence.
    let number: UInt32

    /// Orders events by time; at one instant clicks come first.
    static func precedes(_ one: Event, _ other: Event) -> Bool {
      (one.at.milliseconds, one.kind.rawValue, one.number)
        < (other.at.milliseconds, other.kind.rawValue, other.number)
    }
  }

  static let start = CivilDate(year: 2026, month: 1, day: 1).start(in: .utc)
  var end: Instant { Self.start + settling + measured }

  /// Returns all clicks and launches until the end, in order of time.
  func events(_ source: RandomSource) -> [Event] {
    let organicPerDay = clicksPerDay * install * organicShare / (1 - organicShare)
    let perDay = clicksPerDay + organicPerDay
    let arrivals = source.stream(for: DrawPurpose.arrival)
    let gap = Exponential.certain(try .init(mean: 86_400 / perDay))
    let (order, delays) = (order(source), DelayTable.certain(delay))
    var events: [Event] = []
    var elapsed = 0.0
    var number: UInt32 = 0
    while true {
      var draw = arrivals[UInt64(number)]
      elapsed += gap.sample(using: &draw)
      let at = Self.start + .seconds(Int64(elapsed))
      guard at < end else { break }
      let person = order[Int(number) % people]
      let isOrganic = draw.uniform() * perDay < organicPerDay
      let installs = draw.uniform() < install
      let launch = at + .seconds(Int64(delays.seconds(at: draw.openUniform())))
      if isOrganic {
        events.append(Event(at: at, kind: .organicLaunch, person: person, number: number))
      } else {
        events.append(Event(at: at, kind: .click, person: person, number: number))
        if installs, launch < end {
          events.append(Event(at: launch, kind: .invitedLaunch, person: person, number: number))
        }
      }
      number += 1
    }
    events.sort(by: Event.precedes)
    return events
  }

  /// Returns the people in the order of their arrival.
  private func order(_ source: RandomSource) -> [UInt32] {
    var draw = source.stream(for: DrawPurpose.person)[0]
    var order = Array(0..<UInt32(people))
    order.shuffle(by: &draw)
    return order
  }
}
