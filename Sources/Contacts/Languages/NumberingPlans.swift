public import AddressBooks
import CGrowthloopPhoneNumber
import Synchronization

/// A parser of telephone numbers by the numbering plans of all countries in libphonenumber.
///
/// A number has the same digits however it is written, with its country or as dialled at home.
/// Parsed numbers are cached: an address book that is synced has few new numbers.
public struct NumberingPlans: PhoneNormaliser {
  /// The country in which a number without one is dialled: `DE`.
  public let home: String
  private let memory = Memory()

  /// The greatest number of cached numbers.
  private static let mostRemembered = 65_536

  /// A cache of numbers by their written form.
  private final class Memory: Sendable {
    let numbers = Mutex<[String: PhoneDigits?]>([:])
  }

  /// Creates a parser for the country of that ISO code; `nil` if it has no numbering plan.
  public init?(home: String) {
    guard unsafe phone_number_knows_region(home) != 0 else { return nil }
    self.home = home
  }

  public func digits(of text: String) -> PhoneDigits? {
    if let known = memory.numbers.withLock({ $0[text] }) { return known }
    let digits = read(text)
    memory.numbers.withLock { numbers in
      if numbers.count >= Self.mostRemembered { numbers.removeAll(keepingCapacity: true) }
      numbers[text] = .some(digits)
    }
    return digits
  }

  private func read(_ text: String) -> PhoneDigits? {
    var text = text
    let number = text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) {
        unsafe phone_number_digits($0.baseAddress, Int32($0.count), home)
      }
    }
    return number == 0 ? nil : PhoneDigits(dialled: "\(number)", isInternational: true)
  }
}
