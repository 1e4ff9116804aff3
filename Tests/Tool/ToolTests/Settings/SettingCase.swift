/// A case of a subject in which further settings matter.
struct SettingCase: Sendable {
  let subject: String
  let line: String

  private init(_ subject: String, _ line: String) {
    self.subject = subject
    self.line = line
  }

  /// A case with events on the first of March 2026, a second after each other.
  private init(_ subject: String, events: [String], more: String = "") {
    let events = events.enumerated().map { second, event in
      let time =
        "2026-03-01T09:\(String(100 + second / 60).dropFirst()):"
        + "\(String(100 + second % 60).dropFirst())Z"
      return #"{"at": "\#(time)", "type": \#(event)}"#
    }
    self.init(subject, #"{"id": 1, \#(more) "events": [\#(events.joined(separator: ", "))]}"#)
  }

  /// The settings without which nothing is to be decided at a place.
  static let needs = ["decide suggestions": ["contacts.frequentSuggestions=on"]]

  static let all = single + onboarding + sharing

  private static let single = [
    SettingCase("codes", #"{"id": 1, "text": "https://rin.app/invite/a3Xk9m2Q"}"#),
    SettingCase(
      "attribution",
      """
      {"id": 1, "principal": "ann", "installAt": "2026-03-10T09:00:00Z", "clicks": [\
      {"seq": 1, "at": "2026-02-01T09:00:00Z", "inviter": "bob", "link": "valid", \
      "inviterState": "active"}]}
      """),
    matching(clickedAt: "2026-02-27T20:00:00Z"), matching(clickedAt: "2026-02-20T20:00:00Z"),
    matching(clickedAt: "2026-01-20T20:00:00Z"),
    SettingCase(
      "visibility",
      """
      {"id": "bob", "shares": 1, "invites": [{"completed": "2026-02-12T09:30:00Z", \
      "invitee": 12, "name": "Ann"}, {"completed": "2026-02-13T09:30:00Z", "invitee": 13, \
      "name": "Cy"}]}
      """),
    SettingCase(
      "dashboard", #"{"id": 1, "events": [{"type": "opened"}, {"type": "failed"}]}"#),
    SettingCase(
      "dashboard", #"{"id": 1, "events": [{"type": "opened"}, {"type": "foundNoNetwork"}]}"#),
    SettingCase("preview", #"{"id": 1, "link": "expired", "senderName": "Bob"}"#),
    SettingCase(
      "links", #"{"id": 1, "code": "a3Xk9m2Q", "inviter": "u-7", "opening": "customScheme"}"#),
    SettingCase(
      "suggestions",
      """
      {"id": 1, "link": "https://app.example.com/invite/a3Xk9m2Q", "contacts": [{"contact": 1, \
      "firstName": "\(String(repeating: "A", count: 90))", "messages": 12}], \
      "access": "authorized", "explained": true}
      """),
  ]

  private static func matching(clickedAt moment: String) -> SettingCase {
    let device = #""address": "a1", "platform": "iOS", "osVersion": "26.1", "model": "p7""#
    return SettingCase(
      "matching",
      """
      {"id": 1, "launchAt": "2026-03-02T09:00:00Z", "device": {\(device)}, "clicks": [{"seq": 1, \
      "at": "\(moment)", "link": "a3Xk9m2Q", "signals": {\(device)}}]}
      """)
  }

  /// Newcomers of the design and of the product, who are asked for contacts at home.
  private static let onboarding = [false, true].flatMap { isInvited in
    ["limited", "denied"].flatMap { access in
      [
        [
          #""launched""#, #""continued""#, #""continued""#, #""account""#, #""continued""#,
          #""continued""#, #""skipped""#, #""occasion", "occasion": "flowEntry""#,
          #""continued""#, #""contacts", "access": "\#(access)""#,
          #""occasion", "occasion": "actionNeedsContacts""#,
        ],
        [
          #""launched""#, #""continued""#, #""continued""#, #""continued""#, #""interacted""#,
          #""account""#, #""occasion", "occasion": "actionNeedsContacts""#, #""continued""#,
          #""contacts", "access": "\#(access)""#,
        ],
      ].map { events in
        SettingCase("onboarding", events: events, more: #""isInvited": \#(isInvited),"#)
      }
    }
  }

  private static let opened = #""opened", "from": "profile""#
  private static let link = #""linkReady", "link": "https://rin.app/invite/a3Xk9m2Q""#
  private static let composed = #""messageComposed", "text": "Join me""#

  /// The flows of the three profiles: without a network, with a refused address book, with more
  /// contacts than a batch has, and with a share by WhatsApp.
  private static let sharing = [
    [#"\#(opened), "isOnline": false"#, #""timePassed""#],
    [
      #""opened", "from": "profileSettings", "isOnline": false"#, link, composed, #""tappedShare""#,
    ],
    [opened, #""linkFailed""#], [opened, #""linkTimedOut""#],
    [
      #""opened", "from": "profileSettings""#, link, composed,
      #""sheetClosed", "result": "completed", "target": "whatsapp""#,
    ],
    [
      opened, link, composed, #""tapped", "control": "shareVia""#,
      #""sheetClosed", "result": "completed", "target": "whatsapp""#,
    ],
    [#"\#(opened), "access": "limited""#, #""contactsLoaded", "count": 3"#],
    [
      #"\#(opened), "explainedBefore": true"#, #""permissionTapped", "control": "allowLink""#,
      #""systemAnswered", "access": "limited""#,
    ],
    [
      #"\#(opened), "access": "authorized", "isOnline": false"#, #""contactsLoaded", "count": 40"#,
      #""toggled", "contact": 1"#, #""tapped", "control": "next""#,
      #""tapped", "control": "sendVia""#,
    ],
    [#"\#(opened), "access": "authorized""#, #""contactsLoaded", "count": 60"#] + picked(1...24),
    [#"\#(opened), "access": "authorized""#, #""contactsLoaded", "count": 60"#] + picked(1...8)
      + [
        #""tapped", "control": "next""#, link, composed, #""tapped", "control": "sendVia""#,
        #""sheetClosed", "result": "completed", "target": "whatsapp""#,
        #""tapped", "control": "inviteMore""#,
      ] + picked(11...16),
  ].map { SettingCase("sharing", events: $0) }

  private static func picked(_ contacts: ClosedRange<Int>) -> [String] {
    contacts.map { #""toggled", "contact": \#($0)"# }
  }
}
