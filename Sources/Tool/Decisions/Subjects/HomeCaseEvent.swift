import AddressBooks
import HomeSections
import GrowthloopFindings
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
