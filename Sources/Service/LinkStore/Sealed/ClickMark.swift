import Attribution

/// The state of a click that changed after it was sealed.
enum ClickMark: UInt8 {
  case spent = 1
  /// Only its number counts, although its key could still open the content.
  case erased = 2

  /// `nil` for a click as it came.
  init?(of click: ClickFootprint) {
    if click.isErased {
      self = .erased
    } else if click.isSpent {
      self = .spent
    } else {
      return nil
    }
  }

  func applied(to click: ClickFootprint) -> ClickFootprint {
    switch self {
    case .erased: return click.erased
    case .spent:
      var spent = click
      spent.isSpent = true
      return spent
    }
  }
}
