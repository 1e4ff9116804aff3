import GrowthloopFindings
import Invites
import Profiles
import GrowthloopPlans
import Testing

@Suite("Policies · a profile, and the settings that differ")
struct PolicyTests {
  @Test func `settings that contradict each other are told where one was set`() {
    let told = mistakes(
      in: """
        title: x
        policy:
          attribution.windowDays: 60
          privacy.clickRetentionDays: 10

        """)
    #expect(
      told == """
        town.yaml:4:31: error: privacy.clickRetentionDays = 10 contradicts attribution.windowDays = 60: \
        a click must be kept for as long as it may earn credit: \
        set privacy.clickRetentionDays=60 as well
            privacy.clickRetentionDays: 10
                                        ^
        town.yaml:3:27: note: the other was set here
            attribution.windowDays: 60
                                    ^
        """)
  }

  @Test func `a key of the scenario among the settings is shown its place`() {
    #expect(
      mistakes(in: "title: x\npolicy: {recipients.tap: 40%}\n") == """
        town.yaml:2:10: error: unknown setting 'recipients.tap'
            policy: {recipients.tap: 40%}
                     ^ it is no rule: write it outside of 'policy'
        """)
  }

  @Test func `a contradiction with the profile is told at the setting, or at the profile`() {
    #expect(
      mistakes(in: "title: x\npolicy: {gamification.leaderboard: on}\n") == """
        town.yaml:2:36: error: gamification.leaderboard = on contradicts profile = rin: \
        rin has no leaderboards
            policy: {gamification.leaderboard: on}
                                               ^ if it is meant, write it under deliberately:
        """)
    let ruled = mistakes(in: "title: x\nprofile: design\npolicy: {prompts.ruleSet: rin}\n")
    #expect(ruled.hasPrefix("town.yaml:3:27: error: prompts.triggers = "))
  }

  @Test func `CNF-02 · a window under a profile without any ends at the first launch`() throws {
    let text = "title: x\nprofile: product\npolicy: {attribution.windowDays: 7"
    let town = try readTown(text + "}\n").value
    #expect(Setting.named("attribution.windowEndsAt")?.value(in: town.profile) == "firstLaunch")
    let none = mistakes(in: text + ", attribution.windowEndsAt: none}\n")
    #expect(none.contains("a window must end somewhere"), "\(none)")
    let plain = try readTown("title: x\nprofile: product\n").value
    #expect(Setting.named("attribution.windowEndsAt")?.value(in: plain.profile) == "none")
  }

  @Test func `what is meant may be kept`() throws {
    let town = try readTown("title: x\ndeliberately: {gamification.leaderboard: on}\n").value
    #expect(town.profile.reward.leaderboard)
  }

  @Test func `a wrong setting leaves the others to be checked`() {
    let told = mistakes(
      in: "title: x\npolicy: {prompts.lifetimeMax: x, gamification.leaderboard: on}\n")
    #expect(told.contains("2:31: error: 'prompts.lifetimeMax' must be"))
    #expect(told.contains("2:60: error: gamification.leaderboard = on contradicts profile"))
    // What a wrong value may have been about is left in peace.
    let window = "title: x\npolicy: {attribution.windowDays: 4000, privacy.clickRetentionDays: "
    #expect(mistakes(in: window + "30}\n").contains("contradicts"))
    #expect(!mistakes(in: window + "x}\n").contains("contradicts"))
  }

  @Test func `a setting stands on one side`() throws {
    #expect(
      mistakes(
        in: "title: x\npolicy: {messages.set: x}\ndeliberately: {messages.set: x}\n"
      ).hasPrefix(
        """
        town.yaml:3:16: error: 'messages.set' is set more than once
            deliberately: {messages.set: x}
                           ^ keep one of the two
        town.yaml:2:10: note: it was first set here
        """))
    let base = ["base.yaml": "title: x\ndeliberately: {gamification.leaderboard: on}\n"]
    let town = try readTown(
      "extends: base.yaml\npolicy: {gamification.leaderboard: off}\n", beside: base
    ).value
    #expect(!town.profile.reward.leaderboard)
  }

  @Test(arguments: [
    ("profile: [rin]", "2:10: error: 'profile' must be rin | product | design, not a list"),
    ("profile:", "2:9: error: 'profile' is empty: it must be rin | product | design"),
    ("profile: android", "2:10: error: unknown profile 'android'"),
    ("policy: none", "2:9: error: 'policy' must be a mapping from settings to values, not 'none'"),
    ("policy: {link.format: {a: b}}", "2:23: error: 'link.format' must be pathCode"),
    ("policy: {link.format: }", "2:23: error: 'link.format' is empty: it must be pathCode"),
    ("policy: {app.name: [App]}", "2:20: error: 'app.name' must be 1 to 60 characters"),
    ("policy: {prompts.triggers: ['a,b']}", "2:28: error: 'prompts.triggers' must be a list"),
  ])
  func `what is no policy is told`(line: String, told: String) {
    #expect(mistakes(in: "title: x\n\(line)\n").hasPrefix("town.yaml:\(told)"))
  }

  @Test func `an empty policy is the profile`() throws {
    #expect(try readTown("title: x\npolicy:\n").value.profile == .rin)
  }
}
