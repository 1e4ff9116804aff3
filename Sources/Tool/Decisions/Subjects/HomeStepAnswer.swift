import HomeSections
import GrowthloopFindings
import Profiles
import Vocabulary

/// The answer to one event of the home tab.
struct HomeStepAnswer: Encodable {
  let at: String
  let type: String
  var events: [LoggedEvent]
  var rule: String?
  var because: String?
  var route: RouteAnswer?
  var offered: [String]?
  var link: [String]?
  var badge: BadgeEffect?
  var screen: HomeScreenAnswer?

  struct LoggedEvent: Encodable {
    let name: String
    let properties: [Property]
  }

  struct Property: Encodable {
    let name: String
    let value: JSONValue
  }

  struct BadgeEffect: Encodable {
    let effect: String
    let rule: String
  }

  struct RouteAnswer: Encodable {
    let kind: String
    var target: String?
    var contact: String?
  }

  init(at: String, type: String, _ answer: HomeModel.Answer) {
    self.at = at
    self.type = type
    events = answer.events.map { event in
      LoggedEvent(
        name: event.name,
        properties: event.properties.map { Property(name: $0.name, value: $0.value.json) })
    }
    rule = answer.rule?.description
    because = answer.refusal?.rawValue
    route = answer.route.map(RouteAnswer.init)
    offered = answer.offered.isEmpty ? nil : answer.offered
    link = answer.steps.isEmpty ? nil : answer.steps.map(\.word)
    badge = answer.badge.map { BadgeEffect(effect: $0.word, rule: $0.rule.description) }
  }
}

extension HomeStepAnswer.RouteAnswer {
  fileprivate init(_ route: HomeRoute) {
    switch route {
    case .push(.contactDetail(let id)):
      self.init(kind: "push", target: "contactDetail", contact: id)
    case .push(.dedupReview): self.init(kind: "push", target: "dedupReview")
    case .push(.all(let section)): self.init(kind: "push", target: "\(section)")
    case .sheet(let sheet): self.init(kind: "sheet", target: sheet.rawValue)
    case .switchTab(let tab): self.init(kind: "tab", target: tab.rawValue)
    case .stay: self.init(kind: "stay")
    }
  }
}

extension HomeEvent.Value {
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): .text(text)
    case .texts(let texts): .array(texts.map { .text($0) })
    case .number(let number): .integer(Int64(number))
    case .flag(let flag): .bool(flag)
    }
  }
}

extension HomeLink.Step {
  fileprivate var word: String {
    switch self {
    case .switchToHome: "switchToHome"
    case .popToRoot: "popToRoot"
    case .expandOverflow: "expandOverflow"
    case .expand(let section): "expand \(section)"
    case .scroll(let section): "scroll to \(section)"
    case .pulse(let section): "pulse \(section)"
    case .push: "push"
    case .log(let event): "log \(event.name)"
    }
  }
}

extension TabBadge.Update {
  fileprivate var word: String {
    switch self {
    case .recounted: "recounted"
    case .decremented: "decremented"
    case .kept: "kept"
    }
  }
}
