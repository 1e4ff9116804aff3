public import Vocabulary

/// The sections above the list of the home tab: a decision on every kind, and the contents.
public struct SectionEvaluation: Hashable, Sendable {
  /// One for each kind, the most urgent first.
  public let decisions: [SectionDecision]
  /// The cards and the counts of every section, shown or not.
  public let contents: SectionContents

  /// The sections that are shown, in place or behind the link to more.
  public var shown: SectionKind.Set {
    SectionKind.Set(decisions.lazy.filter(\.isShown).map(\.kind))
  }

  /// Returns the decision on the section of `kind`, with the reason if it is not shown.
  public func decision(_ kind: SectionKind) -> SectionDecision { decisions[Int(kind.rawValue)] }
}

extension HomePolicy {
  /// Evaluates every section from local data, in one pass over the contacts.
  ///
  /// Equal input gives equal output: a section appears only after a change or with time.
  public func evaluate(
    _ contacts: Span<SectionContact>, _ matters: SectionMatters, shelf: SectionShelf,
    at now: Instant, zone: CivilZone
  ) -> SectionEvaluation {
    let scan = SectionScan(contacts, at: now, zone: zone)
    let contents = SectionContents(scan, matters, at: now, zone: zone)
    return SectionEvaluation(
      decisions: SectionKind.allCases.map { kind in
        let items = contents.count(kind)
        let suppression =
          hasSections
          ? want(of: kind, items, matters.score, at: now) ?? shelf.hiding(of: kind, at: now)
          : .noSections
        return SectionDecision(kind: kind, items: items, suppression: suppression)
      }, contents: contents)
  }

  /// Returns the unmet condition of a section's trigger; `nil` if the trigger holds.
  private func want(
    of kind: SectionKind, _ items: Int, _ score: ScoreWatch?, at now: Instant
  ) -> SectionSuppression? {
    if kind == .scoreChanged {
      guard let score else { return .nothing }
      return score.suppression(at: now, under: self)
    }
    if items == 0 { return .nothing }
    return items < kind.leastItems ? .tooFew(least: kind.leastItems) : nil
  }
}

extension SectionRules {
  static let evaluation: [Rule] = [
    Rule("SEC-02", "A section is there while its trigger holds; hiding is another matter."),
    Rule("SEC-12", "What nothing has changed looks as it did; time is a change."),
    Rule("SEC-13", "An evaluation works from what is at hand, without a network."),
    Rule("SEC-14", "The cards of sections are all made at once; the rows of the list are not."),
  ]
}
