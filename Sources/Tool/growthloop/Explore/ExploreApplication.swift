import Foundation
import GrowthloopDecisions
import GrowthloopFindings
import GrowthloopPlans
import GrowthloopReports
import GrowthloopStudies
import GrowthloopTransport
import Profiles
import SimulationKernel
import Statistics
import Vocabulary

/// The page of a scenario, its states and its streams, for the user of this machine alone.
final class ExploreApplication: WebApplication {
  /// The limits of the server: one user with some tabs.
  static let limits: WebLimits = {
    var limits = WebLimits()
    limits.connections = 1_200
    limits.connectionsPerAddress = 1_200
    limits.streams = 1_000
    return limits
  }()

  /// The greatest number of open pages whose answers are computed.
  static let mostPages = 12

  /// The address of the page, and who may ask.
  var page = LocalPage()
  private let explored: ExploredScenario
  private let workers: Workers
  private let controls: ExploreControls
  private let meter: RouteMeter
  /// The sessions by the pages' own names, the oldest first.
  private var sessions: [(page: String, session: ExploreSession)] = []

  init(_ explored: ExploredScenario, on workers: Workers, metrics: WebMetrics) {
    self.explored = explored
    self.workers = workers
    controls = ExploreControls(of: explored)
    meter = metrics.meter("explore")
  }

  func answer(_ request: borrowing WebRequest) -> WebAnswer {
    do throws(Refusal) {
      let route = try Self.route(page.part(of: request))
      switch (request.method, route) {
      case (.get, .page), (.head, .page): return WebAnswer(html(), .now, countedBy: meter)
      case (.post, .state):
        try checkJSON(request)
        return WebAnswer(try answer(toState: request.body), .now, countedBy: meter)
      case (.get, .stream):
        guard let name = request.target.queryValues(of: "page")?.first, Self.isName(name) else {
          throw Refusal(400, "A stream names its page.")
        }
        let stream = WebStream()
        try session(of: name).connect(stream)
        return .stream(stream, fields: Self.fields, countedBy: meter)
      case (.post, .study):
        try checkJSON(request)
        return WebAnswer(try answer(toStudy: request.body), .now, countedBy: meter)
      case (.post, .laws):
        try checkJSON(request)
        return WebAnswer(drawLaws(request.body), .now, countedBy: meter)
      case (.post, .decide):
        try checkJSON(request)
        return WebAnswer(try decide(request.body, request.target), .now, countedBy: meter)
      case (.get, .rule):
        return WebAnswer(try rule(request.target), .now, countedBy: meter)
      case (.get, .report), (.get, .table):
        return WebAnswer(
          try file(request.target, isTable: route == .table), .now, countedBy: meter)
      default: throw Refusal(405, "This address is for another method.")
      }
    } catch {
      return WebAnswer(error.response, .now, countedBy: meter)
    }
  }

  /// Stops the work for pages that have left.
  func tick() -> Bool {
    sessions.removeAll { _, session in
      if session.isLeft { session.end() }
      return session.isLeft
    }
    return false
  }

  /// Nothing is stored.
  func endCommit() {}

  /// Stops all work.
  func endAll() { for (_, session) in sessions { session.end() } }
}

// MARK: What is refused

extension ExploreApplication {
  private typealias Refusal = LocalPage.Refusal

  private enum Route { case page, state, stream, study, laws, decide, rule, report, table }

  private static func route(_ name: String) throws(Refusal) -> Route {
    switch name {
    case "": return .page
    case "state": return .state
    case "stream": return .stream
    case "study": return .study
    case "laws": return .laws
    case "decide": return .decide
    case "rule": return .rule
    case "report.html": return .report
    case "table.csv": return .table
    default: throw Refusal(404, "There is no such address.")
    }
  }

  private func checkJSON(_ request: borrowing WebRequest) throws(Refusal) {
    let type = request.field("Content-Type")?.prefix { $0 != ";" }.lowercased()
    guard type == "application/json" else {
      throw Refusal(415, "A state is sent as application/json.")
    }
  }

  private static func isName(_ name: String) -> Bool {
    (16...64).contains(name.utf8.count) && name.allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}

// MARK: What is answered

extension ExploreApplication {
  private static let fields = LocalPage.fields

  private func html() -> WebResponse {
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    return LocalPage.response(
      text(PackageResources.explore_html), title: explored.base.scenario.title,
      style: text(PackageResources.explore_css), script: text(PackageResources.explore_js),
      // No tag within the data ends the script that holds it.
      [("{{controls}}", ((try? controls.jsonLine()) ?? "{}").replacing("<", with: "\\u003c"))])
  }

  /// The reply to a page about its state: the number of the answer that the stream will bring, or the
  /// problems at their controls.
  private struct Reply: Encodable {
    var run: Int?
    var problems: [ExploreProblems.Problem] = []
    var command = ""
    var yaml = ""
  }

  private func answer(toState body: [UInt8]) throws(Refusal) -> WebResponse {
    var reply = Reply()
    switch read(body) {
    case .success(let (page, _, question)):
      reply.command = question.command
      reply.yaml = question.yaml
      reply.run = try session(of: page).ask(question, on: workers)
    case .failure(let problems): reply.problems = problems.all
    }
    return Self.json(reply)
  }

  private func answer(toStudy body: [UInt8]) throws(Refusal) -> WebResponse {
    var reply = Reply()
    let study = read(body).flatMap { asked in
      Result { () throws(ExploreProblems) in
        let state = asked.question.state.withoutWhatIfs
        let study = try ExploreStudy(asked.json, about: asked.question) { [explored, controls] in
          controls.suggestions.compactMap { suggestion in
            explored.whatIf(suggestion.changes, over: state)
              .map { ExploreStudy.Idea(name: suggestion.name, choice: $0) }
          }
        }
        return (page: asked.page, study: study)
      }
    }
    switch study {
    case .success(let (page, study)): reply.run = try session(of: page).begin(study, on: workers)
    case .failure(let problems): reply.problems = problems.all
    }
    return Self.json(reply)
  }

