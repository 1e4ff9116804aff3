/// A place of a file where one mutant stands, or two: a number may be one greater or one less.
struct Site {
  enum Edge: String {
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    var other: Edge {
      switch self {
      case .less: .lessOrEqual
      case .lessOrEqual: .less
      case .greater: .greaterOrEqual
      case .greaterOrEqual: .greater
      }
    }

    /// The generated function that asks the switch.
    var function: String {
      switch self {
      case .less: "mutantLess"
      case .lessOrEqual: "mutantLessOrEqual"
      case .greater: "mutantGreater"
      case .greaterOrEqual: "mutantGreaterOrEqual"
      }
    }
  }

  enum Form: Equatable {
    /// A comparison: where its symbol stands, and how the whole reads with the other symbol.
    case edge(Edge, symbol: Range<Int>, mutated: String)
    case number
    case condition
    case statement
  }

  let form: Form
  /// The bytes of the whole.
  let span: Range<Int>
  var mutants: [Mutant]
}

extension [Site] {
  /// Numbers the mutants of all places, from the one after `last`.
  mutating func number(from last: inout Int) {
    for site in indices {
      for mutant in self[site].mutants.indices {
        last += 1
        self[site].mutants[mutant].number = last
      }
    }
  }
}
