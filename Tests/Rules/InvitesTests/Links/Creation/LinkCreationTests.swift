import TestSupport
import Testing
import Vocabulary

@testable import Invites

@Suite("Links · their creation, while the message screen waits")
struct LinkCreationTests {
  private var dice = SeededChance(seed: 2)

  @Test func `D-LNK-06 · while the link is made a shimmer stands in its place`() {
    var creation = LinkCreation()
    var dice = dice
    let action = creation.receive(.needed(cached: nil), under: .design, using: &dice)
    #expect(action == .request(number: 1, timeout: .seconds(2)))
    let face = creation.face
    #expect(face == .loading)
    #expect(face?.showsPlaceholder == true)
    #expect(face?.enablesSending == false)
    #expect(face?.step.name(in: .design)?.primary == "invite_link_generating")
  }

  @Test func `D-LNK-07 · with its link the message can be edited and sent, and the link stays`()
    throws
  {
    var creation = LinkCreation()
    var dice = dice
    let code = try LinkFixture.code
    _ = creation.receive(.needed(cached: nil), under: .design, using: &dice)
    let action = creation.receive(.created(code, number: 1), under: .design, using: &dice)
    #expect(action == .show(code))
    let face = try #require(creation.face)
    #expect(face == .ready)
    #expect(face.messageIsEditable && face.showsLinkPreview && face.enablesSending)
    #expect(!face.showsPlaceholder && !face.showsBanner)
    #expect(face.step.name(in: .design)?.aliases == ["invite_link_ready"])

    for _ in 0..<3 {
      let share = creation.receive(.shareTapped, under: .design, using: &dice)
      #expect(share == .openShareSheet(code))
    }
    let again = creation.receive(.needed(cached: nil), under: .design, using: &dice)
    #expect(again == .stay(because: .alreadyReady))
    #expect(creation.requests == 1)
  }

  @Test func `D-LNK-08, D-LNK-12 · without a link a banner says so, and nothing opens`() throws {
    var creation = LinkCreation()
    var dice = dice
    let early = creation.receive(.shareTapped, under: .rin, using: &dice)
    _ = creation.receive(.needed(cached: nil), under: .rin, using: &dice)
    let during = creation.receive(.shareTapped, under: .rin, using: &dice)
    let error = creation.receive(.failed(.network, number: 1), under: .rin, using: &dice)
    let late = creation.receive(.shareTapped, under: .rin, using: &dice)
    #expect(error == .showError(.network))
    #expect([early, during, late].allSatisfy { $0 == .stay(because: .noLink) })
    let face = try #require(creation.face)
    #expect(face == .error)
    #expect(face.showsBanner && !face.enablesSending && !face.messageIsEditable)
    #expect(face.step.name(in: .design)?.primary == "invite_link_error")
  }

