internal import Invites
internal import GrowthloopLinkStore
internal import GrowthloopTransport
internal import Statistics
internal import Profiles
internal import Vocabulary

/// The events that a service exports, with the time from each to its place on the disk.
final class EventExports {
  private let export: EventExport<HMACIdentityHasher>
  /// The delivery of what is on the disk; `nil` where a file is all that was asked for.
  private let delivery: EventDelivery?
  /// The real times of the events of this turn, and of the one whose commit is under way.
  private var waiting: [Int64] = []
  private var committing: [Int64] = []
  private var lags = EventLags()

  init(_ profile: Profile, _ hasher: HMACIdentityHasher, delivery: EventDelivery?) {
    export = EventExport(policy: profile.events, share: profile.share, hasher: hasher)
    self.delivery = delivery
  }

  /// Whether events of this turn wait for a commit.
  var isWaiting: Bool { !waiting.isEmpty }

  /// Returns the line of an event, which is exported with the turn; `nil` for one without a name.
  ///
  /// A service has no sessions: its number for them is zero.
  func text(of event: InviteEvent, by person: PrincipalID, at moment: Instant) -> String? {
    guard let exported = export.export(event, by: person, session: 0) else { return nil }
    waiting.append(MonotonicTime.now().nanoseconds)
    return EventLine(exported, at: moment).text
  }

  func commitBegins() {
    swap(&waiting, &committing)
    waiting.removeAll(keepingCapacity: true)
  }

  func commitEnded() {
    guard let first = committing.first else { return }
    let now = MonotonicTime.now().nanoseconds
    for then in committing { lags.record(since: then, at: now) }
    delivery?.grew(by: committing.count, since: first)
    committing.removeAll(keepingCapacity: true)
  }

  /// Forgets the events of both turns, which were reverted.
  func commitFailed() {
    committing.removeAll(keepingCapacity: true)
    waiting.removeAll(keepingCapacity: true)
  }

  /// Reports the beginning and the end of trouble with the delivery.
  func reportNews(to report: (String) -> Void) {
    for news in delivery?.takeNews() ?? [] { report(news) }
  }

  func write(to text: inout OpenMetricsText) {
    text.family("event_exports", "counter", "Events that were exported.")
    text.sample("event_exports_total", lags.count)
    lags.write("event_export_lag", from: "export", to: &text)
    delivery?.write(to: &text)
  }
}
