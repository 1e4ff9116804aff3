public import AddressBooks
import HomeSections
import Profiles
import TestSupport
import Vocabulary

/// A home tab along a day of the tests, with the events that it has logged.
struct HomeDay {
  var model: HomeModel
  var now = noon(100)
  private(set) var logged: [HomeEvent] = []

  static let circles = ["Family", "Acme"].enumerated().compactMap { place, name in
    CircleID(rawValue: UInt8(place)).map { ListCircle(id: $0, name: name) }
  }

  init(_ profile: Profile = .rin, _ contacts: [Contact] = [], access: ContactsAccess = .authorized)
  {
    model = HomeModel(
      profile, AddressBook(contacts), circles: Self.circles, access: access, zone: .utc)
  }

  /// Creates a tab under `rin` with these settings.
  init(_ settings: [String: String?], _ contacts: [Contact] = []) throws {
    var profile = Profile.rin
    try profile.apply(
      settings.sorted { $0.key < $1.key }.map { Profile.Override($0.key, $0.value ?? "none") })
    self.init(profile, contacts)
  }

  @discardableResult
  mutating func happen(_ event: HomeModel.Event) -> HomeModel.Answer {
    let answer = model.receive(event, at: now)
    logged += answer.events
    return answer
  }

  var picture: HomePicture { model.picture(at: now, rows: 100) }
  var shown: [SectionKind] { picture.sections.map(\.kind) }
  var rows: [ContactRow] { picture.groups.flatMap(\.rows) }

  func section(_ kind: SectionKind) -> HomePicture.Section? {
    picture.sections.first { $0.kind == kind }
  }

  /// A tab in which exactly the sections from the first to this one have something to show.
  static func crowded(_ profile: Profile, through last: SectionKind) -> HomeDay {
    var day = HomeDay(profile, [.person(1), .person(2), .person(3)])
    day.happen(.synced(.pair(1, 2)))
    if last.rawValue >= SectionKind.scoreChanged.rawValue {
      day.happen(.scored(69, tier: "Good"))
      day.happen(.scored(72, tier: "Good"))
    }
    if last.rawValue >= SectionKind.upcoming.rawValue {
      day.happen(.reminded(HomeReminder(1, Reminder(due: day.now, text: "Call"))))
    }
    return day
  }
}

extension ContactID: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: UInt64) { self.init(rawValue: value) }
}

extension Contact {
  /// A person who came long ago, with a number.
  static func person(
    _ number: UInt64, _ given: String = "Ann", _ family: String = "Lee", emails: [String] = [],
    birthday: Birthday? = nil, circles: [Int] = [], hasPhoto: Bool = false
  ) -> Contact {
    var joined: CircleSet = []
    for place in circles { joined.insert(HomeDay.circles[place].id) }
    return Contact(
      id: ContactID(rawValue: number), name: PersonName(given: given, family: family),
      phones: [Phone("+1 212 555 01\(10 + number)")], emails: emails, birthday: birthday,
      circles: joined, hasPhoto: hasPhoto)
  }
}

extension HomeModel.Report {
  /// A sync that found two entries of one person.
  static func pair(_ one: ContactID, _ other: ContactID, confidence: Double = 0.9)
    -> HomeModel.Report
  {
    var report = HomeModel.Report()
    report.pairs = [
      DuplicatePair(
        entries: EntryPair(one, other), confidence: confidence, evidence: [.phone, .email])
    ]
    return report
  }

  static func contacts(_ contacts: [Contact]) -> HomeModel.Report {
    var report = HomeModel.Report()
    report.delta = SyncDelta(contacts: contacts)
    return report
  }

  static func additions(_ fields: [NetworkAddition], to id: ContactID) -> HomeModel.Report {
    var report = HomeModel.Report()
    report.additions = [Addition(id, fields)]
    return report
  }
}
