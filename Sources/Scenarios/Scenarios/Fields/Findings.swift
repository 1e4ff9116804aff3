import Diagnostics

/// What the readers of one scenario have found so far, for all of them to add to.
final class Findings {
  /// The most that are kept: a long file may hold a hundred thousand mistakes.
  static let most = 1_000

  /// The way to the files that values name; none where a scenario may not name any.
  let loader: SourceLoader?
  /// The metrics that gates may be about.
  let metrics: [MetricName]

  private var told: [Diagnostic] = []
  private var untold = 0
  /// What the values that were read rest on.
  var evidence = EvidenceTable()
  /// How many errors there are, warnings left out.
  private(set) var errorCount = 0
  /// How many of them leave a value unread.
  private(set) var unreadCount = 0

  init(loader: SourceLoader? = nil, metrics: [MetricName] = []) {
    self.loader = loader
    self.metrics = metrics
  }

  /// Tells something; what only values together show leaves none of them unread.
  func add(_ diagnostic: Diagnostic, afterReading isLate: Bool = false) {
    if diagnostic.severity == .error {
      errorCount += 1
      if !isLate { unreadCount += 1 }
    }
    if told.count < Self.most { told.append(diagnostic) } else { untold += 1 }
  }

  /// Whether more would only be counted, so that nobody need look for remedies.
  var isFull: Bool { told.count >= Self.most }

  /// All of them, by place.
  var list: DiagnosticList { DiagnosticList(told, untold: untold) }
}