  /// Draws the delays that a page shows, by the keys of their controls.
  private func drawLaws(_ body: [UInt8]) -> WebResponse {
    struct Laws: Encodable { var laws: [String: String] = [:] }
    var drawn = Laws()
    if case .success(let (_, json, question)) = read(body) {
      let wanted = Set(json["words"]?.elements.compactMap(\.word) ?? [])
      for parameter in question.base.setup.parameters where wanted.contains(parameter.name) {
        drawn.laws[parameter.name] = DelayLaw(parameter.value)?.picture(id: parameter.name)
      }
    }
    return Self.json(drawn)
  }

  private typealias Asked = (page: String, json: JSONValue, question: ExploreQuestion)

  /// Reads the state of a page.
  private func read(_ body: [UInt8]) -> Result<Asked, ExploreProblems> {
    Result { () throws(ExploreProblems) in try asked(body) }
  }

  private func asked(_ body: [UInt8]) throws(ExploreProblems) -> Asked {
    let json: JSONValue
    do throws(JSONParser.Mistake) {
      json = try JSONParser.parse(body)
    } catch {
      throw ExploreProblems("the state is no JSON: \(error.words)")
    }
    guard let page = json["page"]?.word, Self.isName(page) else {
      throw ExploreProblems("the state names no page")
    }
    let question = try explored.question(ExploreState(json))
    try checkMemory(for: question)
    return (page, json, question)
  }

  private static func json(_ value: some Encodable) -> WebResponse {
    let text = (try? value.jsonLine()) ?? "{}"
    return WebResponse(200, "application/json", Array(text.utf8), fields: fields)
  }

  /// Decides one case under the three profiles, as `growthloop decide SUBJECT` does.
  private func decide(_ body: [UInt8], _ target: RequestTarget) throws(Refusal) -> WebResponse {
    let name = target.queryValues(of: "subject")?.first
    guard let subject = CaseSubject.all.first(where: { $0.name == name }) else {
      let names = CaseSubject.all.map(\.name).joined(separator: ", ")
      throw Refusal(404, "Write decide?subject=NAME, with one of \(names).")
    }
    let answers = ProfileID.allCases.map { id in
      let rules = DecisionRules(profile: Profile(id))
      let answer = try? CaseStream(of: subject, under: rules).answer(to: body).json
      return "\"\(id.rawValue)\":\(answer ?? "{}")"
    }
    return WebResponse(
      200, "application/json", Array("{\(answers.joined(separator: ","))}".utf8),
      fields: Self.fields)
  }

  /// What a rule says, and what it did in the settled run.
  private struct RuleReply: Encodable {
    let id, meaning, place, applied: String
  }

  private func rule(_ target: RequestTarget) throws(Refusal) -> WebResponse {
    guard let id = target.queryValues(of: "id")?.first, let rule = RuleBook.rule(id) else {
      throw Refusal(404, "There is no such rule.")
    }
    let applied = settled(target).map { settled in
      let found = settled.base.rules.first { $0.rule == id }
      return found.map { "It was applied \(NumberText.grouped($0.mean)) times in a run." }
        ?? "It is not among the rules that were counted in this run."
    }
    return Self.json(
      RuleReply(
        id: id, meaning: rule.meaning, place: rule.place,
        applied: applied ?? "What it did is known once the answer is settled."))
  }

  private func settled(_ target: RequestTarget) -> ExploreSettled? {
    let page = target.queryValues(of: "page")?.first
    return sessions.first { $0.page == page }?.session.settled
  }

  /// The report or the table of what is settled, as a file to keep.
  private func file(_ target: RequestTarget, isTable: Bool) throws(Refusal) -> WebResponse {
    guard let settled = settled(target) else {
      throw Refusal(409, "The answer is not settled yet.")
    }
    let table = isTable ? settled.table : nil
    let name = isTable ? table?.name ?? "table.csv" : "report.html"
    return WebResponse(
      200, isTable ? "text/csv; charset=utf-8" : "text/html; charset=utf-8",
      Array((isTable ? table?.text ?? "" : settled.report).utf8),
      fields: Self.fields + [
        (name: "Content-Disposition", value: "attachment; filename=\"\(name)\""),
        (
          name: "Content-Security-Policy",
          value: "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        ),
      ])
  }

  /// Refuses people that would exhaust the memory: what a limit leaves, or half of the machine's.
  private func checkMemory(for question: ExploreQuestion) throws(ExploreProblems) {
    let half = Int(ProcessInfo.processInfo.physicalMemory / 2)
    let room = min(Machine.memoryRoom?.bytes ?? half, half)
    guard question.leastMemory * workers.count > room else { return }
    throw ExploreProblems(
      "so many people need more memory than this machine can give", of: "market.people",
      remedy: "write fewer")
  }

  /// Returns the session of a page, in place of one that no page shows where there are too many.
  private func session(of page: String) throws(Refusal) -> ExploreSession {
    if let own = sessions.first(where: { $0.page == page }) { return own.session }
    if sessions.count >= Self.mostPages {
      guard let place = sessions.firstIndex(where: { !$0.session.isShown }) else {
        throw Refusal(
          503, "\(Self.mostPages) pages are open already: close one, and load this one again.")
      }
      sessions.remove(at: place).session.end()
    }
    let own = ExploreSession()
    sessions.append((page, own))
    return own
  }
}
