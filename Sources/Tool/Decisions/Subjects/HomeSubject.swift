import AddressBooks
import HomeSections
import GrowthloopFindings
import Profiles
import Vocabulary

/// The subject `home`: the home tab along the events of one user.
enum HomeSubject: Subject {
  static let name = "home"
  static let summary = "what stands on the home tab, where taps lead, what is logged and kept"
  static let example = """
    {"id": 1, "circles": [{"name": "Family", "emoji": "👪"}], "contacts": [\
    {"contact": 1, "given": "Sarah", "family": "Chen", "phones": ["+1 555 0100"], \
    "birthday": "1990-03-03"}, \
    {"contact": 2, "given": "Jon", "family": "Smith", "emails": ["jon@acme.com"], \
    "circles": ["Family"]}], "events": [\
    {"at": "2026-03-02T08:00:00Z", "type": "score", "score": 69, "tier": "Good"}, \
    {"at": "2026-03-02T09:00:00Z", "type": "open"}, \
    {"at": "2026-03-02T09:00:05Z", "type": "pull"}, \
    {"at": "2026-03-02T09:00:06Z", "type": "sync", \
    "contacts": [{"contact": 3, "given": "John", "family": "Smith"}], \
    "pairs": [{"contacts": [2, 3], "percent": 92, "evidence": ["name"]}]}, \
    {"at": "2026-03-02T09:00:06Z", "type": "score", "score": 72, "tier": "Good"}, \
    {"at": "2026-03-02T09:00:07Z", "type": "promptWaits"}, \
    {"at": "2026-03-02T09:00:08Z", "type": "header", "section": "upcoming", "gesture": "tap"}, \
    {"at": "2026-03-02T09:00:09Z", "type": "card", "section": "needsAttention", "card": 1, \
    "action": "skip"}, \
    {"at": "2026-03-02T09:00:10Z", "type": "longPressRow", "contact": 1}, \
    {"at": "2026-03-03T09:00:00Z", "type": "launch"}]}
    """
  static let contract = """
    A case:  {"id", "contacts"?: [contact], "circles"?: [{"name", "emoji"?}], "access"?,
             "zone"?, "events": [{"at", "type", …}]}, events in time order.
      contact  {"contact": a number, "given"?, "family"?, "organisation"?, "phones"?, "emails"?,
               "birthday"? (1990-03-02 or 03-02), "circles"? (names), "hasPhoto"?, "source"?:
               \(words(of: ContactSource.self, at: 11)), "addedAt"?: long ago, if left out}
      access   \(words(of: ContactsAccess.self, at: 11))
      zone     \(CaseReader.zoneMeaning(at: 11))
      type     \(words(of: HomeCaseEvent.Kind.self, at: 11))
      Some have more fields:
        sync      "contacts"?: [contact], "removed"?: [number], "additions"?: [{"contact",
                  "fields": [{"field", "value"}]}], "pairs"?: [{"contacts": [2 numbers],
                  "percent", "evidence"?}], "conflicts"?: [{"conflict": a number, "contact",
                  "field", "between": [2 texts]}]
          field     \(words(of: HomeCaseEvent.Addition.self, at: 16))
          evidence  phone | email | name | address
        enter     the fields of a contact
        score     "score", "tier"
        remind    "contact", "due", "text"
        link      "link"
        header    "section", "gesture": \(words(of: HomeCaseEvent.Gesture.self, at: 35))
        showAgain, seeAll  "section"
        card      "section", "card": from 1, "action":
                  \(words(of: HomeModel.CardAction.self, at: 14))
        inSight   "section", "percent"
        typed     "text"
        group     "grouping": \(words(of: ListOptions.Grouping.self, at: 26))
        sort      "sort": \(words(of: ListOptions.Sort.self, at: 22))
        filter    "circle"
        tapRow, longPressRow  "contact"
        selectAll  "contacts": the numbers that the list shows
        tool      "tool": \(words(of: HomeCaseEvent.Tool.self, at: 22))
        pickCircle  "circle", which the selected join
        confirmCircle  "card": from 1, "without"?: numbers that were left out
      section  \(words(HomeCaseEvent.sections, at: 11))
    Answer:  {"id", "steps": [{"at", "type", "events", "rule"?, "because"?, "route"?, "offered"?,
             "link"?, "badge"?, "screen"?}]}
      events   what the app logs: [{"name", "properties": [{"name", "value"}]}]
      because  \(words(of: HomeModel.Refusal.self, at: 11))
      route    where a tap leads: push, sheet, tab or stay, with its target
      offered  the choices that a gesture offers; link: the steps of following one
      badge    what the event did to the number on the tab, with its rule
      screen   what stands on the tab now; left out where it is as it was before. "above" has
               sections and prompt card from top to bottom, "behind" what is behind "more",
               "absent" every other section with its reason, "stored" what outlives the app
      A profile without a home tab answers every event with 'noSections'.
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let steps: [HomeStepAnswer]
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let zone = reader.zone()
    let access = reader.choice("access", ContactsAccess.self, otherwise: .authorized)
    let circles = HomeCircles(reading: reader)
    let contacts = reader.optionalList("contacts") { Contact(reading: $0, circles) } ?? []
    var order = TimeOrder()
    let events = reader.list("events") { event in
      (at: order.next(in: event), event: HomeCaseEvent(reading: event, circles))
    }
    try reader.finish()

    var model = HomeModel(
      rules.profile, AddressBook(contacts), circles: circles.list, access: access,
      zone: zone)
    var shown: HomePicture?
    var stored: HomeModel.Stored?
    let steps = events.map { at, event in
      let answer = model.receive(event.event, at: at.moment)
      var step = HomeStepAnswer(at: at.text, type: event.kind.rawValue, answer)
      if answer.refusal != .noSections {
        let picture = model.picture(at: at.moment)
        if picture != shown || model.stored != stored {
          step.screen = HomeScreenAnswer(picture, model)
        }
        (shown, stored) = (picture, model.stored)
      }
      return step
    }
    return Answer(id: id, steps: steps)
  }
}
