/// The odds of something by a name, as factors on its usual odds; 1 leaves them as they are.
public struct Odds<Name: CaseIterable & Hashable & Sendable>: Hashable, Sendable {
  /// In the order of `allCases`.
  private var factors = [Double](repeating: 1, count: Name.allCases.count)

  public init() {}

  public subscript(name: Name) -> Double {
    get { factors[Self.place(of: name)] }
    set { factors[Self.place(of: name)] = newValue }
  }

  private static func place(of name: Name) -> Int {
    for (place, other) in Name.allCases.enumerated() where other == name { return place }
    preconditionFailure("\(name) is no case of its type")
  }
}
