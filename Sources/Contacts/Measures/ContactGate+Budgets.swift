import Profiles
import Vocabulary

extension ContactGate {
  /// The largest book for which a document gives the picker a time (CNF-35).
  private static let largestForPicker = 5_000

  /// Returns the budgets of a profile as limits on books of `sizes`.
  ///
  /// Every document that has a search holds it to the same time in every book; the picker's time
  /// ends at 5,000 contacts, and larger books are measured without a limit.
  static func budgets(of profile: Profile, at sizes: [Int]) -> [ContactGate] {
    let budgets = profile.budgets
    var gates: [ContactGate] = []
    if let search = budgets.search {
      gates.append(
        ContactGate(
          .keystroke, milliseconds: search.milliseconds, size: nil,
          origin: "budget.searchMs"))
    }
    if let load = budgets.pickerLoad {
      gates += sizes.filter { $0 <= largestForPicker }.map { size in
        ContactGate(
          .picker, milliseconds: load.milliseconds, size: size,
          origin: "budget.pickerLoadMs")
      }
    }
    return gates
  }

  private init(_ operation: ContactOperation, milliseconds: Int64, size: Int?, origin: String) {
    self.operation = operation
    percentile = 99
    // A limit beyond thirty years would overflow.
    nanoseconds = UInt64(min(milliseconds, 1_000_000_000_000)) * 1_000_000
    self.size = size
    description =
      "\(operation.rawValue) p99 < \(milliseconds)ms" + (size.map { " at \($0)" } ?? "")
    self.origin = origin
  }
}
