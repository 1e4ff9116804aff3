import Attribution
import GrowthloopFindings
import GrowthloopLinkService
import GrowthloopLinkStore
import GrowthloopModel
import GrowthloopTransport
import Invites
import Profiles
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

extension Reconciler {
  /// Returns the answer to a call for each path parameter, in order; `nil` if `goesOn` ended it.
  func ask(
    _ call: ServiceCall, _ parameters: [String] = [""], goesOn: () -> Bool
  ) throws -> [Members]? {
    var answers = Array(repeating: Members(), count: parameters.count)
    let token = service.token
    let end = script.end
    let replay = try Replay(
      RequestSchedule(
        moments: parameters.map { _ in end }, after: parameters.map { _ in [] }, rate: nil,
        connections: connections),
      of: Replay.Content(
        name: { _ in "reconcile" },
        request: { RequestText(call, at: call.path(parameters[$0]), end).bearing(token).bytes },
        take: { number, answer in
          answers[number] = Members(try? JSONParser.parse(answer.body))
          return answer.status < 300
        }),
      to: service)
    let record = try replay.run { _ in goesOn() }
    return record.wasCancelled ? nil : answers
  }

  /// Reads and removes the waiting pushes, as a delivering backend does.
  ///
  /// Returns the number of times that each id came.
  func takePushes(_ goesOn: () -> Bool) throws -> [String: Int]? {
    var pushes: [String: Int] = [:]
    while true {
      guard let outbox = try ask(ReadOutbox.call, goesOn: goesOn)?.first else { return nil }
      let ids = outbox[ReadOutbox.pushes]?.compactMap { $0[ReadOutbox.Push.id] } ?? []
      if ids.isEmpty { return pushes }
      for id in ids { pushes[id, default: 0] += 1 }
      // A push that is not removed would come for ever.
      guard ids.allSatisfy({ pushes[$0] == 1 }) else { return pushes }
      guard try ask(DeliverPush.call, ids, goesOn: goesOn) != nil else {
        return nil
      }
    }
  }
}

extension Reconciler {
  /// Compares the service's credit at a newcomer's launch, and its final one, with the taps.
  mutating func compareWithReference(_ person: UInt32, _ export: Members) {
    guard let credit = script.expectedCredits[person], !credit.reference.invalidClickDisplaces
    else { return }
    let given = firstCredit(of: person)
    book.reconciliation.hold(given, of: .service, to: credit, of: person)
    let credited = (export[ExportUser.broughtBy] ?? [])
      .filter { $0[ExportUser.BroughtBy.kind] == .credited }
    // An inviter whose account is gone is not named.
    let named = credited.compactMap {
      $0[ExportUser.BroughtBy.inviter].flatMap(ServiceRequestBuilder.person)
    }
    holdToOneCredit(person, named, after: given)
  }

  /// Checks that later launches of users with an account earn no credit.
  mutating func compareLaterLaunchesWithReference() {
    for number in script.actions.indices {
      guard case .launchAgain = script.actions[number].deed, let said = book.said[number] else {
        continue
      }
      let person = script.actions[number].person
      holdToOneCredit(
        person, said.creditedPerson.map { [$0] } ?? [], after: firstCredit(of: person))
    }
  }

  private mutating func holdToOneCredit(
    _ person: UInt32, _ named: [UInt32], after first: UInt32?
  ) {
    let others = named.filter { $0 != first }
    let reference = script.profile.attribution.document
    book.reconciliation.compare(
      .promisedCredits, of: person, .promise, "no credit once there is an account", .service,
      others.isEmpty && named.count < 2
        ? "no credit once there is an account"
        : named.map { "credit for person \($0)" }.joined(separator: ", ")
          + ", once there was an account",
      rules: ["\(PassedOver.existingUser.rule(in: reference))"])
  }

  /// The inviter that the service credited at the person's launch.
  private func firstCredit(of person: UInt32) -> UInt32? {
    for number in script.numbers[person] ?? [] {
      if case .launch = script.actions[number].deed { return book.said[number]?.creditedPerson }
    }
    return nil
  }
}

extension Members {
  /// The inviter that the answer to a launch credits.
  fileprivate var creditedPerson: UInt32? {
    self[ResolveDeferred.outcome] == .credited ? invitingPerson : nil
  }

  /// The inviter of the invite in the answer to a launch.
  var invitingPerson: UInt32? {
    self[AnswerFields.invite]?[InviteAnswer.inviter].flatMap(ServiceRequestBuilder.person)
  }
}

/// Compares the events that the simulator fired with those that the service exported.
///
/// Each must be exported at least once, and none that was not fired. Persons are compared by their
/// hashes, and a code by the owner of its link. The service knows of no sessions; and it sends its
/// pushes at the end of the replay, so that they are compared without their moments.
struct EventReconciler {
  private let script: RehearsalScript
  /// The people, by their hash in the exports, and by the codes of their links.
  private var people: [String: UInt32] = [:]
  private var owners: [String: UInt32] = [:]

  /// The codes are those of the script's links, as the service created them.
  init(_ script: RehearsalScript, _ codes: [String?], _ hasher: HMACIdentityHasher) {
    self.script = script
    for action in script.actions {
      guard case .getLink(let link) = action.deed, let code = codes[link] else { continue }
      owners[code] = action.person
    }
    for person in Set(script.actions.map(\.person)) {
      people[hasher.hash(ServiceRequestBuilder.principal(person))] = person
    }
  }

  /// The hash of a person in the simulator's events: the person's name in texts.
  private struct PlainHasher: IdentityHasher {
    func hash(_ principal: PrincipalID) -> String { "person \(principal.rawValue)" }
  }

