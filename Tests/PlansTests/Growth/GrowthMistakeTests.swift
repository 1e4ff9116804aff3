import GrowthloopFindings
import Testing

@testable import GrowthloopPlans

@Suite("Growth scenarios · every mistake at once")
struct GrowthMistakeTests {
  @Test func `what each value cannot be is told at its place`() {
    let text = """
      titel: Too much of everything
      profile: prodct
      policy: {prompts.lifetimeMax: many, attribution.window: 7}
      seed: -1
      replications: 0
      days: 180d
      start: 5 January
      market:
        people: 1
        contactsSigma: 40
        communityShare: 80
      arrivals:
        organicPerDay: 0.0000001
        crowd: {installs: many, after: 5 weeks}
      use:
        retention: {1: 0, 40: 5%}
        weekendLift: 10%
      sharing:
        recipients: 0.5
        propensityShape: 0
        channels: {sms: 1, email: -1}
      recipients:
        tap: {value: 30, source: a blog, grade: E}
        tapDelay: 2
        installDelay: {median: 0s, sigma: 11}
        launchDelay: {mean: 2d, sigma: 1}
        previews: 1
      devices:
        peoplePerAddress: 0
      firstRun: [2%]
      """
    #expect(
      growthMistakes(in: text) == """
        loop.yaml:1:1: error: unknown key 'titel'
            titel: Too much of everything
            ^ did you mean title?
        loop.yaml:2:10: error: unknown profile 'prodct'
            profile: prodct
                     ^ did you mean product?
        loop.yaml:3:31: error: 'prompts.lifetimeMax' must be a whole number of at least 0, or \
        none, not 'many'
            policy: {prompts.lifetimeMax: many, attribution.window: 7}
                                          ^ write 3, or none
        loop.yaml:3:37: error: unknown setting 'attribution.window'
            policy: {prompts.lifetimeMax: many, attribution.window: 7}
                                                ^ did you mean attribution.windowDays?
        loop.yaml:4:7: error: 'seed' must be a whole number of at least 0, not '-1'
            seed: -1
                  ^ write at least 0
        loop.yaml:5:15: error: 'replications' must be a whole number from 1 to 100_000, not '0'
            replications: 0
                          ^ write at least 1
        loop.yaml:6:7: error: 'days' must be a whole number from 1 to 3650, not '180d'
            days: 180d
                  ^ write 180
        loop.yaml:7:8: error: 'start' must be a moment such as 2026-02-09T00:00:00Z, not '5 January'
            start: 5 January
                   ^ write 2026-02-09T00:00:00Z
        loop.yaml:9:11: error: 'market.people' must be a whole number from 2 to 200_000_000, not '1'
            people: 1
                    ^ write at least 2
        loop.yaml:10:18: error: 'market.contactsSigma' must be a number from 0 to 4, not '40'
            contactsSigma: 40
                           ^ write at most 4
        loop.yaml:11:19: error: 'market.communityShare' must be a share such as 30% or 0.3, not '80'
            communityShare: 80
                            ^ write 80%
        loop.yaml:13:18: error: 'arrivals.organicPerDay' is too rare to ever happen
            organicPerDay: 0.0000001
                           ^ write 0
        loop.yaml:14:21: error: 'arrivals.crowd.installs' must be a whole number from 1 to \
        200_000_000, not 'many'
            crowd: {installs: many, after: 5 weeks}
                              ^ write 10_000 or 10k
        loop.yaml:14:34: error: 'arrivals.crowd.after' must be a time of at most 3650d, not '5 \
        weeks'
            crowd: {installs: many, after: 5 weeks}
                                           ^ write 5w
        loop.yaml:16:18: error: 'use.retention.1' must be a share from 0.0001 to 1, not '0'
            retention: {1: 0, 40: 5%}
                           ^ write 0.0001
        loop.yaml:16:21: error: 'use.retention.40' is no day of retention
            retention: {1: 0, 40: 5%}
                              ^ write a day from 1 to 31, 45, 60, 90, 120, 180 or 365
        loop.yaml:17:16: error: 'use.weekendLift' must be a number from -0.9 to 10, not '10%'
            weekendLift: 10%
                         ^ write 0.1
        loop.yaml:19:15: error: 'sharing.recipients' must be a number from 1 to 1000, not '0.5'
            recipients: 0.5
                        ^ write at least 1
        loop.yaml:20:20: error: 'sharing.propensityShape' must be a number from 0.01 to 1000, \
        not '0'
            propensityShape: 0
                             ^ write at least 0.01
        loop.yaml:21:14: error: unknown key 'sharing.channels.sms'
            channels: {sms: 1, email: -1}
                       ^ known: messages, whatsapp, telegram, email, airdrop, other
        loop.yaml:21:29: error: 'sharing.channels.email' must be a number from 0 to 1_000_000, \
        not '-1'
            channels: {sms: 1, email: -1}
                                      ^ write at least 0
        loop.yaml:23:16: error: 'recipients.tap' must be a share such as 30% or 0.3, not '30'
            tap: {value: 30, source: a blog, grade: E}
                         ^ write 30%
        loop.yaml:23:43: error: 'recipients.tap.grade' must be A | B | C | D, or none, not 'E'
            tap: {value: 30, source: a blog, grade: E}
                                                    ^ write A, or none
        loop.yaml:24:13: error: 'recipients.tapDelay' must be a time such as 36h, a mean as in \
        {mean: 2d}, or {median: 9h30m, sigma: 1.6}, not '2'
            tapDelay: 2
                      ^ write 2d, 2h, 2m or 2s
        loop.yaml:25:26: error: 'recipients.installDelay.median' must be a time of at least 1ms, \
        not '0s'
            installDelay: {median: 0s, sigma: 11}
                                   ^ write at least 1ms
        loop.yaml:25:37: error: 'recipients.installDelay.sigma' must be a number from 0 to 10, \
        not '11'
            installDelay: {median: 0s, sigma: 11}
                                              ^ write at most 10
        loop.yaml:26:23: error: 'recipients.launchDelay.mean' cannot stand beside a median or sigma
            launchDelay: {mean: 2d, sigma: 1}
                                ^ a mean makes it exponential, the other two log-normal
        loop.yaml:27:3: error: unknown key 'recipients.previews'
            previews: 1
            ^
        loop.yaml:29:21: error: 'devices.peoplePerAddress' must be a whole number from 1 to \
        1_000_000, not '0'
            peoplePerAddress: 0
                              ^ write at least 1
        loop.yaml:30:11: error: 'firstRun' must be a mapping of isPlayed, dropPerScreen, \
        dropAtCode, dropAtAccount, inviteContext, socialProof, perScreen, codeTime, syncTime, \
        secondStart, grantWithExplainer, notNow, limitedGrant, \
        skipUsername, wrongNumber, wrongCode, findings, acceptConnection, act, numberSwitches, \
        codeLife, not a list
            firstRun: [2%]
                      ^
        """)
  }

  @Test func `what cannot hold together is told at once`() {
    let text = """
      title: What does not fit together
      start: 2026-01-07T12:00:00Z
      days: 30
      policy:
        load.previewFetchesPerSend: 1e9
        privacy.clickRetentionDays: 3
      market:
        people: 400
      arrivals:
        crowd: {installs: 1k, after: 60d, within: 1h}
      use:
        retention:
          30: {value: 40%, grade: D}
          1: 25%
          14: 30%
      sharing:
        promptTap: 30%
        promptDismiss: {value: 80%, grade: D}
        channels: {messages: 0, whatsapp: 0, telegram: 0, email: 0, airdrop: 0, other: 0}
      """
    #expect(
      growthMistakes(in: text) == """
        loop.yaml:2:8: error: 'start' must be midnight of a Monday, by universal time
            start: 2026-01-07T12:00:00Z
                   ^ write 2026-01-05T00:00:00Z
        loop.yaml:5:31: error: 'load.previewFetchesPerSend' is more than any messenger fetches
            load.previewFetchesPerSend: 1e9
                                        ^ write at most 1000
        loop.yaml:6:31: error: privacy.clickRetentionDays = 3 contradicts attribution.windowDays \
        = 7: a click must be kept for as long as it may earn credit: set \
        privacy.clickRetentionDays=7 as well
            privacy.clickRetentionDays: 3
                                        ^
        loop.yaml:10:3: error: 'arrivals.seeds', by default 1000, must not exceed the 400 people \
        of the market
            crowd: {installs: 1k, after: 60d, within: 1h}
            ^ for 'arrivals.seeds': write at most 400
        loop.yaml:10:10: warning: 'arrivals.crowd' comes after the last of the 30 days
            crowd: {installs: 1k, after: 60d, within: 1h}
                   ^ it will not be seen
        loop.yaml:10:10: error: 'arrivals.crowd' brings more installs than the market has \
        people: 400
            crowd: {installs: 1k, after: 60d, within: 1h}
                   ^
        loop.yaml:13:17: error: 'use.retention.30' must not exceed the share of day 14: who left \
        does not come back
            30: {value: 40%, grade: D}
                        ^ write at most 30%, or more for day 14
        loop.yaml:15:9: error: 'use.retention.14' must not exceed the share of day 1: who left \
        does not come back
            14: 30%
                ^ write at most 25%, or more for day 1
        loop.yaml:18:26: error: 'sharing.promptDismiss' and promptTap must not exceed 1 together
            promptDismiss: {value: 80%, grade: D}
                                   ^ the rest ignores the prompt
        loop.yaml:19:13: error: 'sharing.channels' gives no channel a weight above 0
            channels: {messages: 0, whatsapp: 0, telegram: 0, email: 0, airdrop: 0, other: 0}
                      ^
        """)
  }

  @Test func `a text that a terminal would take for an order is refused`() {
    let told = growthMistakes(in: #"title: "a\e[31mb""# + "\n")
    #expect(told.contains("loop.yaml:1:8: error: 'title' must be text of 1 to 100 characters"))
    #expect(told.contains("leave the control characters out"))
    #expect(!told.contains("\u{1B}"))
    #expect(growthMistakes(in: "title: x\nquestion: |\n  one\n  two\n").isEmpty)
  }

  @Test func `a value that nobody wrote is told with what it is by default`() {
    #expect(
      growthMistakes(in: "title: x\nmarket: {people: 900, communitySize: 9}\n") == """
        loop.yaml:1:1: error: 'arrivals.seeds', by default 1000, must not exceed the 900 people of \
        the market
            title: x
            ^ for 'arrivals.seeds': write at most 900
        """)
  }

  @Test func `a market smaller than a community is one, and that is told where somebody wrote it`()
  {
    let seeds = "title: x\narrivals: {seeds: 3}\nmarket: "
    #expect(growthMistakes(in: seeds + "{people: 300}\n").isEmpty)
    #expect(
      growthMistakes(in: seeds + "{people: 300, communitySize: 301}\n") == """
        loop.yaml:3:23: warning: 'market.communitySize' is more than the 300 people of the market
            market: {people: 300, communitySize: 301}
                                  ^ all of them are one community
        """)
  }

  @Test func `a mistake points into the file of the chain that makes it`() {
    let files = [
      "base.yaml": "title: x\nuse: {weekendLift: 0.3}\nmarket: {peeple: 10k}\n",
      "summer.yaml": "extends: base.yaml\nrecipients: {tap: 130%}\n",
    ]
    #expect(
      growthMistakes(in: "extends: summer.yaml\nuse: {retention: {1: no}}\n", beside: files) == """
        base.yaml:3:10: error: unknown key 'market.peeple'
            market: {peeple: 10k}
                     ^ did you mean people?
        loop.yaml:2:22: error: 'use.retention.1' must be a share from 0.0001 to 1, not 'no'
            use: {retention: {1: no}}
                                 ^ write 0.0001
        summer.yaml:2:19: error: 'recipients.tap' must be a share such as 30% or 0.3, not '130%'
            recipients: {tap: 130%}
                              ^ write a share from 0% to 100%
        """)
    // Right one by one, and in two files that do not go together.
    let pair = ["base.yaml": "title: x\nsharing: {promptDismiss: 60%}\n"]
    #expect(
      growthMistakes(in: "extends: base.yaml\nsharing: {promptTap: 40%}\n", beside: pair) == "")
    #expect(
      growthMistakes(in: "extends: base.yaml\nsharing: {promptTap: 50%}\n", beside: pair) == """
        base.yaml:2:26: error: 'sharing.promptDismiss' and promptTap must not exceed 1 together
            sharing: {promptDismiss: 60%}
                                     ^ the rest ignores the prompt
        """)
  }

  @Test func `shares of retention are one curve, by any days, each with evidence of its own`()
    throws
  {
    let base = ["base.yaml": "title: x\nuse: {retention: {1: 40%, 7: 20%, 30: 12%}}\n"]
    func shares(_ text: String, set changes: [String] = []) throws -> [String: String] {
      let parameters = try readGrowth(text, set: changes, beside: base).parameters
        .filter { $0.name.hasPrefix("use.retention.") }
      return Dictionary(
        uniqueKeysWithValues: parameters.map {
          ($0.name.replacing("use.retention.", with: ""), $0.value + ($0.grade?.rawValue ?? ""))
        })
    }
    #expect(try shares("title: x\n") == ["1": "0.25B", "14": "0.09B", "30": "0.06B"])
    // A file's take the place of those below; a change of one day leaves the others.
    #expect(try shares("extends: base.yaml\n") == ["1": "0.4", "7": "0.2", "30": "0.12"])
    #expect(
      try shares("extends: base.yaml\nuse: {retention: {2: {value: 30%, source: us, grade: A}}}\n")
        == ["2": "0.3A"])
    #expect(
      try shares("title: x\n", set: ["use.retention={1: 35%, 7: 15%}"])
        == ["1": "0.35", "7": "0.15"])
    #expect(
      try shares("title: x\n", set: ["use.retention.7=15%"])
        == ["1": "0.25B", "7": "0.15", "14": "0.09B", "30": "0.06B"])
    #expect(
      try shares("extends: base.yaml\n", set: ["use.retention.7=15%", "use.retention.30=9%"])
        == ["1": "0.4", "7": "0.15", "30": "0.09"])
  }

  @Test func `the former keys of retention say the line to write`() {
    #expect(
      growthMistakes(in: "title: x\nuse: {retentionDay1: 35%, retentionDay14: 9%}\n") == """
        loop.yaml:2:7: error: unknown key 'use.retentionDay1'
            use: {retentionDay1: 35%, retentionDay14: 9%}
                  ^ write retention: {1: 35%, 14: 9%}, with all days that you know
        loop.yaml:2:27: error: unknown key 'use.retentionDay14'
            use: {retentionDay1: 35%, retentionDay14: 9%}
                                      ^ write retention: {1: 35%, 14: 9%}, with all days that you know
        """)
    #expect(
      growthMistakes(in: "title: x\nuse: {retention: 35%}\n").contains(
        "^ write {1: 35%, 7: 15%, 30: 8%}"))
    #expect(
      growthMistakes(in: "title: x\n", set: ["use.retentionDay30=5%"]).contains(
        "^ write retention: {30: 5%}, with all days that you know"))
    #expect(
      growthMistakes(in: "title: x\nuse: {retention: {7: 80%}}\n").contains(
        "'use.retention' has 0.8 on day 7, and at 1 sessions a day only 63.2% of all members are active "
          + "on a day"))
  }

  @Test(arguments: [
    ("recipients.tap=2", "--set recipients.tap=2: error: 'recipients.tap' must be a share"),
    ("recipient.tap=2%", "did you mean recipients.tap?"),
    (
      "sharing.promptTap=70%",
      "error: 'sharing.promptDismiss', by default 0.4, and promptTap must not"
    ),
    (
      "market.people=900",
      "error: 'arrivals.seeds', by default 1000, must not exceed the 900 people"
    ),
    ("attribution.windowDays=60", "contradicts attribution.windowDays = 60"),
    ("onboarding.organicScreens=30", "Screens' is 30, but with these policies a journey has from"),
    ("onboarding.signUpWall=afterFirstMeaningfulInteraction", "'onboarding.invitedScreens' is 12"),
    ("signup.otpExpirySeconds=99999999999999", "must be at most 31557600000 seconds"),
    ("start=2026-01-06T00:00:00Z", "^ write 2026-01-05T00:00:00Z"),
    ("start=1969-12-30T00:00:00Z", "^ write 1969-12-29T00:00:00Z"),
  ])
  func `a change from the command line is told where it stands`(change: String, told: String) {
    let mistakes = growthMistakes(in: "title: x\n", set: [change])
    #expect(mistakes.contains(told), "\(mistakes)")
  }

  @Test(arguments: [
    (
      "recipients: {tap: 0.4%}", "'recipients.tap' is 0.40%, and is usually 36.0% to 56.0%",
      "did you mean 40.0%?"
    ),
    (
      "recipients: {install: 0.05%}",
      "and is usually 1.0% to 100.0%", "did you mean 5.0%?"
    ),
    (
      "sharing: {recipients: 300}", "is more people a share than any source counts",
      "not of a month"
    ),
    (
      "market: {people: 20_001}\narrivals: {organicPerDay: 300_000}",
      "'arrivals.organicPerDay' is more newcomers a day than the market has people: 20_001",
      "write more there"
    ),
  ])
  func `a likely slip has a warning with the usual range`(
    text: String, words: String, remedy: String
  ) throws {
    let warnings = try "\(readGrowth("title: x\n" + text + "\n").warnings)"
    #expect(warnings.contains(words) && warnings.contains(remedy), "\(warnings)")
    // A source of one's own knows better.
    let sourced = try readGrowth("title: x\nrecipients: {tap: {value: 0.4%, source: ours}}\n")
    #expect(sourced.warnings.isEmpty)
  }

  @Test func `a decimal comma outside of quotes has its own words`() {
    let told = growthMistakes(in: "title: x\nrecipients: {tap: 0,4}\n")
    #expect(told.contains("unknown key 'recipients.4'"))
    #expect(told.contains("a comma ends the value before it: write tap: 0.4"), "\(told)")
  }

  @Test func `what is above a share's range is led down to it, and what is below it up`() {
    #expect(
      growthMistakes(in: "title: x\nuse: {freshStarts: 120%, retention: {1: 0}}\n") == """
        loop.yaml:2:20: error: 'use.freshStarts' must be a share from 0.01 to 1, not '120%'
            use: {freshStarts: 120%, retention: {1: 0}}
                               ^ write 1
        loop.yaml:2:41: error: 'use.retention.1' must be a share from 0.0001 to 1, not '0'
            use: {freshStarts: 120%, retention: {1: 0}}
                                                    ^ write 0.0001
        """)
  }

  @Test func `a precision is a half width or a share, and names its metric`() {
    #expect(
      growthMistakes(in: "title: Precise\nprecision: {halfWidth: 0, share: 2}\n") == """
        loop.yaml:2:12: error: 'precision.metric' is missing: it must be text of 1 to 100 characters
            precision: {halfWidth: 0, share: 2}
                       ^
        loop.yaml:2:24: error: 'precision.halfWidth' must be a number above 0, or none, not '0'
            precision: {halfWidth: 0, share: 2}
                                   ^ write a number such as 1.5, or none
        loop.yaml:2:34: error: 'precision.share' must be a share from 0.0001 to 1, or none, not '2'
            precision: {halfWidth: 0, share: 2}
                                             ^ write 2%, or none
        """)
    let both = "precision: {metric: k.cohort, halfWidth: 0.1, share: 2%}"
    #expect(
      growthMistakes(in: "title: Precise\n\(both)\n") == """
        loop.yaml:2:54: error: 'precision.share' cannot stand beside a halfWidth
            \(both)
                                                                 ^ give one of the two
        """)
  }

  /// A proposal that is refused itself, or that means something else, sends its reader in a circle.
  @Test(arguments: [
    ("days: @", "6months", "180", "write #"), ("days: @", "2 weeks", "14", "write #"),
    ("days: @", "90days", "90", "write #"), ("days: @", "1w", "7", "write #"),
    ("rollout: {days: @}", "2weeks", "14", "write #, or none"),
    ("start: @", "2026-10-01", "2026-09-28T00:00:00Z", "write #, the Monday before it"),
    ("start: @", "2026-10-05T09:30", "2026-10-05T00:00:00Z", "write #"),
    ("start: @", "01.10.2026", "2026-09-28T00:00:00Z", "write #, the Monday before it"),
    ("arrivals: {organicPerDay: @}", "300/day", "300", "write #: it is a number a day"),
    ("arrivals: {organicPerDay: @}", "9000/month", "300", "write #: it is a number a day"),
    ("arrivals: {organicPerDay: @}", "many", "1.5", "write a number such as #"),
    ("use: {sessionsPerDay: @}", "7/week", "1", "write #: it is a number a day"),
    ("sharing: {recipients: @}", "3/share", "3", "write #"),
    ("sharing: {recipients: @}", "\"2,5\"", "2.5", "write #"),
    ("market: {contactsMedian: @}", "\"1,500\"", "1500", "write #"),
    ("market: {people: @}", "\"100,000\"", "100_000", "write #"),
    ("recipients: {tap: @}", "\"0,4\"", "0.4", "write #"),
    ("recipients: {tap: @}", "\"12,5%\"", "0.125", "write #"),
    ("experiment: {arms: {control: {}, b: {}}, lasts: @}", "2months", "60d", "write #"),
    ("experiment: {arms: {control: {}, b: {}}, lasts: @}", "-5d", "1d", "write at least #"),
    ("experiment: {arms: {control: {}, b: {}}, lasts: @}", "60", "60d", "write # or 60h"),
    ("experiment: {arms: {control: {}, b: {}}, lasts: @}", "long", "7d", "write # or 36h"),
    ("experiment: {arms: {control: {}, b: {}}, perArm: @}", "5000/arm", "5000", "write #, or none"),
    (
      "experiment: {arms: {control: {}, b: {}}, beside: @}", "time", "[time]",
      "write it as #, or none"
    ),
    ("rollout: {reaction: @}", "60d", "14d", "write at most #"),
    ("policy: {rewards.mode: @}", "doubleSided", "bothSides", "did you mean #?"),
  ])
  func `what is proposed for a wrong value is what was meant, and is accepted`(
    text: String, wrong: String, right: String, remedy: String
  ) {
    let told = growthMistakes(in: text.replacing("@", with: wrong) + "\n")
    let words = "^ \(remedy.replacing("#", with: right))"
    #expect(told.split(separator: "\n").contains { $0.hasSuffix(words) }, "\(told)")
    let key = text.split { !$0.isLetter }.last.map(String.init) ?? ""
    let again = growthMistakes(in: text.replacing("@", with: right) + "\n")
    #expect(!again.contains("\(key)' must"), "\(again)")
  }

  @Test func `steps on the command line are those of the section, where a file has some`() {
    let steps = "rollout.stages=[10%@0, 50%@3d, 100%@7d]"
    let ofSetting = "such as 50@2 (per cent at day)"
    #expect(growthMistakes(in: "title: x\n", set: [steps]).contains(ofSetting))
    let file = "title: x\nrollout: {stages: [10%@0, 100%@7d], guardrails: [], defect: {}}\n"
    let told = growthMistakes(in: file, set: [steps])
    #expect(told.contains("rollout.guardrails") && !told.contains(ofSetting), "\(told)")
  }
}
