internal import Attribution
internal import GrowthloopLinkStore
internal import Invites
internal import Vocabulary

extension Members {
  init(_ report: InviterReport) {
    typealias Answer = ListInvites
    self.init(
      Answer.figures(
        report.view.figures.map {
          Members(Answer.Figure.fact($0.fact), Answer.Figure.count($0.count))
        }),
      Answer.invites(
        report.entries.map {
          Members(Answer.Invite.code("\($0.code)"), Answer.Invite.status($0.status))
        }),
      Answer.joined(
        report.view.joined.map {
          Members(
            Answer.Joined.invitee($0.invitee), Answer.Joined.name($0.name),
            Answer.Joined.avatar($0.avatar), Answer.Joined.at($0.at))
        }),
      Answer.dashboard(report.dashboard.map { Members($0) }))
  }

  private init(_ dashboard: Dashboard) {
    typealias Answer = ListInvites.Dashboard
    self.init(
      Answer.sent(dashboard.figures.sent), Answer.installed(dashboard.figures.installed),
      Answer.completed(dashboard.figures.completed), Answer.bar(dashboard.bar))
  }

  init(_ export: PersonExport) {
    typealias Answer = ExportUser
    self.init(
      Answer.person(export.person.map { Members($0) }),
      Answer.invites(export.invites.map { Members($0) }),
      Answer.brought(
        export.brought.map {
          Members(
            Answer.Brought.code("\($0.code)"), Answer.Brought.kind(ReferralWord(for: $0.kind)),
            Answer.Brought.isComplete($0.completedAt != nil))
        }), Answer.broughtBy(export.broughtBy.map { Members($0) }),
      Answer.openings(export.openings.map { Members(visit: $0.code, $0.at) }),
      Answer.clicks(export.clicks.map { Members(visit: InviteCode(packed: $0.link), $0.at) }),
      Answer.requests(export.requests.map { Members(visit: $0.code, $0.at) }),
      AnswerFields.rule("\(export.rule)"))
  }

  private init(_ person: Person) {
    typealias Answer = ExportUser.Person
    self.init(
      Answer.account(person.account), Answer.name(person.name), Answer.avatar(person.avatar),
      Answer.joinedAt(person.joinedAt),
      Answer.phoneHash(person.number.map { $0.hexadecimal }))
  }

  private init(_ invite: StoredInvite) {
    typealias Answer = ExportUser.Invite
    let record = invite.record
    self.init(
      Answer.code("\(record.code)"), Answer.context(record.context),
      Answer.content(record.content?.text), Answer.status(record.status),
      Answer.createdAt(record.createdAt), Answer.expiresAt(record.expiresAt),
      Answer.sharedAt(invite.sharedAt), Answer.shares(invite.shares),
      Answer.acceptances(record.lifecycle.acceptances))
  }

  private init(_ referral: Referral) {
    typealias Answer = ExportUser.BroughtBy
    self.init(
      Answer.inviter(referral.inviter), Answer.code("\(referral.code)"),
      Answer.kind(ReferralWord(for: referral.kind)), Answer.clickedAt(referral.clickedAt),
      Answer.arrivedAt(referral.arrivedAt), Answer.signedUpAt(referral.signedUpAt),
      Answer.acceptedAt(referral.acceptedAt), Answer.connectedAt(referral.connectedAt),
      Answer.firstValueAt(referral.firstValueAt), Answer.completedAt(referral.completedAt))
  }

  private init(visit code: InviteCode?, _ at: Instant) {
    self.init(ExportUser.Visit.code(code.map { "\($0)" }), ExportUser.Visit.at(at))
  }
}

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
