import GrowthloopReports
import Testing

@testable import GrowthloopDecisions
@testable import growthloop

@Suite("growthloop decide onboarding")
struct OnboardingSubjectTests {
  /// The numbers that no document gives `rin`.
  static let numbers = [
    "--set", "signup.numberSwitchLimit=1", "--set", "signup.socialProofLimit=5", "--set",
    "signup.otpExpirySeconds=60",
  ]

  /// A case whose events have the moments given, in milliseconds after nine.
  static func line(isInvited: Bool, _ events: [(Int, String)]) -> String {
    let events = events.map { moment, event in
      let minutes = String(moment / 60_000 + 100).dropFirst()
      let seconds = String(moment / 1_000 % 60 + 100).dropFirst()
      let thousandths = String(moment % 1_000 + 1_000).dropFirst()
      let fields = event.contains("\"") ? event : "\"\(event)\""
      return
        #"{"at": "2026-03-01T09:\#(minutes):\#(seconds).\#(thousandths)Z", "type": \#(fields)}"#
    }
    return #"{"id": 1, "isInvited": \#(isInvited), "events": [\#(events.joined(separator: ", "))]}"#
  }

  static func line(isInvited: Bool, _ events: String...) -> String {
    line(isInvited: isInvited, events.enumerated().map { ($0 * 1_000, $1) })
  }

  /// Each screen of the answer's steps.
  static func screens(_ text: String) -> [String] {
    text.split(separator: #""screen":""#).dropFirst().compactMap {
      $0.split(separator: "\"").first.map(String.init)
    }
  }

