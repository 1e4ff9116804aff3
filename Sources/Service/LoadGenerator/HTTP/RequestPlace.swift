/// A placeholder in a request that each request fills.
enum RequestPlace: Int, CaseIterable, BitwiseCopyable {
  case code
  case person
  case number
  case phones

  var text: String { "{\(self)}" }

  /// The number of digits of a number.
  static let numberDigits = 12
}
