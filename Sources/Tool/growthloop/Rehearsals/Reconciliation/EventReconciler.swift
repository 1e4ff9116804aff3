import GrowthloopModel
import Invites
import GrowthloopFindings
import GrowthloopLinkStore
import Profiles
import GrowthloopLinkService
import Vocabulary

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
