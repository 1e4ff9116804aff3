import GrowthloopFindings

/// The findings of the readers of one scenario so far; all readers add to them.
final class Findings {
  /// The greatest number of stored findings: a long file may contain a hundred thousand mistakes.
  static let most = 1_000

  /// The loader of the files that values name; `nil` where a scenario may not name any.
  let loader: SourceLoader?
  /// The metrics available to gates.
  let metrics: [MetricName]

  private var told: [Diagnostic] = []
  private var untold = 0
  /// The evidence for the values that were read.
  var evidence = EvidenceTable()
  /// The number of errors, without warnings.
  private(set) var errorCount = 0
  /// The number of errors that leave a value unread.
  private(set) var unreadCount = 0

  init(loader: SourceLoader? = nil, metrics: [MetricName] = []) {
    self.loader = loader
    self.metrics = metrics
  }

  /// Adds a finding; one that only several values together show leaves none of them unread.
  func add(_ diagnostic: Diagnostic, afterReading isLate: Bool = false) {
    if diagnostic.severity == .error {
      errorCount += 1
      if !isLate { unreadCount += 1 }
    }
    guard told.count < Self.most else {
      untold += 1
      return
    }
    var diagnostic = diagnostic
    diagnostic.isContradiction = isLate
    told.append(diagnostic)
  }

  /// Whether further findings are only counted, so that the search for remedies can stop.
  var isFull: Bool { told.count >= Self.most }

  /// All findings, by place.
  var list: DiagnosticList { DiagnosticList(told, untold: untold) }
}
