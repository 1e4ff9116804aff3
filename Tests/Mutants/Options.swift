/// What the command line asks for.
struct Options {
  var count: Int? = 400
  var seed = "1"
  var modules: [Module] = Module.all
  /// One small module drawn by the seed, and no survivor that is not on the list.
  var isShort = false
  var isFresh = false
  var lists = false
  var checks = false
  var package = "."
  var swift = "swift"

  static let help = """
    mutants: plants small mistakes in the code, one at a time, and counts those that a test notices.

      --count <n>       how many are drawn (default: 400)
      --all             every mutant of the modules
      --seed <text>     gives the draw (default: 1)
      --module <name>   one module; may be repeated (default: all)
      --short           a module of those that build fast and its mutants, drawn by the seed;
                        fails where so many survive that Tests/Mutants/survivors.txt does not
                        name that 95 noticed of 100 are ruled out (five of twenty)
      --fresh           forgets verdicts of former runs
      --list            prints the mutants that would be drawn, and runs nothing
      --check           tests the finder of mutants against Tests/Mutants/Golden, and refuses an
                        entry of a list whose mutant is no more
      --package <path>  the package (default: .)
      --swift <path>    the compiler (default: swift)

    A comparison lets in its edge or no longer does, a number is one greater or one less, a condition
    is turned round, a call or an assignment is left out. All mutants of a module are built at once,
    into a copy of the package below .build/mutants; an environment variable switches one on.
    The verdicts are kept there, and a run that was interrupted goes on where it was.
    Exit code 0: at least 95% noticed (with --short: not ruled out); 1: fewer; 64: not understood;
    70: something does not build or run.
    """

  init(_ arguments: [String]) throws(MutantsError) {
    var rest = arguments[...]
    func value(_ option: String) throws(MutantsError) -> String {
      guard let value = rest.popFirst() else { throw MutantsError("\(option) needs a value") }
      return value
    }
    var named: [Module] = []
    while let option = rest.popFirst() {
      switch option {
      case "--count":
        let text = try value(option)
        guard let number = Int(text), number > 0 else {
          throw MutantsError("--count needs a number above 0, not '\(text)'")
        }
        count = number
      case "--all": count = nil
      case "--seed": seed = try value(option)
      case "--module":
        let name = try value(option)
        guard let module = Module.all.first(where: { $0.name == name }) else {
          throw MutantsError(
            "no module '\(name)'; there are "
              + Module.all.map(\.name).joined(separator: ", "))
        }
        named.append(module)
      case "--short": isShort = true
      case "--fresh": isFresh = true
      case "--list": lists = true
      case "--check": checks = true
      case "--package": package = try value(option)
      case "--swift": swift = try value(option)
      default: throw MutantsError("unknown option '\(option)'; --help lists them")
      }
    }
    if !named.isEmpty {
      modules = named
    } else if isShort {
      modules = [MutantDraw(seed: seed).smallModule()]
    }
  }
}
