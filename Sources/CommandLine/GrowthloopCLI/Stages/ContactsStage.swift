import ContactTrials

/// A trial of the contact rules, as `contacts` does it.
struct ContactsStage: Stage {
  let plan: ContactPlan
  let repetition: Repetition

  func run(on console: any Console) throws -> any StageReport { try measure(on: console) }

  /// Measures book after book, and tells how far it has come.
  func measure(on console: any Console) throws -> ContactsReport {
    let trial = try ContactTrial(plan)
    return Interrupt.watching(console) { interrupt in
      var books: [BookOutcome] = []
      for size in plan.sizes {
        let book = trial.measure(size) { operation in
          console.show(progress: "\(size) contacts: \(operation?.title ?? "making the book")")
          return !interrupt.isSet
        }
        guard let book else { break }
        books.append(book)
      }
      return ContactsReport(plan: plan, books: books, repetition: repetition)
    }
  }
}
