import AddressBooks
import GrowthloopFindings
import HomeSections
import Invites
import Profiles
import Vocabulary

/// An event of the home tab, read from a case.
struct HomeCaseEvent {
  enum Kind: String, CaseIterable {
    case launch, onboarded, foreground, open, pull, sync, syncFailed, offline, online, enter, score,
      remind
    case background, promptWaits, promptGone, link, header, showAgain, card, seeAll, more, inSight
    case search, typed, cancelSearch, group, sort, filter, tapRow, longPressRow, select
    case selectAll, tool, pickCircle, confirmDelete, confirmCircle, done, add
  }

  enum Gesture: String, CaseIterable {
    case tap, swipeLeft, longPress, hide, collapse, hideToday, never
  }

  enum Tool: String, CaseIterable {
    case addToCircle, delete, more
  }

  enum Addition: String, CaseIterable {
    case company, title, phone, email, birthday
  }

  let kind: Kind
  let event: HomeModel.Event

  /// The names of the sections, the most urgent first.
  static let sections = SectionKind.allCases.map { "\($0)" }

  init(reading reader: CaseReader, _ circles: HomeCircles) {
    kind = reader.choice("type", Kind.self)
    event =
      switch kind {
      case .launch: .launched
      case .onboarded: .onboarded
      case .foreground: .foregrounded
      case .open: .appeared
      case .pull: .pulled
      case .sync: .synced(HomeModel.Report(reading: reader, circles))
      case .syncFailed: .syncFailed
      case .offline: .connectivityChanged(isOnline: false)
      case .online: .connectivityChanged(isOnline: true)
      case .enter: .entered(Contact(reading: reader, circles))
      case .score: .scored(reader.count("score"), tier: reader.text("tier"))
      case .remind:
        .reminded(
          HomeReminder(
            reader.contact("contact"),
            Reminder(due: reader.instant("due").moment, text: reader.text("text"))))
      case .background: .background
      case .promptWaits: .prompt(isWaiting: true)
      case .promptGone: .prompt(isWaiting: false)
      case .link: .followed(reader.text("link"))
      case .header:
        .gesture(reader.choice("gesture", Gesture.self).gesture, on: reader.section("section"))
      case .showAgain: .shownAgain(reader.section("section"))
      case .card:
        .card(
          reader.number("card"), of: reader.section("section"),
          reader.choice("action", HomeModel.CardAction.self))
      case .seeAll: .seeAll(reader.section("section"))
      case .more: .moreSections
      case .inSight: .inSight(reader.section("section"), Double(reader.percent("percent")) / 100)
      case .search: .searchBegan
      case .typed: .typed(reader.text("text"))
      case .cancelSearch: .searchCancelled
      case .group: .chosen(.grouping(reader.choice("grouping", ListOptions.Grouping.self)))
      case .sort: .chosen(.sort(reader.choice("sort", ListOptions.Sort.self)))
      case .filter: .chosen(.circle(circles.id("circle", of: reader)))
      case .tapRow: .selecting(.tapped(reader.contact("contact")))
      case .longPressRow: .selecting(.longPressed(reader.contact("contact")))
      case .select: .selecting(.selectChosen)
      case .selectAll:
        .selecting(.allChosen(reader.counts("contacts").map { ContactID(rawValue: UInt64($0)) }))
      case .tool: .selecting(.toolTapped(reader.choice("tool", Tool.self).tool))
      case .pickCircle: .circlePicked(circles.id("circle", of: reader))
      case .confirmDelete: .selecting(.deleteConfirmed)
      case .confirmCircle:
        .proposalConfirmed(
          reader.number("card"),
          leavingOut: reader.counts("without").map { ContactID(rawValue: UInt64($0)) })
      case .done: .selecting(.done)
      case .add: .addTapped
      }
  }
}

extension HomeCaseEvent.Gesture {
  fileprivate var gesture: SectionGesture {
    switch self {
    case .tap: .tap
    case .swipeLeft: .swipeLeft
    case .longPress: .longPress
    case .hide: .choose(.hide)
    case .collapse: .choose(.collapse)
    case .hideToday: .choose(.hideToday)
    case .never: .choose(.never)
    }
  }
}

extension HomeCaseEvent.Tool {
  fileprivate var tool: MultiSelect.Tool {
    switch self {
    case .addToCircle: .addToCircle
    case .delete: .delete
    case .more: .more
    }
  }
}

/// The circles of a case, by their names.
struct HomeCircles {
  private(set) var list: [ListCircle] = []

