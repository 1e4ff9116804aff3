import Invites
import JSON
import Profiles
import Vocabulary

/// Asks a service what came of a replay, as an app and its backend may, and compares.
struct Reconciler {
  let script: Script
  let service: any RehearsedService
  let connections: Int
  var book: AnswerBook

  /// Compares everything; `nil` if it was not to go on.
  mutating func reconcile(goesOn: () -> Bool) throws -> Reconciliation? {
    let people = script.expected.referrals.keys.sorted()
    let exports = try ask(people.map { "/users/\(RequestWriter.user($0))/export" }, goesOn: goesOn)
    let inviters = script.expected.inviters.sorted()
    let reports = try ask(
      inviters.map { "/users/\(RequestWriter.user($0))/invites" }, goesOn: goesOn)
    guard let exports, let reports, let pushes = try takePushes(goesOn) else { return nil }
    for (person, export) in zip(people, exports) {
      compareReferral(of: person, with: export)
      holdToPromises(person, export)
    }
    holdLaunchesAgainToPromises()
    comparePushes(with: pushes)
    for (inviter, report) in zip(inviters, reports) { compareDashboard(of: inviter, with: report) }
    var reconciliation = book.reconciliation
    let teller = StoryTeller(script, book)
    for place in reconciliation.differences.indices
    where reconciliation.differences[place].story.isEmpty {
      reconciliation.differences[place].story = teller.story(
        of: reconciliation.differences[place].person)
    }
    return reconciliation
  }

  private mutating func compareReferral(of person: UInt32, with export: JSONValue) {
    let expected = script.expected.lasting(person, under: script.profile, at: script.end)
    let found = export["broughtBy"]?.elements.first
    let rules = rules(of: person)
    book.reconciliation.compare(
      .credits, of: person, expected?.words ?? "nobody",
      (export["broughtBy"]?.elements ?? []).isEmpty
        ? "nobody" : (export["broughtBy"]?.elements ?? []).map(Self.words).joined(separator: ", "),
      rules: rules)
    book.reconciliation.compare(
      .connections, of: person, expected?.isConnected == true ? "connected" : "not connected",
      found?["connectedAt"]?.string == nil ? "not connected" : "connected", rules: rules)
  }

  private static func words(_ referral: JSONValue) -> String {
    let inviter = referral["inviter"]?.string ?? ""
    let kind = referral["kind"]?.string ?? ""
    // A pseudonym is drawn from 64 bits: no person of a market has such a number.
    return LastingReferral(
      inviter: RequestWriter.person(inviter), kind: kind, isConnected: false
    ).words
  }

  /// The rules that spoke of somebody's first launch, on either side.
  private func rules(of person: UInt32) -> [String] {
    StoryTeller(script, book).rules(of: person)
  }

  private mutating func comparePushes(with pushes: [String: Int]) {
    for (invitee, referral) in script.expected.referrals.sorted(by: { $0.key < $1.key }) {
      guard let inviter = referral.inviter else { continue }
      let name = "\(RequestWriter.user(inviter)).\(RequestWriter.user(invitee))"
      let isWaiting = script.expected.isPushWaiting(
        invitee, under: script.profile, at: script.end)
      let count = pushes[name] ?? 0
      let rules = rules(of: invitee)
      book.reconciliation.compare(
        .notifications, of: invitee, isWaiting ? "1 push" : "0 pushes",
        count == 1 ? "1 push" : "\(count) pushes", rules: rules)
    }
    let known = Set(
      script.expected.referrals.values.compactMap { referral in
        referral.inviter.map {
          "\(RequestWriter.user($0)).\(RequestWriter.user(referral.invitee))"
        }
      })
    for name in pushes.keys.sorted() where !known.contains(name) {
      let invitee = name.split(separator: ".").last.flatMap { RequestWriter.person(String($0)) }
      let rules = invitee.map { self.rules(of: $0) } ?? []
      book.reconciliation.compare(
        .notifications, of: invitee ?? 0, "0 pushes", "1 push to another",
        rules: rules)
    }
  }

  /// Compares what an inviter sees: the figures of the dashboard, and how many count as accepted.
  private mutating func compareDashboard(of inviter: UInt32, with report: JSONValue) {
    let dashboard = report["dashboard"]?["sent"] == nil ? nil : report["dashboard"]
    let seen = dashboard.map { dashboard in
      DashboardFigures(
        sent: dashboard["sent"]?.int ?? -1, installed: dashboard["installed"]?.int ?? -1,
        completed: dashboard["completed"]?.int ?? -1
      ).description
    }
    var expected = script.expected.dashboards[inviter]?.description ?? "no dashboard"
    var found = seen ?? "no dashboard"
    if script.profile.visibility.inviterSees.contains(.accepted) {
      let count = script.expected.accepted(by: inviter, under: script.profile, at: script.end)
      expected += ", \(count) accepted"
      let figure = report["figures"]?.elements.first { $0["fact"]?.string == "accepted" }
      found += ", \(figure?["count"]?.int ?? -1) accepted"
    }
    let rules = script.expected.referrals.values.filter { $0.inviter == inviter }
    book.reconciliation.compare(
      .dashboards, of: inviter, expected, found, rules: rules.map { "\($0.rule)" }.sorted())
  }
}

extension LastingReferral {
  var words: String {
    let who = inviter.map { "person \($0)" } ?? "somebody who is gone"
    return kind == "credited" ? who : "\(who), \(kind)"
  }
}
