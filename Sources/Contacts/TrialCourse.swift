import AddressBooks
import CGrowthloopMalloc
public import GrowthloopFindings
import HomeSections
import Invites
public import Profiles
import Vocabulary

/// The steps of every operation on one book.
struct TrialCourse {
  let trial: ContactTrial
  let source: SeededBook
  let book: AddressBook
  let saved: [UInt8]

  /// The number of rows on a screen.
  static let screen = 14
  /// The number of device reports that are synced in succession.
  static let reports = 20

  func rounds(of operation: ContactOperation) -> Int {
    switch operation {
    case .duplicates, .picker, .entry: trial.plan.fewRounds
    case .interactive, .page, .keystroke, .regroup, .frame, .sync, .sections, .launch, .find,
      .refresh, .success:
      trial.plan.rounds
    }
  }

  /// Runs every step of an operation once, and returns their times.
  func round(of operation: ContactOperation) -> StepWatch {
    var watch = StepWatch()
    switch operation {
    case .interactive: interactive(&watch)
    case .page: watch.time { firstPage(of: book.list()) }
    case .keystroke: keystrokes(&watch)
    case .regroup: regroupings(&watch)
    case .frame: frames(&watch)
    case .sync: syncs(&watch)
    case .sections: sections(&watch)
    case .launch: launch(&watch)
    case .find: find(&watch)
    case .refresh: refresh(&watch)
    case .duplicates:
      watch.time {
        DuplicateFinder().search(source.contacts.map(DuplicateRecord.init)).groups.count
      }
    case .picker: picker(&watch)
    case .entry: entry(&watch)
    case .success: success(&watch)
    }
    return watch
  }

  private func firstPage(of list: ContactList) -> Int { rows(of: list, from: 0) }

  /// Formats a screen of rows.
  private func rows(of list: ContactList, from start: Int) -> Int {
    (start..<min(start + Self.screen, list.count)).reduce(0) {
      $0 + ContactRow(list[$1]).title.utf8.count
    }
  }

  private func interactive(_ watch: inout StepWatch) {
    watch.time {
      guard let book = AddressBook(saved: saved, collation: trial.collation) else {
        preconditionFailure("a saved book of \(source.contacts.count) contacts cannot be read")
      }
      let list = book.list()
      return firstPage(of: list) + (SectionScrubber(list)?.letters.count ?? 0)
    }
  }

  private func keystrokes(_ watch: inout StepWatch) {
    var bar = SearchMode()
    bar.begin()
    let typing = Typing(trial.plan.searches, in: source.contacts, seed: trial.plan.seed)
    for text in typing.keystrokes {
      watch.time {
        guard case .found(let results) = bar.type(text, in: book) else { return 0 }
        return results.nearest.prefix(Self.screen).reduce(0) { sum, id in
          guard let contact = book[id] else { return sum }
          let row = ContactRow(contact, found: SearchMode.foundBy(text, in: contact))
          return sum + row.title.utf8.count + row.subtitle.utf8.count
        }
      }
    }
  }

  private func regroupings(_ watch: inout StepWatch) {
    let circles = (UInt8(0)..<6).compactMap(CircleID.init).map {
      ListCircle(id: $0, name: "Circle \($0.rawValue)")
    }
    let filters: [CircleSet] = [[], [circles[0].id], [circles[1].id, circles[2].id]]
    for grouping in ListOptions.Grouping.allCases {
      for sort in ListOptions.Sort.allCases {
        for filter in filters {
          var options = ListOptions(grouping: grouping)
          options.sort = sort
          options.circles = filter
          watch.time { firstPage(of: book.list(options, circles: circles)) }
        }
      }
    }
  }

  private func frames(_ watch: inout StepWatch) {
    let list = book.list()
    for start in stride(from: 0, to: list.count, by: Self.screen) {
      watch.time { rows(of: list, from: start) }
    }
  }

  private func syncs(_ watch: inout StepWatch) {
    var book = book
    // The visible list holds a reference, so that the book copies what it changes.
    var shown = book.list()
    for report in 0..<Self.reports {
      let delta = source.changes(report)
      watch.time {
        let change = book.take(delta, at: source.contacts[0].addedAt)
        shown = book.list()
        return change.count + firstPage(of: shown)
      }
    }
  }

  private func picker(_ watch: inout StepWatch) {
    watch.time {
      let picker = ContactPicker(source.contacts, collation: trial.collation)
      return (0..<min(Self.screen, picker.count)).reduce(0) { $0 + picker[$1].title.utf8.count }
    }
  }
}

// The home tab as its user meets it: list, sections, badge and search together.
extension TrialCourse {
  /// A few hours after the last entry, so that every section has something to show.
  private var now: Instant {
    (source.contacts.last?.addedAt ?? Instant(milliseconds: 0)) + .hours(6)
  }

  private var pairs: [DuplicatePair] {
    source.doubles.sorted { $0.key < $1.key }.enumerated().map { place, double in
      DuplicatePair(
        entries: EntryPair(double.key, double.value),
        confidence: 0.70 + Double(place % 25) / 100, evidence: [.name])
    }
  }

