public import GrowthloopLoadGenerator
import Vocabulary

extension LoadScenario {
  public func check(_ reading: SectionReading<LoadScenario>) {
    checkTimes(reading)
    checkGates(reading)
    checkTarget(reading)
    checkRequests(reading)
    for problem in problems {
      let isWhole = !problem.setting.contains(".")
      reading.refuse(
        place(of: problem.setting), isWhole ? problem.reason : "cannot be: \(problem)")
    }
    if !hasExpiringLinks, links.expired > 0 {
      reading.section(\.links).warn(
        \.expired, "has no effect: no link of this profile expires", remedy: "write expired: 0")
    }
  }

  /// Returns the place in a plan of a setting that the generator names.
  private func place(of setting: String) -> PartialKeyPath<LoadScenario> {
    if setting.hasPrefix("mix.links") || setting == "mix.people" { return \.links }
    switch setting.prefix(while: { $0 != "." }) {
    case "arrivals": return \.arrivals
    case "length":
      return closedLoop == nil && arrivals.course == .recorded ? \.arrivals : \.length
    case "warmUp": return \.warmUp
    case "mix": return requests.isEmpty ? \.mix : \.requests
    case "limits": return \.limits
    case "users", "pause": return \.closedLoop
    case "target": return \.target
    default: return \.title
    }
  }

  private func checkTimes(_ reading: SectionReading<LoadScenario>) {
    if closedLoop == nil, arrivals.fixedLength > length {
      reading.refuse(
        \.arrivals, "takes \(arrivals.fixedLength), and the plan has \(length)",
        remedy: "write length: \(arrivals.fixedLength) or more")
    }
    if closedLoop != nil, arrivals != ArrivalPlan() {
      reading.warn(
        \.arrivals, "is of no use where users wait for answers", remedy: "leave it out")
    }
  }

  private func checkGates(_ reading: SectionReading<LoadScenario>) {
    let kinds = parts.map(\.kind.name)
    let gates = gates ?? []
    if gates.contains(where: \.isOnExports), target != nil {
      reading.refuse(
        \.gates, "has one about events, which only a service of the plan's own measures",
        remedy: "leave out target, or that gate")
    }
    if gates.contains(where: { $0.isOnExports && $0.responseLimit == nil }) {
      reading.refuse(
        \.gates, "has one about errors of events, which are exported or not acknowledged",
        remedy: "write events max < 1h")
    }
    let others = gates.filter { !$0.isOnExports }.compactMap(\.kind)
    for kind in Set(others).subtracting(kinds).sorted() {
      reading.refuse(
        \.gates, "has one about \(kind), which is not in the mix",
        remedy: "the mix has \(kinds.joined(separator: ", "))")
    }
  }

  /// Reports requests of one's own that have no target, or no name of their own.
  private func checkRequests(_ reading: SectionReading<LoadScenario>) {
    guard !requests.isEmpty else { return }
    if target == nil {
      reading.refuse(
        \.requests, "need a target: the link service of the plan's own answers the mix",
        remedy: "write target: http://127.0.0.1:8080")
    }
    if mix != MixPlan() {
      reading.refuse(
        \.mix, "is not asked where there are requests", remedy: "leave one of them out")
    }
    for name in requests.map(\.name) where name == LoadGate.events || !Self.isName(name) {
      reading.refuse(
        \.requests, "cannot have the name \(name.debugDescription)",
        remedy: "begin with a letter; letters, digits, blanks, - and _ may follow, and not events")
    }
  }

  private static func isName(_ name: String) -> Bool {
    name.utf8.count <= 60 && name.first.map { $0.isASCII && $0.isLetter } == true
      && name.last != " "
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || " -_".contains($0)) }
  }

  /// Reports a running target if the plan lacks the codes or people that its mix needs.
  private func checkTarget(_ reading: SectionReading<LoadScenario>) {
    guard target != nil else { return }
    let kinds = parts.map(\.kind)
    if kinds.contains(where: { $0.path.contains("{code}") }), links.codes == nil {
      reading.refuse(
        \.target, "needs 'links.codes': the mix asks for links, and a target has only its own",
        remedy: "write links: {codes: […]}, or a mix of paths alone")
    }
    if kinds.contains(where: { "\($0.path)\($0.body ?? "")".contains("{person}") }),
      links.people == nil
    {
      reading.refuse(
        \.target,
        "needs 'links.people': the mix asks about people, and a target has only its own",
        remedy: "write links: {people: […]}, or sharing: 0 and dashboard: 0 in the mix")
    }
  }
}
