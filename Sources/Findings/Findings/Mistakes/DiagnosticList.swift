/// All findings about some texts, by text and place.
///
/// It prints the first hundred, and the number of the others: no user reads a thousand.
public struct DiagnosticList: Error, Sendable {
  /// The greatest number printed one by one.
  public static let mostPrinted = 100

  let told: [Diagnostic]
  /// The number found beyond those stored.
  public let untold: Int

  /// Sorts the findings; `untold` counts those found and not stored.
  public init(_ found: [Diagnostic], untold: Int = 0) {
    told = found.sorted { left, right in
      let (first, second) = (left.range, right.range)
      return (first.source.name, first.source.firstLine, first.offsets.lowerBound)
        < (second.source.name, second.source.firstLine, second.offsets.lowerBound)
    }
    self.untold = untold
  }

  /// Whether any of them is an error.
  public var hasErrors: Bool { untold > 0 || told.contains { $0.severity == .error } }
}

extension DiagnosticList {
  /// The errors if every one of them is about values that contradict each other; otherwise empty.
  public var contradictions: [Diagnostic] {
    let errors = told.filter { $0.severity == .error }
    return untold == 0 && errors.allSatisfy(\.isContradiction) ? errors : []
  }
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
