internal import JSON

/// The form of a JSON value: bodies are checked by it, answers keep to it, and the OpenAPI document
/// is written from it.
indirect enum Shape: Sendable {
  case text(longest: Int)
  /// The name of a user, as other users see it.
  case personName(longest: Int)
  /// Anything of which the service says no more: a rule, a link.
  case word
  /// Visible ASCII characters, at least one.
  case visible(longest: Int)
  /// 1 to 64 of `[A-Za-z0-9_-]`.
  case opaqueName
  /// The UUID of a user.
  case user
  /// A moment as RFC 3339 writes it.
  case moment
  case flag
  case integer(ClosedRange<Int64>)
  case number
  case choice([String])
  case list(Shape, longest: Int)
  case object([Member])
  case orNull(Shape)

  struct Member: Sendable {
    let name: String
    let shape: Shape
    let isRequired: Bool
    let meaning: String?
  }

  /// One of the words of an enumeration.
  static func choice<Choice: CaseIterable & RawRepresentable<String>>(
    of type: Choice.Type
  ) -> Shape {
    .choice(type.allCases.map(\.rawValue))
  }
}

extension Shape.Member {
  static func required(
    _ name: String, _ shape: Shape, _ meaning: String? = nil
  ) -> Shape.Member {
    Shape.Member(name: name, shape: shape, isRequired: true, meaning: meaning)
  }

  static func optional(
    _ name: String, _ shape: Shape, _ meaning: String? = nil
  ) -> Shape.Member {
    Shape.Member(name: name, shape: shape, isRequired: false, meaning: meaning)
  }
}

extension Shape {
  static let idempotencyKey = Shape.visible(longest: 128)
  static let count = Shape.integer(0...Int64.max)
}
