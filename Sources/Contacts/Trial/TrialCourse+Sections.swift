import AddressBooks
import HomeSections
import Profiles
import Vocabulary

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
