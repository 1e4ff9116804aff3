import AddressBooks
import GrowthloopFindings
import HomeSections
import Profiles
import Vocabulary

/// What stands on the home tab, in the words of its parts.
struct HomeScreenAnswer: Encodable {
  let state: String
  let title: String
  let buttons: [String]
  let regions: [String]
  let search: String
  var status: String?
  let above: [Item]
  let behind: [String]
  var more: String?
  let absent: [Absence]
  var prompt: PromptAnswer?
  let badge: Badge
  var list: List?
  var empty: [String]?
  let stored: Stored

  /// A section or the prompt card.
  struct Item: Encodable {
    let item: String
    let rule: String
    var header: String?
    var count: Int?
    var isCollapsed: Bool?
    var cards: [HomeCardAnswer]?
    var further: String?
    var spoken: Spoken?
  }

  struct Absence: Encodable {
    let section: String
    let because: String
    let rule: String
    var until: String?
  }

  struct PromptAnswer: Encodable {
    let isShown: Bool
    var because: String?
    let rule: String
  }

  struct Badge: Encodable {
    var text: String?
    let spoken: String
  }

  struct Spoken: Encodable {
    let label: String
    var hint: String?

    init(_ label: SpokenLabel) {
      self.label = label.label
      hint = label.hint
    }
  }

  struct List: Encodable {
    let header: String
    let groups: [Group]
  }

  struct Group: Encodable {
    let title: String
    let rows: [Row]
  }

  struct Row: Encodable {
    let contact: UInt64
    let avatar: String
    let title: String
    let subtitle: String
    let isEnriched: Bool
    let spoken: String
  }

  struct Stored: Encodable {
    let shelf: String
    let list: String
  }

  init(_ picture: HomePicture, _ model: HomeModel) {
    state = picture.state.rawValue
    title = picture.title
    buttons = picture.buttons.map(\.title)
    regions = picture.regions.map(\.rawValue)
    search = picture.search.rawValue
    status = picture.status
    above = picture.layout.visible.map { Item($0, of: picture) }
    behind = picture.layout.overflow.map(\.word)
    more = picture.layout.link
    absent = picture.decisions.compactMap(Absence.init)
    prompt = PromptAnswer(picture.layout)
    badge = Badge(text: picture.badge.text, spoken: SpokenLabel.tab(picture.badge).label)
    if let empty = picture.empty {
      let name = model.profile.app.name
      self.empty =
        [empty.title(app: name)] + empty.lines(app: name)
        + (empty.button.map { [$0.title, $0.footnote] } ?? [])
    } else {
      list = List(
        header: picture.listHeader,
        groups: picture.groups.map { group in
          Group(title: group.title, rows: group.rows.map { Row($0, in: model) })
        })
    }
    stored = Stored(shelf: model.stored.shelf, list: model.stored.list)
  }
}

extension HomeScreenAnswer.Item {
  fileprivate init(_ item: SectionLayout.Item, of picture: HomePicture) {
    self.item = item.word
    rule = picture.layout.rule(of: item).description
    guard case .section(let kind) = item,
      let section = picture.sections.first(where: { $0.kind == kind })
    else { return }
    header = kind.header
    count = section.count
    isCollapsed = section.isCollapsed
    cards = section.cards.map(HomeCardAnswer.init)
    further = section.further
    spoken = section.spoken.map(HomeScreenAnswer.Spoken.init)
  }
}

extension HomeScreenAnswer.PromptAnswer {
  /// Creates the fate of a waiting prompt card; `nil` where none waits.
  fileprivate init?(_ layout: SectionLayout) {
    guard (layout.visible + layout.overflow).contains(.promptCard) else { return nil }
    isShown = layout.showsPromptCard
    because = isShown ? nil : "behindMore"
    rule = "CNF-41"
  }
}

extension HomeScreenAnswer.Absence {
  fileprivate init?(_ decision: SectionDecision) {
    guard let suppression = decision.suppression else { return nil }
    section = "\(decision.kind)"
    rule = decision.rule.description
    switch suppression {
    case .noSections: because = "noSections"
    case .nothing: because = "nothing"
    case .tooFew: because = "tooFew"
    case .scoreUnchanged: because = "scoreUnchanged"
    case .scoreTapped: because = "scoreTapped"
    case .scoreExpired(let at): (because, until) = ("scoreExpired", at.iso8601)
    case .hidden(let end): (because, until) = ("hidden", end.iso8601)
    case .hiddenToday(let end): (because, until) = ("hiddenToday", end.iso8601)
    case .hiddenForGood: because = "hiddenForGood"
    }
  }
}

extension HomeScreenAnswer.Row {
  fileprivate init(_ row: ContactRow, in model: HomeModel) {
    let names = model.circles.filter { row.dots.contains($0.id) }.map(\.name)
    contact = row.id.rawValue
    avatar = row.avatar.word
    title = row.title
    subtitle = row.subtitle
    isEnriched = row.isEnriched
    spoken = SpokenLabel.row(row.title, subtitle: row.subtitle, circles: names).label
  }
}

extension Avatar {
  /// The avatar as cases have it: "photo", or the initials.
  var word: String {
    switch self {
    case .photo: "photo"
    case .initials(let text): text
    }
  }
}

extension SectionLayout.Item {
  fileprivate var word: String {
    switch self {
    case .section(let kind): "\(kind)"
    case .promptCard: "promptCard"
    }
  }
}

/// A card in a section of the home tab.
struct HomeCardAnswer: Encodable {
  var contact: UInt64?
  var avatar: String?
  let title: String
  let lines: [String]
  var mark: String?
  let actions: [String]
  var spoken: String?

  init(_ card: HomeCard) {
    contact = card.contact?.rawValue
    switch card.face {
    case .attention(let face, let label):
      title = face.title
      lines = face.line.map { [$0] } ?? []
      actions = face.actions
      spoken = label?.label
    case .score(let face):
      title = face.title
      lines = [face.score, "\(face.delta) \(face.arrow.rawValue)", face.tierLine]
      actions = [face.action]
    case .upcoming(let face, _):
      avatar = face.avatar.word
      title = face.title
      lines = [face.note, face.date].compactMap(\.self)
      actions = UpcomingCard.actions
    case .recent(let face):
      avatar = face.avatar.word
      title = face.name
      lines = [face.age]
      actions = []
    case .enriched(let face):
      avatar = face.avatar.word
      title = face.name
      lines = face.lines
      mark = face.mark.label.label
      actions = [EnrichmentCard.action]
    case .proposal(let proposal):
      title = proposal.lines[0]
      lines = Array(proposal.lines.dropFirst())
      actions = CircleProposal.actions
    }
  }
}

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
