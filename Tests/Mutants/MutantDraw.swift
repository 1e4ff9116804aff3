/// Which mutants are tried: as many as asked for, in an order that a seed gives.
struct MutantDraw {
  let seed: String

  /// The mutants of a module in the order of the draw.
  func order(_ mutants: [Mutant], of module: Module) -> [Mutant] {
    mutants.map { ($0, place(of: $0, module)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  private func place(of mutant: Mutant, _ module: Module) -> UInt64 {
    var code = Fingerprint()
    code.add(seed)
    code.add(module.name)
    code.add(mutant.name)
    return code.stirred
  }

  /// How many of `count` fall to each module, when the mutants of all are drawn from one urn.
  func shares(_ mutants: [(module: Module, mutants: [Mutant])], count: Int) -> [String: Int] {
    let drawn = mutants.flatMap { module, mutants in
      mutants.map { (place: place(of: $0, module), name: module.name) }
    }
    .sorted { $0.place < $1.place }.prefix(count)
    return Dictionary(grouping: drawn, by: \.name).mapValues(\.count)
  }

  /// The small module that the seed falls on.
  func smallModule() -> Module {
    var code = Fingerprint()
    code.add(seed)
    let small = Module.all.filter(\.isSmall)
    return small[Int(code.stirred % UInt64(small.count))]
  }
}