  struct Cause: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let event: LinkCreation.Event
    let failure: LinkCreation.Failure
  }

  static let causes = [
    Cause(testDescription: "no network", event: .failed(.network, number: 1), failure: .network),
    Cause(testDescription: "no answer in time", event: .timedOut(number: 1), failure: .timeout),
  ]

  @Test(arguments: causes)
  func `D-LNK-10 · a network error and a time-out are failures`(_ cause: Cause) {
    var creation = LinkCreation()
    var dice = dice
    var policy = OfflinePolicy.design
    policy.createMaxRetries = 0
    let request = creation.receive(.needed(cached: nil), under: policy, using: &dice)
    #expect(request == .request(number: 1, timeout: .seconds(2)))
    let action = creation.receive(cause.event, under: policy, using: &dice)
    #expect(action == .showError(cause.failure))
  }

  @Test func `D-LNK-11, CNF-21 · two retries, after waits that double`() throws {
    var creation = LinkCreation()
    var dice = dice
    let policy = OfflinePolicy.design
    var story: [String] = []
    var action = creation.receive(.needed(cached: nil), under: policy, using: &dice)
    for _ in 0..<5 {
      switch action {
      case .request(let number, _):
        story.append("request \(number)")
        action = creation.receive(.timedOut(number: number), under: policy, using: &dice)
      case .wait(let wait, before: let number):
        let most = Interval.milliseconds(number == 2 ? 250 : 500)
        #expect(wait <= most && wait * 2 >= most)
        #expect(creation.face == .loading)
        story.append("wait")
        action = creation.receive(.waited(number: number), under: policy, using: &dice)
      case .showError, .show, .openShareSheet, .giveUp, .stay:
        break
      }
    }
    #expect(story == ["request 1", "wait", "request 2", "wait", "request 3"])
    #expect(action == .showError(.timeout))
  }

  @Test func `D-LNK-11 · a tap on Retry begins anew, with retries of its own`() {
    var creation = LinkCreation()
    var dice = dice
    let policy = OfflinePolicy.design
    _ = creation.receive(.needed(cached: nil), under: policy, using: &dice)
    for number in 1...3 {
      _ = creation.receive(.failed(.network, number: number), under: policy, using: &dice)
      _ = creation.receive(.waited(number: number + 1), under: policy, using: &dice)
    }
    #expect(creation.state == .failed(.network))
    let retry = creation.receive(.retryTapped, under: policy, using: &dice)
    #expect(retry == .request(number: 4, timeout: .seconds(2)))
    let failure = creation.receive(.failed(.network, number: 4), under: policy, using: &dice)
    guard case .wait(_, before: 5) = failure else {
      Issue.record("\(failure) instead of a wait")
      return
    }
  }

  @Test(arguments: [OfflinePolicy.rin, .product])
  func `ERR-02, CNF-21 · Rin and product ask once, for ten seconds, then the user may retry`(
    _ policy: OfflinePolicy
  ) {
    var creation = LinkCreation()
    var dice = dice
    let request = creation.receive(.needed(cached: nil), under: policy, using: &dice)
    #expect(request == .request(number: 1, timeout: .seconds(10)))
    let error = creation.receive(.timedOut(number: 1), under: policy, using: &dice)
    #expect(error == .showError(.timeout))
    let retry = creation.receive(.retryTapped, under: policy, using: &dice)
    #expect(retry == .request(number: 2, timeout: .seconds(10)))
  }

  @Test func `CNF-21 · a request is given up at its time-out: its late answer changes nothing`()
    throws
  {
    var creation = LinkCreation()
    var dice = dice
    let code = try LinkFixture.code
    _ = creation.receive(.needed(cached: nil), under: .design, using: &dice)
    _ = creation.receive(.timedOut(number: 1), under: .design, using: &dice)
    for event in [.created(code, number: 1), .failed(.network, number: 1), .timedOut(number: 1)]
      as [LinkCreation.Event]
    {
      let action = creation.receive(event, under: .design, using: &dice)
      #expect(action == .stay(because: .outdated))
      #expect(creation.state == .waiting(number: 2))
    }
  }

  @Test func `A refusal of the service is not tried again`() {
    var creation = LinkCreation()
    var dice = dice
    _ = creation.receive(.needed(cached: nil), under: .design, using: &dice)
    let action = creation.receive(.failed(.refused, number: 1), under: .design, using: &dice)
    #expect(action == .showError(.refused))
  }

  @Test func `LNK-10 · a link from before is ready at once, and asks nobody`() throws {
    var creation = LinkCreation()
    var dice = dice
    let code = try LinkFixture.code
    let action = creation.receive(.needed(cached: code), under: .rin, using: &dice)
    #expect(action == .show(code))
    #expect(creation.requests == 0)
    let share = creation.receive(.shareTapped, under: .rin, using: &dice)
    #expect(share == .openShareSheet(code))
  }

  @Test func `Whoever leaves gives up what is under way, for good`() throws {
    var creation = LinkCreation()
    var dice = dice
    _ = creation.receive(.needed(cached: nil), under: .design, using: &dice)
    let left = creation.receive(.left, under: .design, using: &dice)
    #expect(left == .giveUp)
    #expect(creation.face == nil)
    let answer = creation.receive(
      .created(try LinkFixture.code, number: 1), under: .design, using: &dice)
    #expect(answer == .stay(because: .left))
    #expect(creation.state == .left)
  }

  @Test func `Whoever leaves before, after or without a link has left, too`() throws {
    var dice = dice
    var idle = LinkCreation()
    var ready = LinkCreation()
    _ = ready.receive(.needed(cached: try LinkFixture.code), under: .design, using: &dice)
    var failed = LinkCreation()
    _ = failed.receive(.needed(cached: nil), under: .design, using: &dice)
    _ = failed.receive(.failed(.refused, number: 1), under: .design, using: &dice)
    #expect(failed.state == .failed(.refused))
    func leave(_ creation: inout LinkCreation) {
      let action = creation.receive(.left, under: .design, using: &dice)
      #expect(action == .stay(because: .left))
      #expect(creation.state == .left)
    }
    leave(&idle)
    leave(&ready)
    leave(&failed)
  }
}
