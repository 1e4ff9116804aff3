import Testing

@testable import growthloop

@Suite("growthloop decide sharing")
struct SharingSubjectTests {
  /// A case from events as (time after nine, type with fields).
  static func line(_ events: (String, String)...) -> String {
    let events = events.map { #"{"at": "2026-03-01T09:00:\#($0)Z", "type": \#($1)}"# }
    return #"{"id": 1, "events": [\#(events.joined(separator: ", "))]}"#
  }

  @Test func `the share screen: copied for a second and a half, then shared as other`() {
    let line = Self.line(
      ("00", #""opened", "from": "profile", "cachedLink": "L""#),
      ("01", #""messageComposed", "text": "Join me""#),
      ("02", #""tapped", "control": "copy""#), ("03.499", #""timePassed""#),
      ("03.500", #""timePassed""#), ("05", #""tapped", "control": "shareVia""#),
      ("09", #""sheetClosed", "result": "completed", "target": "telegram""#))
    #expect(
      answer("sharing", line) == #"""
        {"flow":"shareScreen","id":1,"steps":[\#
        {"actions":[{"action":"log","event":"flowOpened","from":"profile"},\#
        {"action":"composeMessage"},{"action":"showCounts"}],"at":"2026-03-01T09:00:00Z",\#
        "state":"default","type":"opened"},\#
        {"actions":[],"at":"2026-03-01T09:00:01Z","state":"default","type":"messageComposed"},\#
        {"actions":[{"action":"copyToClipboard","link":"L"},{"action":"playHaptic"},\#
        {"action":"showToast","situation":"copied","text":"Copied",\#
        "until":"2026-03-01T09:00:03.500Z"},\#
        {"action":"wake","until":"2026-03-01T09:00:03.500Z"},\#
        {"action":"log","event":"linkCopied","from":"profile"}],"at":"2026-03-01T09:00:02Z",\#
        "state":"copyConfirmed","type":"tapped"},\#
        {"actions":[{"action":"stay","because":"notDue","rule":"SHR-10"}],\#
        "at":"2026-03-01T09:00:03.499Z","state":"copyConfirmed","type":"timePassed"},\#
        {"actions":[],"at":"2026-03-01T09:00:03.500Z","state":"default","type":"timePassed"},\#
        {"actions":[{"action":"presentSheet","link":"L","text":"Join me"},\#
        {"action":"log","event":"shareSheetOpened"}],"at":"2026-03-01T09:00:05Z",\#
        "state":"shareSheetOpen","type":"tapped"},\#
        {"actions":[{"action":"log","channel":"other","event":"shared","from":"profile",\#
        "isCustomized":false}],"at":"2026-03-01T09:00:09Z","state":"default",\#
        "type":"sheetClosed"}]}
        """#)
  }

  @Test func `the sheet alone: it opens when link and message are there, and a toast confirms`() {
    let line = Self.line(
      ("00", #""opened", "from": "contextual""#), ("01", #""linkReady", "link": "L""#),
      ("02", #""messageComposed", "text": "Join me""#),
      ("09", #""sheetClosed", "result": "completed", "target": "messages""#))
    #expect(
      answer("sharing", line, under: "product") == #"""
        {"flow":"shareSheet","id":1,"steps":[\#
        {"actions":[{"action":"log","event":"flowOpened","from":"contextual"},\#
        {"action":"createLink","contacts":[]},{"action":"log","event":"linkCreating"}],\#
        "at":"2026-03-01T09:00:00Z","state":"preparing","type":"opened"},\#
        {"actions":[{"action":"log","event":"linkCreated","from":"contextual"},\#
        {"action":"composeMessage"}],"at":"2026-03-01T09:00:01Z","state":"preparing",\#
        "type":"linkReady"},\#
        {"actions":[{"action":"presentSheet","link":"L","text":"Join me"},\#
        {"action":"log","event":"shareSheetOpened"}],"at":"2026-03-01T09:00:02Z","state":"sharing",\#
        "type":"messageComposed"},\#
        {"actions":[{"action":"log","channel":"imessage","event":"shared","from":"contextual",\#
        "isCustomized":false},{"action":"showToast","situation":"inviteSent",\#
        "text":"Invite sent! You'll be notified when they join."}],\#
        "at":"2026-03-01T09:00:09Z","state":"closed","type":"sheetClosed"}]}
        """#)
  }

  @Test func `the picker: contacts, message, sheet, and five seconds of success`() {
    let line = Self.line(
      ("00", #""opened", "from": "profile", "access": "authorized""#),
      ("01", #""contactsLoaded", "count": 300"#), ("02", #""toggled", "contact": 5"#),
      ("03", #""tapped", "control": "next""#), ("04", #""linkReady", "link": "L""#),
      ("04", #""messageComposed", "text": "Join me""#),
      ("05", #""tapped", "control": "sendVia""#),
      ("09", #""sheetClosed", "result": "completed", "target": "messages""#),
      ("14", #""timePassed""#))
    #expect(
      answer("sharing", line, under: "design") == #"""
        {"flow":"picker","id":1,"steps":[\#
        {"actions":[{"action":"log","event":"flowOpened","from":"profile"},\#
        {"action":"open","screen":"picker"},{"action":"log","event":"pickerOpened"},\#
        {"action":"loadContacts"}],"at":"2026-03-01T09:00:00Z","picker":"loading",\#
        "state":"picker","type":"opened"},\#
        {"actions":[{"action":"log","count":300,"event":"pickerLoaded"}],\#
        "at":"2026-03-01T09:00:01Z","picker":"populated","state":"picker",\#
        "type":"contactsLoaded"},\#
        {"actions":[],"at":"2026-03-01T09:00:02Z","picker":"populated","state":"picker",\#
        "type":"toggled"},\#
        {"actions":[{"action":"log","count":1,"event":"contactsSelected"},\#
        {"action":"open","screen":"message"},{"action":"createLink","contacts":[]},\#
        {"action":"log","event":"linkCreating"}],"at":"2026-03-01T09:00:03Z",\#
        "state":"message","type":"tapped"},\#
        {"actions":[{"action":"log","event":"linkCreated","from":"profile"},\#
        {"action":"composeMessage"}],"at":"2026-03-01T09:00:04Z","state":"message",\#
        "type":"linkReady"},\#
        {"actions":[],"at":"2026-03-01T09:00:04Z","state":"message","type":"messageComposed"},\#
        {"actions":[{"action":"presentSheet","link":"L","text":"Join me"},\#
        {"action":"log","event":"shareSheetOpened"}],"at":"2026-03-01T09:00:05Z","state":"sharing",\#
        "type":"tapped"},\#
        {"actions":[{"action":"log","channel":"messages","count":1,"event":"shared",\#
        "from":"profile","isCustomized":false},{"action":"rememberInvited","contacts":[5]},\#
        {"action":"open","screen":"success"},\#
        {"action":"wake","until":"2026-03-01T09:00:14Z"}],"at":"2026-03-01T09:00:09Z",\#
        "state":"success","type":"sheetClosed"},\#
        {"actions":[{"action":"goBack"}],"at":"2026-03-01T09:00:14Z","state":"closed",\#
        "type":"timePassed"}]}
        """#)
  }

  @Test func `a setting chooses the flow, and with it the events that there are`() {
    let line = Self.line(("00", #""tappedShare""#))
    #expect(
      answer("sharing", line, with: ["--set", "flow.entryOpens=shareSheet"])
        .contains(#"{"action":"stay","because":"notPossibleHere","rule":"SHR-15"}"#))
    #expect(
      mistakes("sharing", line) == [
        "'events[0].type' must be linkFailed | linkTimedOut | timePassed | opened | linkReady | "
          + "messageComposed | countsLoaded | connectivity | tapped | typed | sheetClosed | "
          + "composeClosed, not 'tappedShare'"
      ])
  }

  @Test func `mistakes are told all at once`() {
    let line = Self.line(
      ("00", #""opened", "from": "moon", "access": "denied""#),
      ("00", #""tapped", "control": "next""#), ("00", #""sheetClosed""#))
    #expect(
      mistakes("sharing", line) == [
        "'events[0].from' must be profile | contactDetail | homePrompt | settings | "
          + "profileSettings | navigationMenu | contextual | postAction, not 'moon'",
        "unknown field 'events[0].access'",
        "'events[1].control' must be back | copy | edit | save | cancel | retry | "
          + "shareViaMessages | shareVia | viewActivity, not 'next'",
        "'events[2].result' is missing: it must be cancelled | completed",
      ])
  }
}
