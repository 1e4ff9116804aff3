import GrowthloopFindings
import Profiles
import Testing
import Vocabulary

@testable import GrowthloopPlans

@Suite("JSON Schema · what editors complete and check")
struct JSONSchemaTests {
  static let schema = JSONSchema.document(
    Town.self, titled: "Town", meaning: "A town of the tests.")

  static func faults(_ text: String) -> [String] {
    let node = YAMLReader.read(
      SourceText(name: "a", text: text), within: YAMLLimits(), noting: Findings())
    return node.map { SchemaCheck(root: schema).faults(in: $0) } ?? ["not read"]
  }

  @Test func `a field is described by its declaration`() {
    let properties = Self.schema["properties"]
    #expect(
      properties?["weather"]?.description == """
        {
          "description": "What the sky does. Must be fair | rainy | snowedIn.",
          "enum": ["fair", "rainy", "snowedIn"],
          "default": "fair"
        }
        """)
    #expect(
      properties?["click"]?.description == """
        {
          "description": "How many of the invited click. Must be a share such as 30% or 0.3. A: Extole benchmarks. Range: 0.08108 to 0.2609, assumed.",
          "oneOf": [
            {
              "anyOf": [
                {
                  "type": "number",
                  "minimum": 0.0,
                  "maximum": 1.0
                },
                {
                  "type": "string",
                  "pattern": "^\\\\d[\\\\d_]*(\\\\.\\\\d+)?(%|e[-+]?\\\\d{1,3})?$"
                }
              ]
            },
            {
              "type": "object",
              "properties": {
                "value": {
                  "anyOf": [
                    {
                      "type": "number",
                      "minimum": 0.0,
                      "maximum": 1.0
                    },
                    {
                      "type": "string",
                      "pattern": "^\\\\d[\\\\d_]*(\\\\.\\\\d+)?(%|e[-+]?\\\\d{1,3})?$"
                    }
                  ]
                },
                "source": {
                  "$ref": "#/$defs/source"
                },
                "grade": {
                  "$ref": "#/$defs/grade"
                },
                "range": {
                  "type": "array",
                  "items": {
                    "anyOf": [
                      {
                        "type": "number",
                        "minimum": 0.0,
                        "maximum": 1.0
                      },
                      {
                        "type": "string",
                        "pattern": "^\\\\d[\\\\d_]*(\\\\.\\\\d+)?(%|e[-+]?\\\\d{1,3})?$"
                      }
                    ]
                  },
                  "minItems": 2,
                  "maxItems": 2
                },
                "of": {
                  "$ref": "#/$defs/of"
                }
              },
              "required": ["value"],
              "additionalProperties": false
            }
          ],
          "default": 0.15
        }
        """)
    #expect(properties?["title"]?["default"] == nil)
    #expect(Self.schema["additionalProperties"] == .bool(false))
  }

  @Test func `every setting is there, with what it may be`() {
    let settings = Self.schema["$defs"]?["settings"]?["properties"]
    for setting in Setting.all {
      let expected = "Must be \(setting.expects). (\(setting.conflict))"
      guard case .text(let words)? = settings?[setting.name]?["description"] else {
        Issue.record("\(setting.name) is not described")
        continue
      }
      #expect(words.hasSuffix(expected))
    }
    #expect(
      settings?["link.format"]?["enum"] == ["pathCode", "signedQuery", "shortPathCode"])
  }

  @Test(arguments: ProfileID.allCases)
  func `the settings of a profile pass, as a file writes them`(id: ProfileID) {
    let lines = Setting.all.map { setting in
      let value = setting.value(in: Profile(id))
      // Only a bracket at the beginning means something else to YAML.
      return "  \(setting.name): \(value.hasPrefix("[") ? "'\(value)'" : value)\n"
    }.joined()
    #expect(Self.faults("title: x\npolicy:\n\(lines)") == [])
  }

  @Test func `what a setting takes, an editor takes`() throws {
    let candidates = [
      "none", "required", "true", "false", "on", "off", "0", "1", "5", "20", "10_000", "1e3", "0.3",
      "30%", "7d", "36h", "250ms", "50@2", "prompts@14", "rin.app", "Rin", "x, y", "1, 5", "-1",
    ]
    let node = { (text: String) in
      YAMLReader.read(
        SourceText(name: "a", text: text), within: YAMLLimits(), noting: Findings())
    }
    var taken = 0
    for setting in Setting.all {
      for candidate in candidates {
        var profile = Profile.rin
        guard (try? profile.apply([Profile.Override(setting.name, candidate)])) != nil else {
          continue
        }
        taken += 1
        let line = try #require(node("\(setting.name): \(candidate)"))
        let settings = try #require(Self.schema["$defs"]?["settings"])
        #expect(SchemaCheck(root: settings).faults(in: line) == [], "\(setting.name): \(candidate)")
      }
    }
    #expect(taken > Setting.all.count)
  }

  @Test(arguments: [
    ("people: 20", ": anyOf"), ("title: x\nextends: 3", "/extends: type"),
    ("title: x\ntitel: y", "/titel: additionalProperties"),
    ("title: x\npeople: 3", "/people: anyOf"), ("title: x\nhorizon: 7", "/horizon: type"),
    ("title: x\nhorizon: 7 days", "/horizon: pattern"), ("title: x\nclick: 2", "/click: oneOf"),
    ("title: x\nclick: {source: y}", "/click: oneOf"),
    ("title: x\nweather: rain", "/weather: enum"),
    ("title: x\nseeds: [1, 2, 3, 4]", "/seeds: maxItems"),
    ("title: x\ndelay: {grade: E}", "/delay/grade: enum"),
    ("title: x\npolicy: {prompts.lifetimeMax: -1}", "/policy/prompts.lifetimeMax: anyOf"),
    (
      "title: x\npolicy: {prompts.lifetimMax: 1}",
      "/policy/prompts.lifetimMax: additionalProperties"
    ),
    ("title: x\nchannels: {post: {}}", "/channels/post: additionalProperties"),
  ])
  func `what is wrong is seen before we run`(text: String, fault: String) {
    #expect(Self.faults(text) == [fault])
  }

  @Test(arguments: ["extends: a.yaml", "title: 2026", TownTests.whole])
  func `what is right passes`(text: String) {
    #expect(Self.faults(text) == [])
  }

  @Test func `the reference shows every key, and reads as the defaults`() throws {
    let page = ReferencePage.text(of: Town.self)
    #expect(
      page == """
        # What the town is called. Must be given: text of 1 to 40 characters.
        # title: …
        # The position on everything that the documents dispute. Must be rin | product | design.
        profile: rin
        # Single settings that differ from the profile. Must be a mapping from settings to values.
        policy: {}
        # Settings changed on purpose although the profile rules the change out. Must be a mapping from settings to values.
        deliberately: {}
        # How many people live there. Must be a whole number from 10 to 1_000_000.
        people: 10_000
        # Whether anything happens. Must be true or false.
        isSimulated: true
        # What the sky does. Must be fair | rainy | snowedIn.
        weather: fair
        # How long it is watched. Must be a time from 1d to 3650d.
        horizon: 180d
        # When the gates open. Must be a moment such as 2026-02-12T09:30:00Z.
        opens: "2026-01-01T00:00:00Z"
        # How many boats may lie in the harbour. Must be a whole number of at least 1, or none.
        cap: 5
        # The seeds of chance. Must be a list of a whole number of at least 0.
        seeds: [1, 2]
        # How many of the invited click. Must be a share such as 30% or 0.3.
        # A: Extole benchmarks. Range: 0.08108 to 0.2609, assumed.
        click: 0.15
        # How often a person comes. Must be a rate such as 0.3/day.
        # D: assumed.
        sessions: 0.3/day
        # How long an invited person waits.
        # C: Iribarren and Moro.
        delay:
          # Half of them wait longer. Must be a time of at least 1ms.
          median: 9h30m
          # The spread of the logarithm. Must be a number above 0.
          sigma: 1.63
        # Where boats lie.
        harbour:
          # How many boats there are. Must be a whole number of at least 0.
          boats: 3
          # How deep it is, in metres. Must be a number from 0 to 20.
          depth: 4.5
        # The ways of an invite. Must be a mapping from names to values.
        channels: {}

        """)
    var usual = Town()
    usual.title = "x"
    let outcome = try readTown("title: x\n" + page)
    #expect(outcome.value == usual)
    #expect(outcome.source(of: "click") == "A Extole benchmarks")
  }
}
