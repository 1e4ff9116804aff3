import AddressBooks
import HomeSections
import Vocabulary

// The tab in a sync: what starts it, and what it brings.
extension HomeModel {
  /// Begins a sync if the occasion calls for one.
  mutating func begin(_ occasion: SyncOccasion, at now: Instant) -> Answer {
    let decision = SyncPolicy().decide(occasion, after: syncs, isOffline: isOffline, at: now)
    var answer = decided(decision.rule)
    switch decision {
    case .run:
      syncingSince = now
      isSyncOfTab = occasion == .pulled
      statusBar.receive(.started(occasion), at: now)
    case .stay:
      answer.refusal = .noSync
      if occasion == .pulled {
        syncs.isOwed = true
        statusBar.receive(.refusedOffline, at: now)
      }
    }
    return answer
  }

  mutating func pull(at now: Instant) -> Answer {
    let age = syncs.lastSuccess.map { now - $0 } ?? .zero
    var answer = begin(.pulled, at: now)
    answer.events = [.pulledToRefresh(sinceLastSync: age)]
    return answer
  }

  mutating func connect(_ isOnline: Bool, at now: Instant) -> Answer {
    isOffline = !isOnline
    return isOnline ? begin(.reconnected, at: now) : decided("MTX-07")
  }

  mutating func failSync(at now: Instant) -> Answer {
    syncingSince = nil
    syncs.lastFailed = true
    statusBar.receive(.failed, at: now)
    return decided("OFF-07")
  }

  /// Takes the results of a sync: the sections, then the list, then the badge.
  mutating func finish(_ report: Report, at now: Instant) -> Answer {
    var answer = decided("PTR-13")
    let change = home.take(report.delta, at: now)
    for addition in report.additions {
      home.add(addition.fields, to: addition.contact, at: now)
    }
    let pairsBefore = Set(review.pending.map(\.entries))
    if let pairs = report.pairs { review.receive(pairs) }
    for (id, conflict) in report.conflicts.sorted(by: { $0.key < $1.key }) {
      conflicts[id] = conflict
      conflictReview.receive(id)
    }
    if search.isNarrowing { found = search.type(search.text, in: home.book) }
    let began = syncingSince ?? now
    syncingSince = nil
    syncs = SyncHistory(lastSuccess: now)
    statusBar.receive(.succeeded, at: now)
    answer.badge = note(.syncCompleted, at: now)
    if isSyncOfTab {
      let newPairs = review.pending.filter { !pairsBefore.contains($0.entries) }
      answer.events = [
        .syncCompleted(
          contacts: change.inserted.count, duplicates: newPairs.count,
          enrichments: report.additions.count, took: now - began)
      ]
    }
    isSyncOfTab = false
    return answer
  }
}
