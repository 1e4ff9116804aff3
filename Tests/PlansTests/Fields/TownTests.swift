import GrowthloopFindings
import Profiles
import GrowthloopPlans
import Testing
import Vocabulary

@Suite("Scenarios · a file becomes values")
struct TownTests {
  static let whole = """
    # A town with everything in it.
    title: Rinbury
    profile: product
    policy:
      prompts.lifetimeMax: 5
      flow.entryPoints: [profile, settings]
    people: 20_000
    isSimulated: false
    weather: snowedIn
    horizon: 1d12h
    opens: 2026-02-12T09:30:00Z
    cap: none
    seeds: [7, 8k]
    click: {value: 30%, source: "Extole, 2019", grade: B}
    sessions: 2/week
    delay:
      median: 5.3m
      source: AppsFlyer
      grade: A
    harbour: {boats: 12, depth: 7}
    channels:
      messages: {share: 0.4}
      copy:

    """

  @Test func `what is written holds, and all else is as declared`() throws {
    var expected = Town()
    expected.title = "Rinbury"
    expected.profile = .product
    try expected.profile.apply([
      Profile.Override("prompts.lifetimeMax", "5"),
      Profile.Override("flow.entryPoints", "profile, settings"),
    ])
    expected.people = 20_000
    expected.isSimulated = false
    expected.weather = .snowedIn
    expected.horizon = .hours(36)
    expected.opens = try #require(Instant(iso8601: "2026-02-12T09:30:00Z"))
    expected.cap = nil
    expected.seeds = [7, 8_000]
    expected.click = 0.3
    expected.sessions = Rate(2, per: .days(7))
    expected.delay.median = .milliseconds(318_000)
    expected.harbour = Harbour(boats: 12, depth: 7)
    expected.channels = [
      Named("messages", Channel(share: 0.4)), Named("copy", Channel()),
    ]
    let outcome = try readTown(Self.whole)
    #expect(outcome.value == expected)
    #expect(outcome.warnings.isEmpty)

    var usual = Town()
    usual.title = "x"
    #expect(try readTown("title: x\nharbour:\n  # boats: 4\n").value == usual)
  }

