/// A place in a request that each one fills for itself.
enum RequestPlace: Int, CaseIterable, BitwiseCopyable {
  case code
  case person
  case number

  var text: String { "{\(self)}" }

  /// How many digits a number has.
  static let numberDigits = 12
}
