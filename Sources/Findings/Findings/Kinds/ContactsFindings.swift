import Statistics

/// The findings of `contacts`.
public struct ContactsFindings: RunFindings {
  public static let kind = "contacts"

  public var command = ""
  public var title = ""
  public var question: String?
  public var seed: UInt64 = 0
  /// The language of the order of names; `nil` for the built-in order.
  public var language: String?
  /// The country whose plan applies to telephone numbers.
  public var home = ""
  public var machine = ""
  public var build = ""
  public var partial = false
  public var booksWanted = 0
  /// A row for each book and operation.
  public var times: FigureTable
  /// A row for each book.
  public var memory: FigureTable
  public var gates: [JudgedGate] = []
  /// Every single time, a histogram of nanoseconds for each book and operation.
  public var histograms: [TaggedHistogram] = []

  public init(times: FigureTable, memory: FigureTable) {
    self.times = times
    self.memory = memory
  }

  public var judged: [JudgedGate] { gates }
  public var isPartial: Bool { partial }
  public var note: String? {
    partial ? "interrupted after \(memory.rows.count) of \(booksWanted) books" : nil
  }
}
