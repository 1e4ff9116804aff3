/// The part of a plan's requests that one of several generators sends: of n, generator k sends the
/// requests k, k + n, k + 2n …, counted from 1, at their planned moments.
///
/// All together send exactly the plan, whatever their number: a request is a function of the seed and
/// its number.
public struct LoadShare: Sendable, Hashable {
  /// The number of the generator, from 1.
  public let number: Int
  /// The number of generators.
  public let count: Int

  /// The most generators of a plan.
  public static let most = 1_000
  /// All requests.
  public static let whole = LoadShare(1, of: 1)

  /// Creates the share of generator `number` of `count`.
  public init(_ number: Int, of count: Int) {
    precondition((1...Self.most).contains(count) && (1...count).contains(number))
    self.number = number
    self.count = count
  }

  /// Reads a share such as `2/3`; `nil` for any other text.
  public init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1],
      (1...Self.most).contains(count), (1...count).contains(number)
    else { return nil }
    self.init(number, of: count)
  }
}

extension LoadShare: CustomStringConvertible {
  public var description: String { "\(number)/\(count)" }
}