  init(reading reader: CaseReader) {
    let named = reader.optionalList("circles") {
      (name: $0.name("name"), emoji: $0.optionalText("emoji") ?? "")
    }
    for (place, circle) in (named ?? []).enumerated() {
      guard let id = UInt8(exactly: place).flatMap({ CircleID(rawValue: $0) }) else {
        reader.note("circles", "has more than 128 entries")
        return
      }
      if list.contains(where: { $0.name == circle.name }) {
        reader.note("circles[\(place)].name", "is used twice")
      }
      list.append(ListCircle(id: id, name: circle.name, emoji: circle.emoji))
    }
  }

  /// Reads the name of a circle.
  func id(_ key: String, of reader: CaseReader) -> CircleID {
    let name = reader.text(key)
    if let circle = list.first(where: { $0.name == name }) { return circle.id }
    reader.note(key, "must be the name of one of 'circles'")
    return CircleID(rawValue: 0) ?? list[0].id
  }

  /// Reads the names of several circles.
  func set(_ key: String, of reader: CaseReader) -> CircleSet {
    var set: CircleSet = []
    for name in reader.texts(key) {
      if let circle = list.first(where: { $0.name == name }) {
        set.insert(circle.id)
      } else {
        reader.note(key, "must be names of 'circles'")
      }
    }
    return set
  }
}

extension Contact {
  init(reading reader: CaseReader, _ circles: HomeCircles) {
    let phones: [Phone] = reader.texts("phones").map { Phone($0) }
    self.init(
      id: reader.contact("contact"),
      name: PersonName(
        given: reader.optionalText("given") ?? "", family: reader.optionalText("family") ?? "",
        organisation: reader.optionalText("organisation") ?? ""),
      phones: phones, emails: reader.texts("emails"), birthday: reader.birthday("birthday"),
      source: reader.choice("source", ContactSource.self, otherwise: .device),
      circles: circles.set("circles", of: reader),
      hasPhoto: reader.flag("hasPhoto", otherwise: false),
      addedAt: reader.optionalInstant("addedAt") ?? Instant(milliseconds: 0))
  }
}

extension HomeModel.Report {
  fileprivate init(reading reader: CaseReader, _ circles: HomeCircles) {
    self.init()
    delta = SyncDelta(
      contacts: reader.optionalList("contacts") { Contact(reading: $0, circles) } ?? [],
      removed: reader.counts("removed").map { ContactID(rawValue: UInt64($0)) })
    additions =
      reader.optionalList("additions") { addition in
        Addition(
          addition.contact("contact"),
          addition.list("fields") { field in
            let kind = field.choice("field", HomeCaseEvent.Addition.self)
            switch kind {
            case .company: return NetworkAddition.company(field.text("value"))
            case .title: return .title(field.text("value"))
            case .phone: return .phone(field.text("value"))
            case .email: return .email(field.text("value"))
            case .birthday: return .birthday(field.birthday("value") ?? Birthday(month: 1, day: 1))
            }
          })
      } ?? []
    if reader.has("pairs") {
      pairs = reader.list("pairs") { DuplicatePair(reading: $0) }.compactMap(\.self)
    }
    let found = reader.optionalList("conflicts") { conflict in
      (id: UInt64(conflict.number("conflict")), conflict: HomeConflict(reading: conflict))
    }
    for entry in found ?? [] { conflicts[entry.id] = entry.conflict }
  }
}

extension DuplicatePair {
  fileprivate init?(reading reader: CaseReader) {
    let ids = reader.counts("contacts").map { ContactID(rawValue: UInt64($0)) }
    let percent = reader.percent("percent")
    let words = reader.texts("evidence")
    let evidence = words.compactMap { word in
      DuplicateEvidence.allCases.first { "\($0)" == word }
    }
    if evidence.count != words.count {
      reader.note("evidence", "must be a list of phone | email | name | address")
    }
    guard ids.count == 2, ids[0] != ids[1] else {
      reader.note("contacts", "must be the numbers of two contacts")
      return nil
    }
    self.init(
      entries: EntryPair(ids[0], ids[1]), confidence: Double(percent) / 100,
      evidence: SmallSet(evidence))
  }
}

extension HomeConflict {
  fileprivate init(reading reader: CaseReader) {
    let sources = reader.texts("between")
    if sources.count != 2 { reader.note("between", "must be the two sources that differ") }
    self.init(
      reader.contact("contact"), field: reader.text("field"), between: sources.first ?? "",
      and: sources.last ?? "")
  }
}

extension CaseReader {
  /// Reads the number of a contact.
  fileprivate func contact(_ key: String) -> ContactID {
    ContactID(rawValue: UInt64(count(key)))
  }

  /// Reads a whole number from 0 to 100.
  fileprivate func percent(_ key: String) -> Int {
    required(key, "must be a whole number from 0 to 100") { value in
      guard case .integer(let number) = value, (0...100).contains(number) else { return nil }
      return Int(number)
    } ?? 0
  }

