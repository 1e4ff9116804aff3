internal import Attribution
internal import Invites
internal import GrowthloopLinkStore
internal import Vocabulary
internal import GrowthloopTransport

extension LinkApplication {
  /// Keeps an address for one notice of the launch, or deletes it, as the person asks.
  func captureEmail(_ call: Call) -> Reply {
    let typed = call.body[CaptureEmail.address] ?? ""
    let hasConsented = call.body[CaptureEmail.consent] != nil
    switch call.body[CaptureEmail.action] ?? .notify {
    case .withdraw:
      guard let address = EmailAddress(typed) else {
        return .now(pages.email.refused([.noAddress], typed, hasConsented: hasConsented))
      }
      return unlessRefused(emails.admitWithdrawal(from: call.address, at: call.realNow)) {
        engine.withdraw(address, at: call.now)
        return pages.email.withdrawn
      }
    case .notify:
      switch pages.email.rules.receive(typed, hasConsented: hasConsented) {
      case .refused(let reasons):
        return .now(pages.email.refused(reasons, typed, hasConsented: hasConsented))
      case .willNotify(let address):
        let waiting = engine.store.emailNoticeCount
        return unlessRefused(
          emails.admit(waiting: waiting, from: call.address, at: call.realNow)
        ) {
          engine.keep(address, at: call.now)
          return pages.email.thanks
        }
      }
    }
  }

  private func unlessRefused(_ admission: Admission, _ body: () -> WebResponse) -> Reply {
    switch admission {
    case .refused(let wait): .now(pages.email.busy(wait))
    case .admitted: .afterCommit(body())
    }
  }

  func announceLaunch(_ call: Call) -> Reply {
    engine.announceLaunch(at: call.now)
    return .afterCommit(WebResponse(204))
  }

  func revokeLaunch(_ call: Call) -> Reply {
    engine.revokeLaunch()
    return .afterCommit(WebResponse(204))
  }

  func readEmails(_ call: Call) -> Reply {
    let notices = engine.pendingEmails(at: call.now, atMost: 100)
    return .now(
      .json(
        200,
        Members(
          ReadEmails.launchedAt(engine.store.announcement?.at),
          ReadEmails.notices(notices.map { Members($0) }), AnswerFields.rule("P-EDG-14"))))
  }

  func deliverEmail(_ call: Call) -> Reply {
    guard let id = OpaqueID(call.parameters[0])?.principal,
      engine.deliveredEmail(id, at: call.now)
    else { return .now(.problem(404, "No notice has such an id.")) }
    return .afterCommit(WebResponse(204))
  }

  func exportEmail(_ call: Call) -> Reply {
    let notice = engine.emailNotice(to: address(of: call), at: call.now)
    return .now(
      .json(
        200,
        Members(OneEmail.notice(notice.map { Members($0) }), AnswerFields.rule("P-PRV-08"))))
  }

  func eraseEmail(_ call: Call) -> Reply {
    engine.withdraw(address(of: call), at: call.now)
    return .afterCommit(WebResponse(204))
  }

  private func address(of call: Call) -> EmailAddress {
    guard let address = call.body[OneEmail.address] else {
      preconditionFailure("an address that was not checked")
    }
    return address
  }
}

extension Members {
  fileprivate init(_ notice: EmailNotice) {
    typealias Answer = EmailNoticeAnswer
    self.init(
      Answer.id(notice.id), Answer.address(notice.address), Answer.since(notice.since),
      Answer.until(notice.since + EmailCapturePage.retention))
  }
}