  private func model(of book: AddressBook, _ pairs: [DuplicatePair]) -> HomeModel {
    HomeModel(.rin, book, pairs: pairs, zone: .utc)
  }

  func launch(_ watch: inout StepWatch) {
    let pairs = pairs
    watch.time {
      guard let book = AddressBook(saved: saved, collation: trial.collation) else {
        preconditionFailure("a saved book of \(source.contacts.count) contacts cannot be read")
      }
      var model = model(of: book, pairs)
      _ = model.receive(.launched, at: now)
      _ = model.receive(.appeared, at: now)
      return model.picture(at: now, rows: Self.screen).weight
    }
  }

  func find(_ watch: inout StepWatch) {
    var model = model(of: book, pairs)
    _ = model.receive(.searchBegan, at: now)
    let typing = Typing(trial.plan.searches, in: source.contacts, seed: trial.plan.seed)
    for text in typing.keystrokes {
      watch.time {
        _ = model.receive(.typed(text), at: now)
        return model.picture(at: now, rows: Self.screen).weight
      }
    }
  }

  func refresh(_ watch: inout StepWatch) {
    var model = model(of: book, pairs)
    for number in 0..<Self.reports {
      var report = HomeModel.Report()
      report.delta = source.changes(number)
      watch.time {
        _ = model.receive(.pulled, at: now)
        _ = model.receive(.synced(report), at: now)
        return model.picture(at: now, rows: Self.screen).weight
      }
    }
  }
}

extension HomePicture {
  /// A number that depends on every card and row.
  fileprivate var weight: Int {
    sections.reduce(0) { $0 + $1.cards.count }
      + groups.reduce(0) { $0 + $1.rows.reduce(0) { $0 + $1.title.utf8.count } }
  }
}

// The screens of 003's invite flow: what the rules take of the time that a user waits for them.
extension TrialCourse {
  /// The most contacts of a batch.
  private static let batch = 20

  /// From the tap on an entry point to the first page of the picker, with the badges of those who
  /// were invited before.
  func entry(_ watch: inout StepWatch) {
    let now = source.contacts[0].addedAt
    var history = InviteHistory()
    history.note(source.contacts.prefix(Self.batch).map(Self.key), at: now, under: .design)
    watch.time {
      var flow = InviteFlow()
      _ = flow.receive(
        .opened(from: .profile, .authorized, explainedBefore: true, isOnline: true),
        at: now, under: .design)
      let picker = ContactPicker(source.contacts, collation: trial.collation)
      _ = flow.receive(.contactsLoaded(count: picker.count), at: now, under: .design)
      let screen = flow.elements(in: SharingPolicy.design.texts, under: .design)
      return (0..<min(Self.screen, picker.count)).reduce(screen.count) { sum, row in
        let contact = picker[row]
        let element = flow.row(
          of: Self.key(contact), name: contact.name.display ?? "", history: history, at: now)
        return sum + element.text.utf8.count
      }
    }
  }

  /// From the end of the share sheet to the success screen, for a full batch.
  func success(_ watch: inout StepWatch) {
    let now = source.contacts[0].addedAt
    let picked = source.contacts.prefix(Self.batch)
    let names = picked.compactMap(\.name.display)
    var flow = InviteFlow()
    _ = flow.receive(
      .opened(from: .profile, .authorized, explainedBefore: true, isOnline: true),
      at: now, under: .design)
    _ = flow.receive(.contactsLoaded(count: source.contacts.count), at: now, under: .design)
    for contact in picked {
      _ = flow.receive(.toggled(Self.key(contact)), at: now, under: .design)
    }
    for event: InviteFlow.Event in [
      .tapped(.next), .sheet(.linkReady("https://rin.app/invite/a3Xk9m2Q")),
      .sheet(.messageComposed("Join me")), .tapped(.sendVia),
    ] {
      _ = flow.receive(event, at: now, under: .design)
    }
    precondition(flow.stage == .sharing(over: .message), "the sheet is open: \(flow.stage)")
    watch.time {
      var flow = flow
      let actions = flow.receive(
        .sheet(.sheetClosed(.completed(.messages, wasEdited: false))), at: now, under: .design)
      let screen = flow.elements(
        in: SharingPolicy.design.texts, invitedNames: names, under: .design)
      return actions.count + screen.reduce(0) { $0 + $1.text.utf8.count }
    }
  }

  private static func key(_ contact: Contact) -> ContactKey {
    ContactKey(rawValue: UInt64(contact.id.rawValue))
  }
}

// The home tab's sections, from the data that an app stores beside the address book.
extension TrialCourse {
  /// The number of times that the home tab is opened: once a week after the last entry.
  private static let openings: Int64 = 52

