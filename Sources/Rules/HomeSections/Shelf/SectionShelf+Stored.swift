import Vocabulary

extension SectionShelf: RawRepresentable {
  /// The sections in the form that an app stores: `upcoming:1767225600000:brief@1767225600000`.
  ///
  /// A section that is neither collapsed nor hidden is left out, and so is an empty part.
  public var rawValue: String {
    SectionKind.allCases.compactMap { kind in
      let state = self[kind]
      guard state != State() else { return nil }
      let collapsed = state.collapsedAt.map { "\($0.milliseconds)" } ?? ""
      return "\(kind):\(collapsed):\(state.hiding?.stored ?? "")"
    }.joined(separator: " ")
  }

  /// Creates the sections from the stored form; `nil` if the text is invalid.
  public init?(rawValue: String) {
    self.init()
    for entry in rawValue.split(separator: " ", omittingEmptySubsequences: true) {
      let parts = entry.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 3, let kind = SectionKind.allCases.first(where: { "\($0)" == parts[0] }),
        kind.header != nil, self[kind] == State()
      else { return nil }
      if !parts[1].isEmpty {
        guard let moment = Self.stored(parts[1]) else { return nil }
        self[kind].collapsedAt = Instant(milliseconds: moment)
      }
      if !parts[2].isEmpty {
        guard let hiding = Hiding(stored: parts[2]) else { return nil }
        self[kind].hiding = hiding
      }
    }
  }
}

extension SectionShelf {
  /// Returns a stored number of milliseconds; `nil` beyond a hundred million days, where clocks end.
  fileprivate static func stored(_ text: Substring) -> Int64? {
    let most: Int64 = 8_640_000_000_000_000
    return Int64(text).flatMap { (-most...most).contains($0) ? $0 : nil }
  }
}

extension SectionShelf.Hiding {
  fileprivate var stored: String {
    switch self {
    case .brief(let since): "brief@\(since.milliseconds)"
    case .today(let since, let end): "today@\(since.milliseconds)@\(end.milliseconds)"
    case .forGood(let since): "forGood@\(since.milliseconds)"
    }
  }

  fileprivate init?(stored: Substring) {
    let parts = stored.split(separator: "@", omittingEmptySubsequences: false)
    let numbers = parts.dropFirst().compactMap(SectionShelf.stored)
    guard numbers.count == parts.count - 1, let first = numbers.first else { return nil }
    let since = Instant(milliseconds: first)
    switch (parts[0], numbers.count) {
    case ("brief", 1): self = .brief(since: since)
    case ("today", 2): self = .today(since: since, until: Instant(milliseconds: numbers[1]))
    case ("forGood", 1): self = .forGood(since: since)
    default: return nil
    }
  }
}
