import AddressBooks
import Profiles
import Vocabulary

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
