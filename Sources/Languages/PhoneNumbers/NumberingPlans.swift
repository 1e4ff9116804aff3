public import AddressBooks
import CPhoneNumber
import Synchronization

/// Reads telephone numbers by the numbering plans of all countries, as libphonenumber knows them.
///
/// However a number is written, with its country or as dialled at home, it comes to the same digits.
/// What was read before is remembered: an address book that is synced has few new numbers.
public struct NumberingPlans: PhoneNormaliser {
  /// The country in which a number without one is dialled: `DE`.
  public let home: String
  private let memory = Memory()

  /// The most numbers that are remembered.
  private static let mostRemembered = 65_536

  /// Numbers known by how they were written.
  private final class Memory: Sendable {
    let numbers = Mutex<[String: PhoneDigits?]>([:])
  }

  /// Reads numbers as in the country of that ISO code; `nil` if it has no numbering plan.
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
