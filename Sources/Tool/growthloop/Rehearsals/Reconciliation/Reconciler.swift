import Invites
import GrowthloopFindings
import Profiles
import GrowthloopLinkService
import Vocabulary

/// Queries a service after a replay with the calls of an app and its backend, and compares.
struct Reconciler {
  let script: RehearsalScript
  let service: any RehearsedService
  let connections: Int
  var book: AnswerBook
  /// The codes of the script's links.
  let codes: [String?]

  /// Compares everything; returns `nil` if `goesOn` ended it.
  mutating func reconcile(goesOn: () -> Bool) throws -> Reconciliation? {
    let people = script.expected.referrals.keys.sorted()
    let exports = try ask(ExportUser.call, people.map(Self.id), goesOn: goesOn)
    let inviters = script.expected.inviters.sorted()
    let reports = try ask(ListInvites.call, inviters.map(Self.id), goesOn: goesOn)
    guard let exports, let reports, let pushes = try takePushes(goesOn) else { return nil }
    for (person, export) in zip(people, exports) {
      compareReferral(of: person, with: export)
      compareWithReference(person, export)
    }
    compareLaterLaunchesWithReference()
    comparePushes(with: pushes)
    for (inviter, report) in zip(inviters, reports) { compareDashboard(of: inviter, with: report) }
    var reconciliation = book.reconciliation
    let exported = try service.readEvents().split(separator: UInt8(ascii: "\n")).map {
      (try? JSONParser.parse(Array($0))) ?? .text(String(decoding: $0, as: UTF8.self))
    }
    EventReconciler(script, codes, service.identities).compare(exported, into: &reconciliation)
    let formatter = DifferenceFormatter(script, book)
    for place in reconciliation.differences.indices
    where reconciliation.differences[place].story.isEmpty {
      reconciliation.differences[place].story = formatter.story(
        of: reconciliation.differences[place].person)
    }
    return reconciliation
  }

  private mutating func compareReferral(of person: UInt32, with export: Members) {
    let expected = script.expected.lasting(person, under: script.profile, at: script.end)
    let broughtBy = export[ExportUser.broughtBy] ?? []
    let rules = rules(of: person)
    book.reconciliation.compare(
      .credits, of: person, expected?.words ?? "no inviter",
      broughtBy.isEmpty ? "no inviter" : broughtBy.map(Self.words).joined(separator: ", "),
      rules: rules)
    book.reconciliation.compare(
      .connections, of: person, expected?.isConnected == true ? "connected" : "not connected",
      broughtBy.first?[ExportUser.BroughtBy.connectedAt] == nil ? "not connected" : "connected",
      rules: rules)
  }

  /// The id of a person in a path.
  private static func id(_ person: UInt32) -> String { ServiceRequestBuilder.user(person).text }

  private static func words(_ referral: Members) -> String {
    // A pseudonym is drawn from 64 bits: no person of a market has such a number.
    LastingReferral(
      inviter: referral[ExportUser.BroughtBy.inviter].flatMap(ServiceRequestBuilder.person),
      kind: referral[ExportUser.BroughtBy.kind]?.rawValue ?? "", isConnected: false
    ).words
  }

  /// The rules applied to a person's launch, on either side.
  private func rules(of person: UInt32) -> [String] {
    DifferenceFormatter(script, book).rules(of: person)
  }

  private mutating func comparePushes(with pushes: [String: Int]) {
    for (invitee, referral) in script.expected.referrals.sorted(by: { $0.key < $1.key }) {
      guard let inviter = referral.inviter else { continue }
      let name = "\(Self.id(inviter)).\(Self.id(invitee))"
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
          "\(Self.id($0)).\(Self.id(referral.invitee))"
        }
      })
    for name in pushes.keys.sorted() where !known.contains(name) {
      let invitee = name.split(separator: ".").last.flatMap { OpaqueID($0)?.principal }
        .flatMap(ServiceRequestBuilder.person)
      let rules = invitee.map { self.rules(of: $0) } ?? []
      book.reconciliation.compare(
        .notifications, of: invitee ?? 0, "0 pushes", "1 push to another",
        rules: rules)
    }
  }

  /// Compares an inviter's dashboard and number of accepted invites.
  private mutating func compareDashboard(of inviter: UInt32, with report: Members) {
    let seen = report[ListInvites.dashboard].map { dashboard in
      DashboardFigures(
        sent: dashboard[ListInvites.Dashboard.sent] ?? -1,
        installed: dashboard[ListInvites.Dashboard.installed] ?? -1,
        completed: dashboard[ListInvites.Dashboard.completed] ?? -1
      ).description
    }
    var expected = script.expected.dashboards[inviter]?.description ?? "no dashboard"
    var found = seen ?? "no dashboard"
    if script.profile.visibility.inviterSees.contains(.accepted) {
      let count = script.expected.accepted(by: inviter, under: script.profile, at: script.end)
      expected += ", \(count) accepted"
      let figure = report[ListInvites.figures]?
        .first { $0[ListInvites.Figure.fact] == .accepted }
      found += ", \(figure?[ListInvites.Figure.count] ?? -1) accepted"
    }
    let rules = script.expected.referrals.values.filter { $0.inviter == inviter }
    book.reconciliation.compare(
      .dashboards, of: inviter, expected, found, rules: rules.map { "\($0.rule)" }.sorted())
  }
}

extension LastingReferral {
  var words: String {
    let who = inviter.map { "person \($0)" } ?? "an inviter who is gone"
    return kind == "credited" ? who : "\(who), \(kind)"
  }
}
