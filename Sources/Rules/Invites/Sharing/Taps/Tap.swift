/// What the fingers of the user do for one event of a flow.
public struct Tap: Hashable, Sendable, BitwiseCopyable {
  /// Where the user taps.
  public enum Place: String, CaseIterable, Sendable, BitwiseCopyable {
    case entry
    /// The app's own screens.
    case screen
    /// The explainer, the system's question, and its Settings.
    case permission
    /// The share sheet and what it opens.
    case sheet
  }

  public var place: Place
  public var count: Int

  public init(_ place: Place, count: Int = 1) {
    self.place = place
    self.count = count
  }
}

extension SheetResult {
  /// Choosing the target, and sending the draft where the target opens one.
  var tap: Tap {
    switch self {
    case .completed(let target, _):
      Tap(.sheet, count: target?.asksToSend == false ? 1 : 2)
    case .cancelled: Tap(.sheet)
    }
  }
}
