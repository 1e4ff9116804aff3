/// The form of a JSON value, for checking bodies, for answers, and for the OpenAPI document.
package indirect enum Shape: Sendable {
  case text(longest: Int)
  /// The name of a user, as other users see it.
  case personName(longest: Int)
  /// A word without a further definition by the service: a rule, a link.
  case word
  /// Visible ASCII characters, at least one.
  case visible(longest: Int)
  /// 1 to 64 of `[A-Za-z0-9_-]`.
  case opaqueName
  /// The id of a user: a UUID of version 8 that spells the user's number.
  case user
  /// A telephone number in international form; no message repeats one.
  case phone
  /// An email address, without spaces around it; no message repeats one.
  case emailAddress
  /// A moment in the notation of RFC 3339.
  case moment
  case flag
  case integer(ClosedRange<Int64>)
  case number
  /// One of some words; it may be described by a name, as objects are.
  case choice([String], name: String? = nil)
  case list(Shape, longest: Int)
  case object([Member], name: String)
  case orNull(Shape)

  package struct Member: Sendable {
    package let name: String
    package let shape: Shape
    package let isRequired: Bool
    package let meaning: String?
  }
}

extension Shape {
  static let count = Shape.integer(0...Int64.max)
}
