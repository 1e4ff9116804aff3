internal import Invites
internal import GrowthloopLinkStore
internal import Statistics
internal import Profiles
internal import Vocabulary
internal import GrowthloopTransport

// Uploads of numbers, which end with the call: no row, line, metric or later answer has one.
extension LinkApplication {
  func matchContacts(_ call: Call) -> Reply {
    forSubject(of: call) { user in
      guard let numbers = call.body[MatchContacts.numbers] else {
        preconditionFailure("an upload that was not checked")
      }
      let decision = uploads.admit(numbers.count, from: user, at: call.now)
      if case .refused(let refusal) = decision {
        return .now(response(to: refusal, decision.rule, at: call.now))
      }
      let matches = engine.match(numbers.map(keys.numbers.hash), for: user)
      uploads.count(matches: matches.count)
      typealias Match = MatchContacts.Match
      return .now(
        .json(
          200,
          Members(
            MatchContacts.matches(
              matches.map { Members(Match.index($0.index), Match.user($0.user)) }),
            AnswerFields.rule("\(decision.rule)"))))
    }
  }

  /// Refuses an upload, unread, under a profile that matches no contacts.
  func refuseUpload(_ call: Call) -> Reply {
    .now(matchesNoContacts)
  }

  private func response(
    to refusal: UploadRefusal, _ rule: RuleID, at now: Instant
  ) -> WebResponse {
    switch refusal {
    case .switchedOff: matchesNoContacts
    case .tooManyAtOnce(let most):
      .problem(422, "An upload has at most \(most) numbers.", rule: "\(rule)")
    case .dayUsedUp(let most, let until):
      .problem(
        429, "A user may upload \(most) numbers a day.", rule: "\(rule)",
        fields: [
          (
            name: "Retry-After",
            value: "\(Duration.milliseconds((until - now).milliseconds).secondsToWait)"
          )
        ])
    }
  }

  /// The answer to every number where none serves a purpose.
  private var matchesNoContacts: WebResponse {
    .problem(
      403,
      "The profile \(settings.profile.id.rawValue) matches no contacts on the server: "
        + "contacts.serverMatching is off.",
      rule: "\(UploadDecision.refused(because: .switchedOff).rule)")
  }

  /// Notes or removes the number of a user, as a body says; returns the refusal, if there is one.
  func note(phone body: Members, of principal: PrincipalID) -> WebResponse? {
    guard body.has(IntroduceUser.phone) else { return nil }
    let number = body[IntroduceUser.phone]
    // Without a purpose no number is kept, and removing one is always possible.
    guard number == nil || settings.profile.flow.uploads.isOn else { return matchesNoContacts }
    engine.set(number.map(keys.numbers.hash), of: principal)
    return nil
  }

  func writeUploads(to text: inout OpenMetricsText) {
    guard settings.profile.flow.uploads.isOn else { return }
    text.family("link_contact_uploads", "counter", "Uploads of numbers that were answered.")
    text.sample("link_contact_uploads_total", uploads.uploads)
    text.family("link_contact_numbers", "counter", "Numbers in them.")
    text.sample("link_contact_numbers_total", uploads.numbers)
    text.family("link_contact_matches", "counter", "Those of them that were users' numbers.")
    text.sample("link_contact_matches_total", uploads.matches)
  }
}
