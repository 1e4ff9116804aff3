import AddressBooks

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