  func compare(_ exported: [JSONValue], into reconciliation: inout Reconciliation) {
    let found = Dictionary(grouping: exported.map { words(of: $0) }) { $0 }.mapValues(\.count)
    var fired: [String: Int] = [:]
    var first: [(words: String, person: UInt32)] = []
    for event in script.events {
      guard let words = words(of: event) else { continue }
      if fired.updateValue(fired[words, default: 0] + 1, forKey: words) == nil {
        first.append((words, event.person))
      }
    }
    for (words, person) in first {
      let (expected, count) = (fired[words] ?? 0, found[words] ?? 0)
      reconciliation.compare(
        .events, of: person, words,
        count >= expected ? words : "\(words): exported \(count) times, fired \(expected) times")
    }
    for words in found.keys.sorted() where fired[words] == nil {
      reconciliation.compare(.events, of: 0, "no such event", words)
    }
  }

  /// An event of the simulator in words; `nil` for one that the service does not export.
  private func words(of fired: FiredEvent) -> String? {
    let isPush = fired.event.step == .notificationSent
    if isPush, case .pair(_, let invitee) = fired.event.particulars,
      !script.expected.isPushWaiting(
        UInt32(invitee.rawValue), under: script.profile, at: script.end)
    {
      return nil
    }
    let exported = EventExport(
      policy: script.profile.events, share: script.profile.share, hasher: PlainHasher()
    ).export(fired.event, by: fired.user, session: 0)
    guard let exported else { return nil }
    let properties = exported.properties.map { property in
      switch property.value {
      case .raw(let number): (property.name, "person \(number)")
      case _ where property.name == Self.code:
        (property.name, exported["referrer_id"]?.description ?? "")
      default: (property.name, "\(property.value)")
      }
    }
    return Self.words(exported.name, at: isPush ? nil : fired.at.iso8601, properties)
  }

  /// An exported line in the same words.
  private func words(of line: JSONValue) -> String {
    guard let name = line["event"]?.word, let at = line["at"]?.word,
      case .object(let members)? = line["properties"]
    else { return "a line that is no event: \(line.brief)" }
    let properties = members.map { name, value in
      let person: UInt32? =
        switch value {
        case .text(let text) where name == Self.code: owners[text]
        case .text(let text): people[text]
        case .integer(let number) where name == Self.user:
          ServiceRequestBuilder.person(PrincipalID(rawValue: UInt64(clamping: number)))
        default: nil
        }
      return (name, person.map { "person \($0)" } ?? value.word ?? value.json)
    }
    let isPush =
      name
      == InviteStep.notificationSent.name(in: script.profile.events.vocabulary)?
      .primary
    return Self.words(name, at: isPush ? nil : at, properties)
  }

  private static let code = "invite_code"
  private static let user = "user_id"
  private static let session = "session_id"

  private static func words(
    _ name: String, at moment: String?, _ properties: [(name: String, value: String)]
  ) -> String {
    ([name]
      + properties.filter { $0.name != session }.sorted { $0.name < $1.name }
      .map { "\($0.name)=\($0.value)" } + (moment.map { ["at \($0)"] } ?? []))
      .joined(separator: " ")
  }
}

/// A referral as it must be stored in the end.
struct LastingReferral: Hashable {
  /// The inviter in the invitee's records; `nil` for a pseudonym.
  let inviter: UInt32?
  let kind: String
  let isConnected: Bool
}

extension Expectations {
  /// Returns the referral that the retention rules keep; `nil` if none.
  func lasting(_ invitee: UInt32, under profile: Profile, at end: Instant) -> LastingReferral? {
    guard let referral = referrals[invitee], referral.outcome != .none, !referral.isWithdrawn,
      let inviter = referral.inviter, deletions[invitee] == nil,
      profile.retention.decide(referral.install, at: end).isKept
    else { return nil }
    let isInviterGone = deletions[inviter] != nil
    if isInviterGone, profile.retention.fate(of: .referral, of: .inviter) == .erased { return nil }
    return LastingReferral(
      inviter: isInviterGone ? nil : inviter,
      kind: referral.outcome == .credited ? "credited" : "recordedOnly",
      isConnected: referral.connectedAt != nil)
  }

  /// Returns the number of invitees that count as accepted under the profile.
  func accepted(by inviter: UInt32, under profile: Profile, at end: Instant) -> Int {
    referrals.values.count { referral in
      referral.inviter == inviter && referral.outcome == .credited && !referral.isWithdrawn
        && deletions[inviter] == nil && countsAfterDeletion(referral, under: profile)
        && profile.retention.decide(referral.install, at: end).isKept
        && profile.metrics.acceptance(of: referral.facts).instant != nil
    }
  }

  /// Whether a referral still counts for the inviter after the invitee's deletion.
  private func countsAfterDeletion(
    _ referral: ExpectedReferral, under profile: Profile
  ) -> Bool {
    guard let deleted = deletions[referral.invitee] else { return true }
    let isComplete = referral.completedAt.map { $0 <= deleted } ?? false
    return profile.retention.fate(of: isComplete ? .referral : .incompleteInstall, of: .invitee)
      .keepsCount
  }

  /// Whether a push to the inviter waits in the end.
  func isPushWaiting(_ invitee: UInt32, under profile: Profile, at end: Instant) -> Bool {
    guard let referral = referrals[invitee], referral.toldAt != nil,
      let lasting = lasting(invitee, under: profile, at: end)
    else { return false }
    return lasting.inviter != nil
  }
}
