extension SettingEffect {
  static let sharing = [
    SettingEffect("flow.entryOpens=shareSheet", in: .decide("sharing", events: [opened])),
    SettingEffect("flow.entryPoints=settings", in: .decide("sharing", events: [opened])),
    SettingEffect("flow.mergeSelectAndCompose=true", "design", in: picking()),
    SettingEffect("limits.dailyInvites=1", "product", in: twoCreations),
    SettingEffect(
      "limits.dailyCounts=sent", "product", given: "limits.dailyInvites=1", in: twoCreations),
    SettingEffect(
      "limits.batchMax=12", "design",
      in: .decide("limits", events: [("01T09:00:00", #""pick", "picked": 12"#)])),
    SettingEffect(
      "limits.onBatchOverflow=none", "design", in: .refused("a full batch must do something")),
    SettingEffect("limits.softWarningAt=1", "design", in: picking()),
    SettingEffect("limits.softWarningScope=session", "design", in: .elsewhere),
    SettingEffect(
      "limits.reinviteCooldownDays=20", "design",
      in: .decide(
        "limits", events: [("10T09:00:00", #""reinvite", "lastInvitedAt": "2026-03-01T09:00:00Z""#)]
      )),
    SettingEffect(
      "time.dayBoundary=rolling24h", "product", given: "limits.dailyInvites=1",
      in: .decide("limits", events: [("01T23:00:00", #""create""#), ("02T01:00:00", #""create""#)])),
    SettingEffect("share.confirmation=silent", "design", in: picking()),
    SettingEffect("share.successAutoDismissSeconds=1", "design", in: picking()),
    SettingEffect("share.onCancel=returnSilently", "design", in: picking(closing: "cancelled")),
    SettingEffect("share.falseCompletionRate=0.3", in: .elsewhere),
    SettingEffect("share.selectedIsReachedRate=0.3", "design", in: .elsewhere),
    SettingEffect("channels.set=messages, other", in: .decide("events", share)),
    SettingEffect("channels.tracked=true", "design", in: picking()),
    SettingEffect("offline.mode=cachedLink", "product", in: .elsewhere),
    SettingEffect("offline.drainSeconds=1", "design", in: queue),
    SettingEffect("offline.onDrained=none", "product", in: .elsewhere),
    SettingEffect("retry.createTimeoutSeconds=1", in: .elsewhere),
    SettingEffect("retry.createMaxRetries=1", "design", in: .elsewhere),
    SettingEffect("retry.createBaseMs=20", "design", in: .elsewhere),
    SettingEffect("retry.createFactor=8", "design", in: .elsewhere),
  ]

  static let contacts = [
    SettingEffect("contacts.invitePicker=off", "design", in: .elsewhere),
    SettingEffect("contacts.perContactInvite=off", in: .elsewhere),
    SettingEffect("contacts.serverMatching=off", in: .elsewhere),
    SettingEffect(
      "contacts.uploadIds=true", "design", given: "permission.explainer=none", in: picking()),
    SettingEffect(
      "contacts.frequentSuggestions=on",
      in: .decide(
        "suggestions",
        #"{"id": 1, "link": "l", "contacts": [{"contact": 1, "messages": 2}], "#
          + #""access": "limited", "explained": true}"#)),
    SettingEffect("contacts.benchmarkSizes=30", in: .elsewhere),
    SettingEffect("permission.explainer=none", "design", in: .decide("sharing", events: [opened])),
    SettingEffect("permission.reask=never", "design", in: .elsewhere),
    SettingEffect("permission.allowLinkWhenUndetermined=settings", "design", in: .elsewhere),
    SettingEffect("permission.limitedAccess=likeDenied", in: .elsewhere),
    SettingEffect("history.persist=none", "design", in: picking()),
    SettingEffect(
      "history.key=none", in: .refused("a remembered contact needs a form that names no one")),
    SettingEffect("messages.set=productByContext", in: .decide("messages", message)),
    SettingEffect(
      "messages.perChannel=on",
      in: .decide("messages", message.replacing("{\"id", with: "{\"channel\": \"messages\", \"id"))),
    SettingEffect("messages.includeAppName=false", in: .decide("messages", message)),
    SettingEffect(
      "messages.nameRule=firstRecipient",
      in: .decide("messages", message.replacing("[\"Ann\"", with: "[\"Ann\", \"Bob\""))),
    SettingEffect(
      "messages.maxLength=100",
      in: .decide("messages", message.replacing("Ann", with: String(repeating: "A", count: 60)))),
    SettingEffect("messages.countSegments=false", in: .decide("messages", message)),
  ]

  private static let opened = ("01T09:00:00", #""opened", "from": "profile""#)
  private static let twoCreations = Place.decide(
    "limits", events: [("01T09:00:00", #""create""#), ("01T10:00:00", #""create""#)])
  private static let queue = Place.decide(
    "queue",
    events: [
      ("01T09:00:00", #""queued""#), ("01T09:10:00", #""connected""#),
      ("01T09:10:03", #""linkReady", "ticket": 0"#),
    ])
  private static let share = """
    {"id": 1, "user": 7, "session": 3, "event": "shared", "entry": "profile", "channel": "whatsapp"}
    """

  /// The flow of 003 with one ticked contact, until its share sheet closes.
  static func picking(closing result: String = "completed") -> Place {
    .decide(
      "sharing",
      events: [
        ("01T09:00:00", #""opened", "from": "profile", "access": "authorized""#),
        ("01T09:00:01", #""contactsLoaded", "count": 40"#),
        ("01T09:00:02", #""toggled", "contact": 5"#),
        ("01T09:00:03", #""tapped", "control": "next""#),
        ("01T09:00:04", #""linkReady", "link": "https://rin.app/invite/a3Xk9m2Q""#),
        ("01T09:00:05", #""messageComposed", "text": "Join me""#),
        ("01T09:00:06", #""tapped", "control": "sendVia""#),
        ("01T09:00:09", #""sheetClosed", "result": "\#(result)""#),
        ("01T09:00:30", #""timePassed""#),
      ])
  }
}
