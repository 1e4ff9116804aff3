import Invites

/// An element of the dashboard, with its text and figure.
struct DashboardElementAnswer: Encodable {
  let element: String
  var text: String?
  var value: Double?
  var button: String?

  init(_ element: DashboardScreen.Element) {
    switch element {
    case .placeholder(let part): (self.element, text) = ("placeholder", part.rawValue)
    case .banner(let words, let label):
      (self.element, text, button) = ("banner", words, label)
    case .staleMark(let words): (self.element, text) = ("staleMark", words)
    case .icon(let symbol): (self.element, text) = ("icon", symbol)
    case .sentence(let words): (self.element, text) = ("sentence", words)
    case .button(let label): (self.element, text) = ("button", label)
    case .figure(let label, let figure):
      (self.element, text, value) = ("figure", label, Double(figure))
    case .bar(let filled): (self.element, value) = ("bar", filled)
    case .summary(let words): (self.element, text) = ("summary", words)
    case .rewardTier(let words): (self.element, text) = ("rewardTier", words)
    case .heading(let words): (self.element, text) = ("heading", words)
    case .row(let row): (self.element, text) = ("row", row.spoken)
    case .link(let label): (self.element, text) = ("link", label)
    }
  }
}
