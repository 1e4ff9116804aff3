import AddressBooks
import HomeSections
import Profiles
import Vocabulary

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
