/// Everything there is to tell about some texts, by text and place.
///
/// Nobody reads a thousand mistakes: it prints the first hundred, and how many more there are.
public struct DiagnosticList: Error, Sendable {
  /// The most that is printed one by one.
  public static let mostPrinted = 100

  let told: [Diagnostic]
  /// How many were found beyond those kept.
  public let untold: Int

  /// Sorts what was found; `untold` counts what was found and not kept.
  public init(_ found: [Diagnostic], untold: Int = 0) {
    told = found.sorted { left, right in
      let (first, second) = (left.range, right.range)
      return first.source.name == second.source.name
        ? first.offsets.lowerBound < second.offsets.lowerBound
        : first.source.name < second.source.name
    }
    self.untold = untold
  }

  /// Whether anything in it is an error.
  public var hasErrors: Bool { untold > 0 || told.contains { $0.severity == .error } }
}

extension DiagnosticList: RandomAccessCollection {
  public var startIndex: Int { told.startIndex }
  public var endIndex: Int { told.endIndex }
  public subscript(position: Int) -> Diagnostic { told[position] }
}

extension DiagnosticList: CustomStringConvertible {
  public var description: String {
    let printed = told.prefix(Self.mostPrinted)
    let more = told.count - printed.count + untold
    return (printed.map(\.description) + (more > 0 ? ["and \(more) more"] : []))
      .joined(separator: "\n")
  }
}
