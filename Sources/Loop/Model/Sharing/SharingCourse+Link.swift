import Invites
import RandomStreams
import Vocabulary

extension SharingCourse {
  /// Requests a link from the service, with the policy's retries, unless a limit refuses.
  mutating func createLink(under model: SharingModel) {
    guard mayInvite(.created, at: now, under: model) else { return }
    let policy = model.policy.offline
    var creation = LinkCreation()
    var at = now
    var action = creation.receive(.needed(cached: nil), under: policy, using: &chance)
    while true {
      switch action {
      case .request(let number, let timeout):
        let time = request(under: model)
        let event: LinkCreation.Event
        if time.taken > timeout {
          at = at + timeout
          event = .timedOut(number: number)
        } else {
          at = at + time.taken
          event =
            time.fails ? .failed(.network, number: number) : .created(model.code, number: number)
        }
        action = creation.receive(event, under: policy, using: &chance)
      case .wait(let pause, let next):
        at = at + pause
        action = creation.receive(.waited(number: next), under: policy, using: &chance)
      case .show:
        linkCreated(at: at, under: model)
        answer = LinkAnswer(due: at, outcome: .created)
        return
      case .showError(let failure):
        answer = LinkAnswer(due: at, outcome: failure == .timeout ? .timedOut : .failed)
        return
      case .openShareSheet, .giveUp, .stay: return
      }
    }
  }

  /// Draws the time of a request and whether it fails; the first uses the attempt's draws.
  private mutating func request(under model: SharingModel) -> (taken: Interval, fails: Bool) {
    result.linkRequests += 1
    let isFirst = result.linkRequests == 1
    let time = model.linkTime.time(at: isFirst ? draws.linkTime : chance.openUniform())
    return (time, (isFirst ? draws.link : chance.uniform()) < model.behaviour.linkFailure)
  }

  private mutating func linkCreated(at moment: Instant, under model: SharingModel) {
    result.linksCreated += 1
    held = HeldLink(code: model.code, isOfThisFlow: false, isSent: false)
    model.policy.limits.record(.created, in: &tally, at: moment)
  }

  /// Queues the creation until the network is back.
  ///
  /// Without a prompt by the queue, or after repeated failures, the attempt ends as queued.
  mutating func queueCreation(under model: SharingModel) {
    result.steps.insert(.queued)
    endsAs = .queued
    let policy = model.policy.offline
    var queue = OfflineQueue()
    _ = queue.receive(.queued, at: now, under: policy)
    var at = now + model.offlineTime.time(at: chance.openUniform())
    var actions = queue.receive(.connected, at: at, under: policy)
    var requests = 0
    while let action = actions.first {
      switch action {
      case .create(let ticket):
        guard requests < SharingModel.patience, mayInvite(.created, at: at, under: model)
        else { return }
        requests += 1
        let request = request(under: model)
        at = at + request.taken
        guard !request.fails else {
          actions = queue.receive(.linkFailed(ticket), at: at, under: policy)
          continue
        }
        linkCreated(at: at, under: model)
        actions = queue.receive(.linkReady(ticket), at: at, under: policy)
      case .wake(let moment):
        at = moment
        actions = queue.receive(.timePassed, at: at, under: policy)
      case .promptToShare(_, let isInTime):
        if !isInTime { result.steps.insert(.late) }
        guard happens(model.behaviour.resume) else { return }
        answer = LinkAnswer(due: at, outcome: .created)
        wants.insert(.reconnection)
        return
      case .accepted, .refused, .ignored: return
      }
    }
  }
}
