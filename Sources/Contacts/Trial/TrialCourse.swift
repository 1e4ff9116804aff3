import AddressBooks

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
