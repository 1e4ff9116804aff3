import Foundation
import GrowthloopFindings
import Profiles
import Testing
import Vocabulary

@testable import growthloop

@Suite("growthloop decide home")
struct HomeSubjectTests {
  private static let people = """
    "contacts": [{"contact": 1, "given": "Sarah", "phones": ["+1 555 0100"], "birthday": "03-03"}, \
    {"contact": 2, "given": "Jon", "circles": ["Family"], "emails": ["jon@acme.com"]}, \
    {"contact": 3, "given": "John"}], "circles": [{"name": "Family", "emoji": "👪"}]
    """

  /// A case from events as (time of the day, type with fields).
  private static func line(_ events: (String, String)...) -> String {
    let events = events.map { #"{"at": "2026-03-02T\#($0)Z", "type": \#($1)}"# }
    return #"{"id": 1, \#(people), "events": [\#(events.joined(separator: ", "))]}"#
  }

  private static let pair = #"""
    "sync", "pairs": [{"contacts": [2, 3], "percent": 92, "evidence": ["name", "phone"]}]
    """#

  /// The parts of one step: a path of keys and places.
  private static func part(
    _ step: Int, _ path: String..., of line: String, with options: [String] = []
  ) throws -> JSONValue? {
    var value: JSONValue? = try JSONParser.parse(
      Array(answer("home", line, with: options).utf8))
    for key in ["steps", "\(step)"] + path {
      switch value {
      case .object(let members): value = members[key]
      case .array(let elements): value = Int(key).map { elements[$0] }
      default: return nil
      }
    }
    return value
  }

  @Test func `the whole answer: a tap on a card, its route, its event, and the screen as it was`() {
    let line = Self.line(
      ("09:00:00", #""open""#),
      ("09:00:01", #""card", "section": "upcoming", "card": 1, "action": "view""#))
    let steps = answer("home", line).split(separator: #"{"at":"2026-03-02T09:00:01Z","#)
    #expect(
      steps.last == #"""
        "events":[{"name":"home.upcoming_action","properties":[{"name":"action","value":"view"},\#
        {"name":"event_type","value":"birthday"}]}],"route":{"contact":"1","kind":"push",\#
        "target":"contactDetail"},"rule":"RTE-04","type":"card"}]}
        """#)
  }

  @Test func `the screen: sections, cards, badge, list, what is spoken and stored`() throws {
    let line = Self.line(("09:00:00", Self.pair))
    #expect(
      answer("home", line) == #"""
        {"id":1,"steps":[{"at":"2026-03-02T09:00:00Z","badge":{"effect":"recounted",\#
        "rule":"BDG-11"},"events":[],"rule":"PTR-13","screen":{"above":[\#
        {"cards":[{"actions":["Merge","Not Same","Skip"],"contact":2,\#
        "lines":["92% match - Phone + Name"],"spoken":\#
        "Possible duplicate, Jon and John, 92 percent match","title":"Jon <-> John"},\#
        {"actions":[],"contact":3,"lines":[],"title":"John"}],"count":2,\#
        "header":"NEEDS ATTENTION","isCollapsed":false,"item":"needsAttention","rule":"SEC-03",\#
        "spoken":{"hint":"Double tap to expand or collapse","label":"Needs attention, 2 items"}},\#
        {"cards":[{"actions":["View","Dismiss"],"avatar":"S","contact":1,\#
        "lines":["Tomorrow, Mar 3"],"title":"Sarah - Birthday"}],"header":"UPCOMING",\#
        "isCollapsed":false,"item":"upcoming","rule":"SEC-03","spoken":{"hint":\#
        "Double tap to expand or collapse","label":"Upcoming, 1 item"}}],\#
        "absent":[{"because":"nothing","rule":"SEC-02","section":"scoreChanged"},\#
        {"because":"nothing","rule":"SEC-02","section":"recentlyAdded"},\#
        {"because":"nothing","rule":"SEC-02","section":"enrichmentUpdates"},\#
        {"because":"nothing","rule":"SEC-02","section":"suggestedCircles"}],\#
        "badge":{"spoken":"Home, 1 item needs attention","text":"1"},"behind":[],\#
        "buttons":["+ Add"],"list":{"groups":[{"rows":[{"avatar":"J","contact":3,\#
        "isEnriched":false,"spoken":"John, No contact info","subtitle":"No contact info",\#
        "title":"John"},{"avatar":"J","contact":2,"isEnriched":false,\#
        "spoken":"Jon, jon@acme.com, in Family","subtitle":"jon@acme.com","title":"Jon"}],\#
        "title":"J"},{"rows":[{"avatar":"S","contact":1,"isEnriched":false,\#
        "spoken":"Sarah, +1 555 0100","subtitle":"+1 555 0100","title":"Sarah"}],"title":"S"}],\#
        "header":"ALL CONTACTS (3)"},"regions":["navigationBar","searchBar","smartSections",\#
        "contactList","tabBar"],"search":"available","state":"pendingReview",\#
        "stored":{"list":"alphabetical nameAscending ","shelf":""},"title":"Rin"},\#
        "type":"sync"}]}
        """#)
  }

  @Test func `CNF-41 · a prompt card behind "See 1 More Sections" is not shown, and why`() throws {
    let line = Self.line(
      ("09:00:00", Self.pair), ("09:00:01", #""score", "score": 69, "tier": "Good""#),
      ("09:00:02", #""score", "score": 72, "tier": "Good""#), ("09:00:03", #""promptWaits""#))
    #expect(
      try Self.part(3, "screen", "prompt", of: line)
        == JSONParser.parse(
          Array(#"{"because":"behindMore","isShown":false,"rule":"CNF-41"}"#.utf8)))
    #expect(try Self.part(3, "screen", "more", of: line) == .text("See 1 More Sections"))
    for setting in [
      "prompts.cardPosition=afterNeedsAttention", "prompts.cardCountsTowardSectionLimit=false",
    ] {
      #expect(
        try Self.part(3, "screen", "prompt", "isShown", of: line, with: ["--set", setting])
          == .bool(true))
    }
  }

  @Test(arguments: [
    ("home.defaultGrouping", "byCircle"), ("home.collapsePersistence", "launch"),
    ("home.scoreCardHours", "2"), ("home.tabBadgeCounts", "allItems"),
    ("home.rowSubtitle", "none"), ("home.multiSelectEntry", "none"),
    ("prompts.cardPosition", "none"), ("prompts.cardCountsTowardSectionLimit", "false"),
  ])
  func `CNF-57, CNF-41 · every setting of the tab changes the answer to the example`(
    key: String, value: String
  ) {
    let line = growthloop("decide", "home", "--example").output
    let plain = answer("home", line)
    let other = answer("home", line, with: ["--set", "\(key)=\(value)"])
    #expect(plain != other && !other.contains(#""error""#))
  }

  @Test(arguments: ["product", "design"])
  func `CNF-57 · a profile without a home tab says so at every event`(profile: String) {
    let line = Self.line(("09:00:00", #""open""#), ("09:00:01", #""add""#))
    #expect(
      answer("home", line, under: profile) == #"""
        {"id":1,"steps":[{"at":"2026-03-02T09:00:00Z","because":"noSections","events":[],\#
        "rule":"CNF-57","type":"open"},{"at":"2026-03-02T09:00:01Z","because":"noSections",\#
        "events":[],"rule":"CNF-57","type":"add"}]}
        """#)
  }

  @Test func `every type of event is understood, and none is a crash`() {
    let line = Self.line(
      ("09:00:00", #""launch""#), ("09:00:00", #""foreground""#), ("09:00:00", #""pull""#),
      ("09:00:00", #""syncFailed""#), ("09:00:00", #""offline""#), ("09:00:00", #""pull""#),
      ("09:00:00", #""online""#), ("09:00:00", #""enter", "contact": 4, "given": "Cy""#),
      (
        "09:00:00",
        #""remind", "contact": 4, "due": "2026-03-03T09:00:00Z", "text": "Call""#
      ),
      ("09:00:00", #""background""#), ("09:00:00", #""promptGone""#),
      ("09:00:00", #""link", "link": "rin://home?section=upcoming""#),
      ("09:00:00", #""link", "link": "rin://settings""#),
      ("09:00:00", #""showAgain", "section": "upcoming""#),
      ("09:00:00", #""seeAll", "section": "recentlyAdded""#), ("09:00:00", #""more""#),
      ("09:00:00", #""inSight", "section": "upcoming", "percent": 60"#),
      ("09:00:02", #""inSight", "section": "upcoming", "percent": 60"#),
      ("09:00:02", #""typed", "text": "x""#), ("09:00:02", #""search""#),
      ("09:00:02", #""typed", "text": "cy""#), ("09:00:02", #""cancelSearch""#),
      ("09:00:02", #""group", "grouping": "byCircle""#),
      ("09:00:02", #""sort", "sort": "recentlyAdded""#),
      ("09:00:02", #""filter", "circle": "Family""#), ("09:00:02", #""tapRow", "contact": 2"#),
      ("09:00:02", #""tapRow", "contact": 99"#), ("09:00:02", #""longPressRow", "contact": 2"#),
      ("09:00:02", #""done""#), ("09:00:02", #""select""#),
      (
        "09:00:03",
        #"""
        "sync", "contacts": [{"contact": 5, "family": "Roy", "addedAt": "2026-03-01T00:00:00Z"}], \#
        "removed": [1], "additions": [{"contact": 5, "fields": [{"field": "company", \#
        "value": "Acme"}, {"field": "birthday", "value": "1990-03-04"}]}], \#
        "conflicts": [{"conflict": 1, "contact": 2, "field": "Name", "between": ["Phone", "Rin"]}]
        """#
      ), ("09:00:04", #""card", "section": "needsAttention", "card": 1, "action": "resolve""#),
      ("09:00:05", #""more""#))
    let text = answer("home", line)
    #expect(!text.contains(#""error""#))
    for reason in ["notOurLink", "noLink", "noSearch", "noSuchContact", "noSync"] {
      #expect(text.contains("\"because\":\"\(reason)\""), "\(reason)")
    }
    for event in [
      "home.section_viewed", "home.filter_changed", "home.contact_selected",
      "home.multi_select_started", "home.deep_link_handled",
    ] {
      #expect(text.contains(event), "\(event)")
    }
    #expect(text.contains(#""lines":["+ Company: Acme","+ Birthday: Mar 4"]"#))
    #expect(text.contains("Conflict: Jon") && text.contains("Name differs between Phone/Rin"))
  }

  /// A day in which everything is tapped that the home document logs.
  private static let fullDay = #"""
    {"id": 1, "circles": [{"name": "Work"}], "contacts": [\#
    {"contact": 1, "given": "Ann", "emails": ["a@acme.com"], "circles": ["Work"]}, \#
    {"contact": 2, "given": "Bob", "emails": ["b@acme.com"], "circles": ["Work"]}, \#
    {"contact": 3, "given": "Cy", "emails": ["c@acme.com"], "birthday": "03-03"}, \#
    {"contact": 4, "given": "Di", "emails": ["d@acme.com"]}, \#
    {"contact": 5, "given": "Ed", "emails": ["e@acme.com"]}, \#
    {"contact": 6, "given": "Flo", "emails": ["f@acme.com"]}], "events": [
    """#
    + [
      #""onboarded""#, #""open""#, #""add""#, #""pull""#,
      #"""
      "sync", "pairs": [{"contacts": [1, 2], "percent": 92, "evidence": ["name"]}], \#
      "additions": [{"contact": 1, "fields": [{"field": "company", "value": "Acme"}]}]
      """#,
      #""score", "score": 69, "tier": "Good""#, #""score", "score": 72, "tier": "Good""#,
      #""background""#, #""more""#, #""inSight", "section": "needsAttention", "percent": 60"#,
      #""header", "section": "upcoming", "gesture": "tap""#,
      #""inSight", "section": "needsAttention", "percent": 60"#,
      #""header", "section": "upcoming", "gesture": "tap""#,
      #""card", "section": "needsAttention", "card": 1, "action": "skip""#,
      #""card", "section": "scoreChanged", "card": 1, "action": "view""#,
      #""card", "section": "upcoming", "card": 1, "action": "view""#,
      #""card", "section": "enrichmentUpdates", "card": 1, "action": "view""#,
      #""card", "section": "suggestedCircles", "card": 1, "action": "review""#,
      #""confirmCircle", "card": 1, "without": [6]"#,
      #""header", "section": "upcoming", "gesture": "hide""#, #""search""#, #""cancelSearch""#,
      #""group", "grouping": "byCircle""#, #""tapRow", "contact": 2"#,
      #""longPressRow", "contact": 6"#, #""tool", "tool": "addToCircle""#,
      #""pickCircle", "circle": "Work""#, #""done""#, #""select""#,
      #""selectAll", "contacts": [3, 4]"#, #""tool", "tool": "delete""#, #""confirmDelete""#,
      #""pickCircle", "circle": "Work""#, #""link", "link": "rin://home?section=upcoming""#,
      #""link", "link": "rin://home/twice""#,
    ].enumerated().map { second, type in
      let digits = "\(second + 100)".dropFirst()
      return #"{"at": "2026-03-02T09:00:\#(digits)Z", "type": \#(type)}"#
    }.joined(separator: ",") + "]}"

  @Test
  func `ANA-20, ANA-21 · each event that the home document names is logged by a tap of a day`()
    throws
  {
    let day = try JSONParser.parse(Array(answer("home", Self.fullDay).utf8))
    let logged = (day["steps"]?.elements ?? []).flatMap { $0["events"]?.elements ?? [] }
    let names = Set(logged.compactMap { $0["name"]?.word })
    let listed = ListedEvent.all(in: .rin).filter { $0.sources == [.home] }.map(\.name)
    #expect(names == Set(listed))
    #expect(listed.filter { $0.hasPrefix("home.") }.count == 18)
  }

  @Test
  func `SGC-08, SEL-10, SEL-13, ANA-17 · a reviewed circle, a picked one, and a confirmed removal`()
    throws
  {
    let text = answer("home", Self.fullDay)
    let day = try JSONParser.parse(Array(text.utf8))
    let steps = day["steps"]?.elements ?? []
    func step(_ type: String, _ place: Int = 0) -> JSONValue? {
      let found = steps.filter { $0["type"]?.word == type }
      return found.indices.contains(place) ? found[place] : nil
    }
    #expect(step("confirmCircle")?["rule"] == "SGC-08")
    #expect(step("confirmCircle")?["events"] == [], "the document lists no event for it")
    #expect(step("tool")?["route"]?["target"] == "circlePicker")
    #expect(step("tool", 1)?["rule"] == "SEL-13")
    #expect(step("tool", 1)?["events"] == [], "nothing is removed before the consent")
    let properties = [step("pickCircle"), step("confirmDelete")].map {
      $0?["events"]?.elements.first?["properties"]
    }
    #expect(
      properties[0] == [
        ["name": "action", "value": "add_to_circle"], ["name": "selected_count", "value": 1],
        ["name": "target_circle", "value": "Work"],
      ])
    #expect(
      properties[1] == [
        ["name": "action", "value": "delete"], ["name": "selected_count", "value": 2],
      ])
    #expect(step("pickCircle", 1)?["because"] == "nothingSelected")
  }

  @Test func `every mistake is reported at once`() {
    let line = #"""
      {"id": 1, "circles": [{"name": "A"}, {"name": "A"}], "contacts": [{"contact": 1, \#
      "circles": ["B"], "birthday": "02-30"}], "events": [{"at": "2026-03-02T09:00:00Z", \#
      "type": "sync", "pairs": [{"contacts": [1, 1], "percent": 101, "evidence": ["hair"]}], \#
      "conflicts": [{"conflict": 1, "contact": 1, "field": "Name", "between": ["Phone"]}]}, \#
      {"at": "2026-03-02T09:00:00Z", "type": "header", "section": "x", "gesture": "wave"}, \#
      {"at": "2026-03-02T09:00:00Z", "type": "filter", "circle": "B"}]}
      """#
    let found = mistakes("home", line)
    #expect(
      found == [
        "'circles[1].name' is used twice",
        "'contacts[0].birthday' must be a day such as 1990-03-02 or 03-02, not '02-30'",
        "'contacts[0].circles' must be names of 'circles'",
        "'events[0].pairs[0].percent' must be a whole number from 0 to 100, not 101",
        "'events[0].pairs[0].evidence' must be a list of phone | email | name | address",
        "'events[0].pairs[0].contacts' must be the numbers of two contacts",
        "'events[0].conflicts[0].between' must be the two sources that differ",
        "'events[1].gesture' must be tap | swipeLeft | longPress | hide | collapse | hideToday | "
          + "never, not 'wave'",
        "'events[1].section' must be needsAttention | scoreChanged | upcoming | recentlyAdded | "
          + "enrichmentUpdates | suggestedCircles, not 'x'",
        "'events[2].circle' must be the name of one of 'circles'",
      ])
  }
}
