public import GrowthloopLoadGenerator

extension LoadScenario {
  /// The same plan as text, with the requests of its mix as requests of one's own: a plan to begin
  /// with for a service that has other paths, or other answers.
  ///
  /// What stands at its default is left out, and so are uploads, whose address books only a service of
  /// the plan's own has. A value in JSON is one in YAML.
  public var writtenOut: String {
    let requests = requestsInForce.filter { $0.text?.contains("{phones}") != true }
    let usual = LoadScenario()
    var plan = self
    (plan.mix, plan.flow, plan.requests) = (usual.mix, usual.flow, [])
    // Only a service of the plan's own has events.
    if target == nil { plan.gates = gates?.filter { !$0.isOnExports } }
    (plan.target, plan.links) = (target ?? Self.example, linksElsewhere(for: requests))
    // The budgets of the profile follow the names of the requests.
    var lines = ["plan: load", "title: \(OrderedJSON.text(title).inOneLine)"]
    lines += Self.differences(plan, usual).map { "\($0.key): \($0.value.inOneLine)" }
    lines += ["", "requests:"]
    for request in requests {
      lines += ["  \(Self.named(request)):"]
      if request.steps.isEmpty {
        lines += Self.lines(of: request, at: "    ")
      } else {
        lines += [
          "    weight: \(OrderedJSON.number(request.weight).inOneLine)",
          "    cookies: \(request.cookies.rawValue)", "    steps:",
        ]
        for step in request.steps {
          lines += ["      \(Self.named(step)):"] + Self.lines(of: step, at: "        ")
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let example = LoadTarget(host: "127.0.0.1", port: 8_080)

  /// The links of a service that knows its own codes and people, with an example of each.
  private func linksElsewhere(for requests: [OwnRequest]) -> LinksPlan {
    var links = LinksPlan()
    func asks(for value: String) -> Bool {
      requests.contains { "\($0.line)\($0.json ?? "")".contains(value) }
    }
    links.codes = self.links.codes ?? (asks(for: "{code}") ? ["CODE"] : nil)
    links.people = self.links.people ?? (asks(for: "{person}") ? ["PERSON"] : nil)
    links.exponent = self.links.exponent
    return links
  }

  /// The name of a request, as one of one's own may be called.
  private static func named(_ request: OwnRequest) -> String {
    request.name.replacing(" /", with: " ").replacing("/", with: "-")
  }

  private static func lines(of request: OwnRequest, at indent: String) -> [String] {
    var plain = request
    plain.json = nil
    let lines =
      ["send: \(OrderedJSON.text("\(request.line)").inOneLine)"]
      + differences(plain, OwnRequest()).map { "\($0.key): \($0.value.inOneLine)" }
      + (request.json.map { ["json: \($0)"] } ?? [])
    return lines.map { indent + $0 }
  }

  /// The keys of a section whose values are not the usual ones.
  private static func differences<Section: ScenarioSection>(
    _ section: Section, _ usual: Section
  ) -> [OrderedJSON.Member] {
    let format = ValueFormat<Section>.section()
    return differences(format.encode(section), format.encode(usual))
  }

  private static func differences(
    _ value: OrderedJSON, _ usual: OrderedJSON
  ) -> [OrderedJSON.Member] {
    guard case .object(let members) = value else { return [] }
    return members.compactMap { member in
      guard let other = usual[member.key] else { return member }
      if member.value == other { return nil }
      guard case .object = other else { return member }
      return OrderedJSON.Member(member.key, .object(differences(member.value, other)))
    }
  }
}
