internal import Invites
internal import LinkSigning
internal import LinuxIO
internal import OpenMetrics
internal import Profiles
internal import ServiceCalls
internal import Statistics
internal import Vocabulary

/// The events that a service exports, with the time from each to its place on the disk.
final class EventExports {
  private let export: EventExport<HMACIdentityHasher>
  /// The real times of the events of this turn, and of the one whose commit is under way.
  private var waiting: [Int64] = []
  private var committing: [Int64] = []
  private var exported = 0
  private var lag = HDRHistogram(layout: EventExports.layout)
  private var totalLag = 0
  private var longestLag = 0

  /// Up to a day in microseconds: the documents allow an hour.
  private static let layout: HDRHistogram.Layout = {
    guard let layout = try? HDRHistogram.Layout(highest: 86_400_000_000, digits: 2) else {
      preconditionFailure("a day in microseconds has a layout")
    }
    return layout
  }()

  init(_ profile: Profile, _ hasher: HMACIdentityHasher) {
    export = EventExport(policy: profile.events, share: profile.share, hasher: hasher)
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
    let now = MonotonicTime.now().nanoseconds
    for then in committing {
      let microseconds = Int((now - then) / 1_000)
      lag.record(UInt64(max(0, microseconds)))
      totalLag += microseconds
      longestLag = max(longestLag, microseconds)
    }
    exported += committing.count
    committing.removeAll(keepingCapacity: true)
  }

  /// Forgets the events of both turns, which were reverted.
  func commitFailed() {
    committing.removeAll(keepingCapacity: true)
    waiting.removeAll(keepingCapacity: true)
  }

  func write(to text: inout OpenMetricsText) {
    text.family("event_exports", "counter", "Events that were exported.")
    text.sample("event_exports_total", exported)
    text.family("event_export_lag_seconds", "histogram", "From an event to its export.")
    text.histogram("event_export_lag_seconds", [], lag, sum: totalLag)
    text.family("event_export_lag_max_seconds", "gauge", "The longest time to an export.")
    text.sample("event_export_lag_max_seconds", Double(longestLag) / 1e6)
  }
}