  fileprivate func section(_ key: String) -> SectionKind {
    required(key, "must be " + HomeCaseEvent.sections.joined(separator: " | ")) { value in
      guard case .text(let text) = value else { return nil }
      return SectionKind.allCases.first { "\($0)" == text }
    } ?? .needsAttention
  }

  /// Reads a birthday, with or without its year.
  fileprivate func birthday(_ key: String) -> Birthday? {
    optional(key, "must be a day such as 1990-03-02 or 03-02") { value in
      guard case .text(let text) = value else { return nil }
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { UInt16($0) }
      guard numbers.count == parts.count, (2...3).contains(numbers.count),
        let month = UInt8(exactly: numbers[numbers.count - 2]),
        let day = UInt8(exactly: numbers[numbers.count - 1]),
        YearDay(month: Int(month), day: Int(day)) != nil
      else { return nil }
      let year = numbers.count == 3 ? Int16(exactly: numbers[0]) : nil
      return Birthday(year: year, month: month, day: day)
    }
  }
}

/// A sharing flow whose events can be read from a case.
protocol CaseFlow: SheetFlow {
  associatedtype EventKind: RawRepresentable<String>, CaseIterable

  static func event(_ kind: EventKind, reading reader: CaseReader) -> Event
  var stateName: String { get }
  /// The state of the picker; `nil` if it is not shown.
  var pickerName: String? { get }
}

extension CaseFlow {
  var pickerName: String? { nil }
}

extension ShareScreen: CaseFlow {
  enum EventKind: String, CaseIterable {
    case linkFailed, linkTimedOut, timePassed
    case opened, linkReady, messageComposed, countsLoaded, connectivity, tapped, typed
    case sheetClosed, composeClosed
  }

  static func event(_ kind: EventKind, reading reader: CaseReader) -> Event {
    switch kind {
    case .opened:
      .opened(
        from: reader.entryPoint, cachedLink: reader.cachedLink, isOnline: reader.isOnline)
    case .linkReady, .linkFailed, .linkTimedOut, .messageComposed, .sheetClosed:
      .sheet(LinkSheet.Event(kind.rawValue, reading: reader))
    case .countsLoaded:
      .countsLoaded(
        Dashboard.Figures(
          sent: reader.count("sent"), installed: reader.count("installed"),
          completed: reader.count("completed")))
    case .connectivity: .connectivityChanged(isOnline: reader.flag("isOnline"))
    case .tapped: .tapped(reader.choice("control", Control.self))
    case .typed: .typed(reader.text("text"))
    case .composeClosed: .composeClosed(sent: reader.flag("sent"))
    case .timePassed: .timePassed
    }
  }

  var stateName: String { isClosed ? "closed" : state.rawValue }
}

extension DirectShare: CaseFlow {
  enum EventKind: String, CaseIterable {
    case linkFailed, linkTimedOut, tappedShare, opened, linkReady, messageComposed, sheetClosed
  }

  static func event(_ kind: EventKind, reading reader: CaseReader) -> Event {
    switch kind {
    case .opened:
      .opened(
        from: reader.entryPoint, cachedLink: reader.cachedLink, isOnline: reader.isOnline)
    case .linkReady, .linkFailed, .linkTimedOut, .messageComposed, .sheetClosed:
      .sheet(LinkSheet.Event(kind.rawValue, reading: reader))
    case .tappedShare: .tappedShare
    }
  }

  var stateName: String { "\(stage)" }
}

extension LinkSheet.Event {
  private enum Result: String, CaseIterable {
    case cancelled, completed
  }

  /// Reads the event called `kind`; every flow has these.
  init(_ kind: String, reading reader: CaseReader) {
    self =
      switch kind {
      case "linkReady": .linkReady(reader.text("link"))
      case "linkFailed": .linkFailed
      case "linkTimedOut": .linkTimedOut
      case "messageComposed": .messageComposed(reader.text("text"))
      default: .sheetClosed(Self.result(reading: reader))
      }
  }

  private static func result(reading reader: CaseReader) -> SheetResult {
    switch reader.choice("result", Result.self) {
    case .completed:
      .completed(
        reader.optionalChoice("target", ShareTarget.self),
        wasEdited: reader.flag("wasEdited", otherwise: false))
    case .cancelled: .cancelled
    }
  }
}

/// Readers of the conditions under which a sharing flow opens.
extension CaseReader {
  fileprivate var entryPoint: FlowPolicy.EntryPoint {
    choice("from", FlowPolicy.EntryPoint.self)
  }

  fileprivate var cachedLink: String? { optionalText("cachedLink") }
  fileprivate var isOnline: Bool { flag("isOnline", otherwise: true) }
}

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
