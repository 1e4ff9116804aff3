internal import Invites
internal import GrowthloopLinkStore
internal import Vocabulary

extension Members {
  init(_ view: InviteContextView) {
    self.init(
      InviteAnswer.code("\(view.code)"), InviteAnswer.inviter(view.inviter),
      InviteAnswer.inviterName(view.inviterName), InviteAnswer.inviterAvatar(view.inviterAvatar),
      InviteAnswer.context(view.context), InviteAnswer.content(view.content?.text))
  }

  init(_ link: IssuedLink, by rule: RuleID) {
    typealias Answer = CreateInvite.Answer
    let record = link.record
    self.init(
      Answer.code("\(record.code)"), Answer.id("\(record.id)"), Answer.url(link.text),
      Answer.context(record.context), Answer.content(record.content?.text),
      Answer.createdAt(record.createdAt), Answer.expiresAt(record.expiresAt),
      Answer.rule("\(rule)"))
  }
}
