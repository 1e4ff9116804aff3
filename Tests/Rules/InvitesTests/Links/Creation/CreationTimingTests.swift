import Invites
import Testing

@Suite("Links · when in the flow they are created")
struct CreationTimingTests {
  struct Timing: Sendable, CustomTestStringConvertible {
    let creation: LinkPolicy.Creation
    let early: [FlowMoment]
    let due: [FlowMoment]
    var testDescription: String { creation.rawValue }
  }

  static let timings = [
    Timing(
      creation: .entryTap, early: [],
      due: [.entryTap, .screenLoad, .pickerLoad, .messageScreen, .send]),
    Timing(
      creation: .screenLoad, early: [.entryTap],
      due: [.screenLoad, .pickerLoad, .messageScreen, .send]),
    Timing(
      creation: .pickerLoad, early: [.entryTap, .screenLoad],
      due: [.pickerLoad, .messageScreen, .send]),
    Timing(
      creation: .messageScreen, early: [.entryTap, .screenLoad, .pickerLoad],
      due: [.messageScreen, .send]),
  ]

  @Test(arguments: timings)
  func `A link is created at its moment of the flow, or the next that comes`(_ timing: Timing) {
    var policy = LinkPolicy.rin
    policy.createAt = timing.creation
    for moment in timing.early {
      #expect(
        policy.creationTiming(at: moment, hasLink: false)
          == .notYet(until: timing.creation.moment))
    }
    for moment in timing.due {
      #expect(policy.creationTiming(at: moment, hasLink: false) == .createNow)
      #expect(policy.creationTiming(at: moment, hasLink: true) == .alreadyCreated)
    }
  }
}
