import Attribution

/// What became of a click after it was sealed.
enum ClickMark: UInt8 {
  case spent = 1
  /// Nothing but its place counts any more, although whoever has its key could still read it.
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