  func sections(_ watch: inout StepWatch) {
    let contacts = source.contacts.map { SectionContact($0) }
    var matters = SectionMatters()
    let duplicates = Double(contacts.count) * trial.plan.mix.duplicates
    matters.suggestions = (0..<Int(duplicates)).map {
      MergeSuggestion(confidence: 0.70 + Double($0 % 25) / 100)
    }
    let last = contacts.last?.addedAt ?? Instant(milliseconds: 0)
    for opening in 0..<Self.openings {
      watch.time {
        let evaluation = HomePolicy.rin.evaluate(
          contacts.span, matters, shelf: SectionShelf(), at: last + .days(7 * opening),
          zone: .utc)
        return SectionLayout(evaluation).visible.count
          + HomePolicy.rin.badgeCount(of: evaluation.contents)
      }
    }
  }
}

/// The measurements on a book of one size.
public struct BookOutcome: Sendable {
  public let size: Int
  public private(set) var times: [OperationTimes] = []
  /// The memory of the book with its order and index, in bytes per contact.
  public var bytesPerContact = 0.0
  /// The size of the saved book, in bytes per contact.
  public var savedBytesPerContact = 0.0

  init(size: Int) { self.size = size }

  mutating func add(_ times: OperationTimes) { self.times.append(times) }

  /// Returns the gates of `plan` that apply to this size, judged.
  public func judged(by plan: ContactPlan) -> [JudgedGate] {
    plan.gatesInForce.filter { $0.concerns(size) }.flatMap { gate in
      times.filter { $0.operation == gate.operation }.map {
        gate.judged(by: $0, about: plan.sizesInForce.count > 1 ? "\(size) contacts" : nil)
      }
    }
  }
}

/// The plan of a trial of the contact rules: books, measurements, repetitions and gates.
public struct ContactPlan: Hashable, Sendable {
  /// The kind of plan, which distinguishes its file from a scenario's.
  public enum Kind: String, CaseIterable, Sendable {
    case contacts
  }

  public var kind = Kind.contacts
  public var title = ""
  /// The question that the trial answers, as a sentence; `nil` without one.
  public var question: String?
  public var profile = Profile(.rin)
  public var seed: UInt64 = 1
  /// The sizes of the books, in contacts; `nil` for those of the profile.
  public var sizes: [Int]?
  /// The number of measurements of every step.
  public var rounds = 15
  /// The number of searches, by name, number or address.
  public var searches = 64
  /// The language tag of the list's order; `nil` for the order without a library.
  public var language: String? = "en"
  /// The country of numbers without a country code.
  public var home = "US"
  public var mix = BookMix()
  /// The limits of the plan; `nil` for the budgets of the profile.
  public var gates: [ContactGate]?

  public init() {}

  /// The sizes of the plan, or else those at which the profile's lists must stay fast.
  public var sizesInForce: [Int] { sizes ?? profile.plans.contactBenchmarkSizes }

  /// The limits of the plan, or else the budgets of the profile.
  public var gatesInForce: [ContactGate] {
    gates ?? ContactGate.budgets(of: profile, at: sizesInForce)
  }

  /// The number of measurements of a step that takes seconds.
  var fewRounds: Int { max(1, min(rounds, 3)) }
}

/// Measures the operations on the books of a plan.
public struct ContactTrial: Sendable {
  public let plan: ContactPlan
  let collation: any Collation
  private let numbers: NumberingPlans

  /// The error for an unknown language or country.
  public enum Unknown: Error, Hashable, Sendable {
    case language(String)
    case home(String)
  }

  public init(_ plan: ContactPlan) throws(Unknown) {
    self.plan = plan
    guard let numbers = NumberingPlans(home: plan.home) else { throw .home(plan.home) }
    self.numbers = numbers
    if let language = plan.language {
      guard let collation = LocaleCollation(locale: language) else { throw .language(language) }
      self.collation = collation
    } else {
      collation = RootCollation()
    }
  }

  /// Measures a book of `size`; `nil` if `isWanted` returns `false`.
  ///
  /// `isWanted` receives the next operation, and returns whether to continue.
  public func measure(_ size: Int, while isWanted: (ContactOperation?) -> Bool) -> BookOutcome? {
    guard isWanted(nil) else { return nil }
    let source = SeededBook(count: size, seed: plan.seed, mix: plan.mix, normaliser: numbers)
    let before = Memory.used
    let book = AddressBook(source.contacts, collation: collation)
    var outcome = BookOutcome(size: size)
    outcome.bytesPerContact = Double(Memory.used - before) / Double(max(1, size))
    let saved = book.saved()
    outcome.savedBytesPerContact = Double(saved.count) / Double(max(1, size))
    let course = TrialCourse(trial: self, source: source, book: book, saved: saved)
    for operation in ContactOperation.allCases {
      var times = OperationTimes(operation)
      for _ in 0..<course.rounds(of: operation) {
        guard isWanted(operation) else { return nil }
        let watch = course.round(of: operation)
        times.add(watch.work, elapsed: watch.elapsed)
      }
      outcome.add(times)
    }
    return outcome
  }
}

/// The memory of this process.
package enum Memory {
  /// The bytes that are allocated and not freed.
  package static var used: Int {
    let info = mallinfo2()
    return Int(info.uordblks + info.hblkhd)
  }
}