  @Test func `every mistake is told at once, each at its place`() {
    let text = """
      titel: Rinbury
      profile: rinn
      policy:
        prompts.lifetimMax: 3
        prompts.recentShareDays: two weeks
        link.format: [pathCode, 3]
        prompts:
          minSession: 4
      people: 3
      isSimulated: yes
      weather: rany
      horizon: 7 days
      opens: tomorrow
      cap: 0
      seeds: [1, -2, x, 4]
      click: {valeu: 30, grade: E}
      sessions: 5
      delay: {median: 90, sigma: 0, sgima: 1}
      harbour: 7
      channels: {mesages: {}, copy: {share: 140%}}

      """
    #expect(
      mistakes(in: text) == """
        town.yaml:1:1: error: unknown key 'titel'
            titel: Rinbury
            ^ did you mean title?
        town.yaml:2:10: error: unknown profile 'rinn'
            profile: rinn
                     ^ did you mean rin?
        town.yaml:4:3: error: unknown setting 'prompts.lifetimMax'
            prompts.lifetimMax: 3
            ^ did you mean prompts.lifetimeMax?
        town.yaml:5:28: error: 'prompts.recentShareDays' must be a number of days, or a time such as \
        7d, 36h, 10m, 5s or 250ms, or none, not 'two weeks'
            prompts.recentShareDays: two weeks
                                     ^ write 14, or none
        town.yaml:6:16: error: 'link.format' must be pathCode | signedQuery | shortPathCode, \
        not a list
            link.format: [pathCode, 3]
                         ^ write pathCode
        town.yaml:7:3: error: unknown setting 'prompts'
            prompts:
            ^ write prompts.minSession: … in one line
        town.yaml:9:9: error: 'people' must be a whole number from 10 to 1_000_000, not '3'
            people: 3
                    ^ write at least 10
        town.yaml:10:14: error: 'isSimulated' must be true or false, not 'yes'
            isSimulated: yes
                         ^ write true
        town.yaml:11:10: error: 'weather' must be fair | rainy | snowedIn, not 'rany'
            weather: rany
                     ^ write rainy
        town.yaml:12:10: error: 'horizon' must be a time from 1d to 3650d, not '7 days'
            horizon: 7 days
                     ^ write 7d
        town.yaml:13:8: error: 'opens' must be a moment such as 2026-02-12T09:30:00Z, not 'tomorrow'
            opens: tomorrow
                   ^ write 2026-02-12T09:30:00Z
        town.yaml:14:6: error: 'cap' must be a whole number of at least 1, or none, not '0'
            cap: 0
                 ^ write at least 1, or none
        town.yaml:15:8: error: 'seeds' must be a list with at most 3, not of 4
            seeds: [1, -2, x, 4]
                   ^
        town.yaml:16:9: error: unknown key 'click.valeu'
            click: {valeu: 30, grade: E}
                    ^ did you mean value?
        town.yaml:16:27: error: 'click.grade' must be A | B | C | D, or none, not 'E'
            click: {valeu: 30, grade: E}
                                      ^ write A, or none
        town.yaml:17:11: error: 'sessions' must be a rate such as 0.3/day, not '5'
            sessions: 5
                      ^ write 5/day
        town.yaml:18:17: error: 'delay.median' must be a time of at least 1ms, not '90'
            delay: {median: 90, sigma: 0, sgima: 1}
                            ^ write 90d, 90h, 90m or 90s
        town.yaml:18:28: error: 'delay.sigma' must be a number above 0, not '0'
            delay: {median: 90, sigma: 0, sgima: 1}
                                       ^ write a number such as 1.5
        town.yaml:18:31: error: unknown key 'delay.sgima'
            delay: {median: 90, sigma: 0, sgima: 1}
                                          ^ did you mean sigma?
        town.yaml:19:10: error: 'harbour' must be a mapping of boats, depth, not '7'
            harbour: 7
                     ^
        town.yaml:20:12: error: unknown key 'channels.mesages'
            channels: {mesages: {}, copy: {share: 140%}}
                       ^ did you mean messages?
        town.yaml:20:39: error: 'channels.copy.share' must be a share such as 30% or 0.3, not '140%'
            channels: {mesages: {}, copy: {share: 140%}}
                                                  ^ write a share from 0% to 100%
        """)
  }

  @Test func `what several keys show together is told at one of them`() {
    #expect(
      mistakes(in: "title: x\npeople: 20\nharbour:\n  boats: 21\n") == """
        town.yaml:4:10: error: 'harbour.boats' must not exceed the 20 people
            boats: 21
                   ^ write at most 20
        """)
    // A value that holds by default has the place of the whole.
    #expect(
      mistakes(in: "# Rain\ntitle: x\nweather: rainy\ndelay: {sigma: 6, grade: D}\n") == """
        town.yaml:2:1: error: 'harbour.depth', by default 4.5, is too little for rain
            title: x
            ^
        town.yaml:4:16: error: 'delay.sigma' is beyond all reason
            delay: {sigma: 6, grade: D}
                           ^
        """)
    // Not before each by itself is right.
    #expect(!mistakes(in: "people: 20\nharbour: {boats: 21}\n").contains("exceed"))
  }

  @Test func `a doubt is told, and the scenario holds`() throws {
    let outcome = try readTown("title: x\nclick: {value: 95%, grade: B}\n")
    #expect(outcome.value.click == 0.95)
    #expect(
      outcome.warnings.description == """
        town.yaml:2:16: warning: 'click' is hard to believe
            click: {value: 95%, grade: B}
                           ^
        town.yaml:2:28: warning: 'click.grade' is B, and no source is named
            click: {value: 95%, grade: B}
                                       ^ name the source, or write D
        """)
  }

  @Test func `nothing where something must stand is told`() {
    #expect(
      mistakes(in: "title:\npeople: ~\nseeds: {}\nweather: [fair]\n") == """
        town.yaml:1:7: error: 'title' is empty: it must be text of 1 to 40 characters
            title:
                  ^
        town.yaml:2:9: error: 'people' is empty: it must be a whole number from 10 to 1_000_000
            people: ~
                    ^ write 10_000 or 10k
        town.yaml:3:8: error: 'seeds' must be a list of a whole number of at least 0, not a mapping
            seeds: {}
                   ^ write it as [ …, … ]
        town.yaml:4:10: error: 'weather' must be fair | rainy | snowedIn, not a list
            weather: [fair]
                     ^
        """)
  }

  @Test func `what must be given is missed where its mapping begins`() {
    #expect(
      mistakes(in: "# A town\npeople: 20\nclick: {source: Extole}\n") == """
        town.yaml:2:1: error: 'title' is missing: it must be text of 1 to 40 characters
            people: 20
            ^
        town.yaml:3:8: error: 'click' has no value: it must be a share such as 30% or 0.3
            click: {source: Extole}
                   ^ write value: … beside the source
        """)
  }

  @Test func `the parameters tell what they rest on`() throws {
    #expect(
      try readTown(Self.whole).evidence == [
        "click = 0.3 B false 14", "sessions = 2/week - true 15",
        "delay = {median: 5m18s, sigma: 1.63} A false 17",
        "channels.messages.share = 0.4 - true 22", "channels.copy.share = 0.5 D true 0",
      ])
  }

  @Test func `evidence by default speaks for the default alone`() throws {
    let usual = ["click = 0.15 A false", "sessions = 0.3/day D true"]
    let delay = "delay = {median: 9h30m, sigma: 1.63} C false"
    #expect(try readTown("title: x\n").evidence == usual.map { $0 + " 0" } + [delay + " 0"])
    // The same value in other words is the same value.
    let repeated = "title: x\nclick: 15%\nsessions: {value: 0.3/day}\ndelay: {sigma: 1.63}\n"
    #expect(
      try readTown(repeated).evidence == [usual[0] + " 2", usual[1] + " 3", delay + " 4"])
    #expect(
      try readTown("title: x\nclick: 16%\ndelay: {sigma: 1.6}\n").evidence == [
        "click = 0.16 - true 2", "sessions = 0.3/day D true 0",
        "delay = {median: 9h30m, sigma: 1.6} - true 3",
      ])
    // Who grades the default anew is believed.
    let graded = try readTown("title: x\nclick: {value: 15%, grade: D}\n").parameters[0]
    #expect(graded.grade == .d && graded.source == nil)
  }
}