  static let ownNumber = [
    (0, "launched"), (1_000, "continued"), (2_000, "continued"), (3_000, "continued"),
    (4_000, #""number", "number": "a""#),
  ]

  @Test func `an answer has the screens, what the app does and tells, and each refusal`() {
    let line = Self.line(
      isInvited: true, "launched", "continued", "continued", "interacted", "continued",
      "interacted", "account", "connected")
    #expect(
      answer("onboarding", line, under: "product") == #"""
        {"id":1,"isAccepted":true,"isSuccessfulInvite":true,"screens":["welcome","privacy",\#
        "name"],"steps":[\#
        {"actions":[{"action":"showScreen","rule":"JRN-01"}],"at":"2026-03-01T09:00:00.000Z",\#
        "events":[{"event":"onboardingStarted","rule":"P-RCV-04"}],"number":1,\#
        "screen":"welcome","type":"launched"},\#
        {"actions":[{"action":"showScreen","rule":"JRN-01"}],"at":"2026-03-01T09:00:01.000Z",\#
        "events":[],"number":2,"screen":"privacy","type":"continued"},\#
        {"actions":[{"action":"showScreen","rule":"JRN-01"}],"at":"2026-03-01T09:00:02.000Z",\#
        "events":[],"number":3,"screen":"name","type":"continued"},\#
        {"actions":[],"at":"2026-03-01T09:00:03.000Z","events":[],"number":3,\#
        "refusal":{"reason":"notHere","rule":"JRN-01"},"screen":"name","type":"interacted"},\#
        {"actions":[{"action":"showScreen","rule":"JRN-01"},\#
        {"action":"offerConnection","rule":"P-ONB-05"},\#
        {"action":"assignUsername","rule":"PRF-02"},\#
        {"action":"openDestination","rule":"P-ONB-04"}],"at":"2026-03-01T09:00:04.000Z",\#
        "events":[{"event":"basicsCompleted","rule":"SPN-07"},\#
        {"event":"onboardingCompleted","rule":"ONB-11"}],"screen":"destination",\#
        "type":"continued"},\#
        {"actions":[{"action":"showScreen","rule":"JRN-01"},\#
        {"action":"showSignUpWall","rule":"P-ONB-06"}],"at":"2026-03-01T09:00:05.000Z",\#
        "events":[{"event":"signUpStarted","rule":"SPN-01"},\#
        {"event":"firstValueSeen","rule":"P-RCV-07"}],"screen":"account","type":"interacted"},\#
        {"actions":[{"action":"showScreen","rule":"JRN-01"},\#
        {"action":"createAccount","rule":"PHN-08"},\#
        {"action":"offerConnection","rule":"P-ONB-05"}],"at":"2026-03-01T09:00:06.000Z",\#
        "events":[{"event":"signedUp","rule":"PHN-08"},\#
        {"event":"connectionSuggested","rule":"P-ONB-09"}],"screen":"home","type":"account"},\#
        {"actions":[],"at":"2026-03-01T09:00:07.000Z",\#
        "events":[{"event":"connected","rule":"P-ONB-09"}],"screen":"home","type":"connected"}]}
        """#)
  }

  @Test func `an invited newcomer of rin meets twelve screens, and is connected silently`() {
    let line = Self.line(
      isInvited: true, "launched", "continued", "continued", "continued",
      #""number", "number": "a""#, "rightCode", "continued",
      #""contacts", "access": "denied""#, "continued", "continued", "skipped", "continued",
      "continued")
    let text = answer("onboarding", line, with: Self.numbers)
    #expect(
      Self.screens(text) == [
        "welcome", "reasons", "privacy", "phoneNumber", "code", "explainer", "explainer", "name",
        "photo", "username", "sharing", "syncing", "home",
      ])
    #expect(text.contains(#"{"action":"connectInviter","rule":"ONB-01"}"#))
    #expect(text.contains(#""number":12,"screen":"home""#))
    #expect(text.contains(#""isAccepted":true,"isSuccessfulInvite":true"#))
    #expect(!text.contains("refusal"))
  }

  @Test func `an organic newcomer of the design signs up without a number`() {
    let line = Self.line(isInvited: false, #""number", "number": "a""#, "launched")
    #expect(
      answer("onboarding", line, under: "design") == #"""
        {"id":1,"isAccepted":false,"isSuccessfulInvite":false,"screens":["welcome","privacy",\#
        "account","name","photo","username"],"steps":[{"actions":[],\#
        "at":"2026-03-01T09:00:00.000Z","events":[],"refusal":{"reason":"notHere",\#
        "rule":"JRN-01"},"screen":"appStore","type":"number"},\#
        {"actions":[{"action":"showScreen","rule":"JRN-01"}],"at":"2026-03-01T09:00:01.000Z",\#
        "events":[{"event":"onboardingStarted","rule":"P-RCV-04"}],"number":1,\#
        "screen":"welcome","type":"launched"}]}
        """#)
  }

  @Test func `under rin the numbers of signing up must be given, and are named`() {
    #expect(
      mistakes("onboarding", OnboardingSubject.example) == [
        "'signup.numberSwitchLimit', 'signup.socialProofLimit', 'signup.otpExpirySeconds' must be "
          + "given: no document names a value, and none is invented",
        "the option is --set KEY=VALUE",
      ])
    let partly = run(
      ["decide", "onboarding", "--set", "signup.socialProofLimit=5"],
      Array(OnboardingSubject.example.utf8))
    #expect(partly.code == .badInput)
    #expect(!partly.output.contains("socialProofLimit"))
  }

  @Test(arguments: [(64_000, "explainer", ""), (64_001, "code", "codeExpired")])
  func `a code is good up to the last instant of its life`(
    moment: Int, screen: String, refusal: String
  ) {
    let line = Self.line(isInvited: false, Self.ownNumber + [(moment, "rightCode")])
    let text = answer("onboarding", line, with: Self.numbers)
    #expect(Self.screens(text).last == screen)
    #expect(
      text.contains(#""refusal":{"reason":"\#(refusal)","rule":"PHN-13"}"#) == (refusal != ""))
  }

  @Test func `PHN-06 · a device looks up only so often who has a number`() {
    let looks = [
      #""lookUp", "people": 2"#, #""lookUp", "people": 0"#,
      #""lookUp", "people": 4, "showsCount": true"#, #""lookUp", "people": 4"#,
    ]
    let line = Self.line(
      isInvited: false, Self.ownNumber + looks.enumerated().map { (5_000 + $0 * 1_000, $1) })
    let limits = [
      "signup.numberSwitchLimit=1", "signup.socialProofLimit=3", "signup.otpExpirySeconds=60",
    ]
    let text = answer("onboarding", line, with: limits.flatMap { ["--set", $0] })
    let words = #""text":"People in your network already have this number.""#
    #expect(
      text.split(separator: #""socialProof":"#).dropFirst().map {
        String($0.prefix { $0 != "}" })
      } == [
        "{" + words, #"{"reason":"nobodyHasIt","rule":"PHN-03""#,
        #"{"count":4,"# + words, #"{"reason":"lookUpLimit","rule":"PHN-06""#,
      ])
    // There is nothing to look up before the number is asked for.
    let early = answer(
      "onboarding", Self.line(isInvited: false, "launched", #""lookUp", "people": 2"#),
      with: Self.numbers)
    #expect(early.contains(#""refusal":{"reason":"notHere","rule":"JRN-01"}"#))
  }

  @Test(arguments: ["31557600001", "9223372036854775807"])
  func `a code's life that no time line has room for is refused`(seconds: String) {
    let settings = Self.numbers.map {
      $0.hasPrefix("signup.otpExpirySeconds") ? "signup.otpExpirySeconds=\(seconds)" : $0
    }
    let line = Self.line(isInvited: false, Self.ownNumber + [(5_000, "rightCode")])
    let text = answer("onboarding", line, with: settings)
    #expect(text.contains("'signup.otpExpirySeconds' must be at most 31557600000 seconds"))
  }

  @Test func `a number may be changed only so often, and the old one is still good`() {
    func entered(_ number: String, _ moment: Int) -> [(Int, String)] {
      [(moment, "otherNumber"), (moment, #""number", "number": "\#(number)""#)]
    }
    let line = Self.line(
      isInvited: false,
      Self.ownNumber + entered("b", 5_000) + entered("c", 6_000)
        + [(7_000, #""number", "number": "b""#)])
    let text = answer("onboarding", line, with: Self.numbers)
    #expect(Self.screens(text).suffix(3) == ["phoneNumber", "phoneNumber", "code"])
    #expect(text.ranges(of: #""reason":"tooManyNumbers","rule":"PHN-02""#).count == 1)
    for number in ["\"a\"", "\"b\"", "\"c\""] { #expect(!text.contains(number)) }
  }

  @Test func `mistakes are told all at once`() {
    let line = """
      {"id": 1, "isInvited": "yes", "events": [\
      {"at": "2026-03-01T09:00:00Z", "type": "contacts", "access": "some"}, \
      {"at": "2026-03-01T08:00:00Z", "type": "number"}]}
      """
    #expect(
      mistakes("onboarding", line) == [
        "'isInvited' must be true or false, not 'yes'",
        "'events[0].access' must be notDetermined | authorized | limited | denied | restricted, "
          + "not 'some'",
        "'events[1].at' is earlier than the event before it", "give events in time order",
        "'events[1].number' is missing: it must be text that is not empty",
      ])
  }
}
