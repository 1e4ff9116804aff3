/// One small mistake planted in a module: an edge, a constant, a condition or a statement.
struct Mutant: Sendable {
  enum Operator: String, Sendable, CaseIterable {
    /// `<` for `<=`, `>` for `>=`, and back.
    case edge
    /// A number one greater.
    case plus
    /// A number one less.
    case minus
    /// A condition turned round.
    case negate
    /// A statement left out.
    case drop
  }

  /// The number that switches it on; valid for one reading of the module.
  var number: Int
  /// The name that outlives moved lines and files: a hash of the module, the types that enclose it,
  /// the operator and the code around it.
  let name: String
  let `operator`: Operator
  /// The path below the folder that the module lies in.
  let file: String
  let lines: ClosedRange<Int>
  let column: Int
  /// The lines of the statement, and of the function, that it stands in: where the compiler may
  /// complain of it.
  let statement: ClosedRange<Int>
  let function: ClosedRange<Int>
  let before: String
  let after: String
  /// The first of its lines.
  let text: String
}

/// The names of a module's mutants, each given once.
struct MutantNames {
  let module: String
  private var given: [UInt64: Int] = [:]

  init(module: String) { self.module = module }

  /// Returns the name of the mutant that `parts` tell; where several are told by the same, they are
  /// counted.
  mutating func name(_ parts: [String]) -> String {
    var code = Fingerprint()
    for part in [module] + parts { code.add(part) }
    let copy = given[code.bits, default: 0]
    given[code.bits] = copy + 1
    if copy > 0 { code.add("\(copy)") }
    return code.text
  }
}

/// 64 bits by Fowler, Noll and Vo (FNV-1a): the same on every machine and in every run.
struct Fingerprint: Sendable {
  private(set) var bits: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ text: some StringProtocol) {
    for byte in text.utf8 { add(byte) }
    add(0xFF as UInt8)
  }

  private mutating func add(_ byte: UInt8) { bits = (bits ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// The bits stirred once more (SplitMix64's finish), so that similar texts lie far apart.
  var stirred: UInt64 {
    var z = bits
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Twelve digits in base 16.
  var text: String {
    let digits = String(stirred, radix: 16)
    return String((String(repeating: "0", count: 16 - digits.count) + digits).prefix(12))
  }
}
