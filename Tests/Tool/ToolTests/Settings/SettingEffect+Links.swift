extension SettingEffect {
  static let links = [
    SettingEffect("app.name=Ring", in: .decide("messages", message)),
    SettingEffect("app.name=Ring", "product", given: "gamification.leaderboard=on", in: .elsewhere),
    SettingEffect("link.host=example.org", in: .decide("links", link)),
    SettingEffect(
      "link.scheme=ring", in: .decide("codes", #"{"id": 1, "text": "rin://invite/a3Xk9m2Q"}"#)),
    SettingEffect("link.format=shortPathCode", in: .decide("links", link)),
    SettingEffect(
      "link.signature=none", "product", in: .refused("a signed query needs a signature")),
    SettingEffect("link.signedQueryCarriesCode=true", "product", in: .decide("links", link)),
    SettingEffect("link.codeScope=perInvite", in: .decide("reuse", held)),
    SettingEffect(
      "link.refreshAllowed=true",
      in: .decide("reuse", held.replacing("{\"id", with: "{\"wantsNew\": true, \"id"))),
    SettingEffect("link.maxAcceptances=2", "product", in: .decide("lifecycle", twoAcceptances)),
    SettingEffect("link.onExhausted=personaliseWithoutCredit", "product", in: .elsewhere),
    SettingEffect("link.expiryDays=10", "design", in: .decide("lifecycle", twoAcceptances)),
    SettingEffect(
      "link.expiryCheckedAt=clickAndInstall", "design", given: "link.expiryDays=10",
      in: .decide("lifecycle", twoAcceptances)),
    SettingEffect(
      "link.expiredBehaviour=standardOnboarding", "product", in: .decide("receipt", tap("expired"))),
    SettingEffect(
      "link.expiredBehaviour=appStoreRedirect", given: "link.expiryDays=3",
      "link.expiryCheckedAt=click", in: .elsewhere),
    SettingEffect(
      "link.unknownBehaviour=expiredPage", in: .refused("the only position of the documents")),
    SettingEffect(
      "link.tamperedBehaviour=none", "product", in: .decide("receipt", tap("tampered"))),
    SettingEffect("link.createAt=pickerLoad", "design", in: picking()),
    SettingEffect("api.surface=rest + rpc aliases", in: .elsewhere),
  ]

  static let credit = [
    SettingEffect("attribution.model=firstTouch", in: .decide("attribution", twoClicks)),
    SettingEffect(
      "attribution.invalidClickDisplaces=true",
      in: .decide(
        "attribution",
        arrival("2026-03-05T09:00:00Z", click(1), click(2, "2026-03-04T09:00:00Z", link: "unknown"))
      )),
    SettingEffect("attribution.windowDays=1", in: .decide("attribution", twoClicks)),
    SettingEffect(
      "attribution.windowEndsAt=install",
      in: .decide(
        "attribution",
        arrival(
          "2026-03-05T09:00:00Z", more: #""firstLaunchAt": "2026-03-20T09:00:00Z","#, click(1)))),
    SettingEffect(
      "attribution.windowEndsAt=install", given: "privacy.clickRetentionDays=30", in: .elsewhere),
    SettingEffect(
      "attribution.windowAppliesToDirectOpen=false", given: "privacy.clickRetentionDays=30",
      in: .elsewhere),
    SettingEffect(
      "attribution.windowAppliesToDirectOpen=false",
      in: .decide(
        "attribution",
        arrival(
          "2026-02-01T09:00:00Z",
          more: #""route": "directOpen", "verifiedAt": "2026-03-20T09:00:00Z","#, click(1)))),
    SettingEffect(
      "attribution.recordDeletedReferrer=false",
      in: .decide("attribution", arrival("2026-03-05T09:00:00Z", click(1, state: "deleted")))),
    SettingEffect(
      "attribution.selfReferralByDevice=blockSameDevice",
      in: .decide(
        "attribution",
        arrival("2026-03-05T09:00:00Z", click(1, more: #", "fromInvitersDevice": true"#)))),
    SettingEffect("deferred.matcher=dub", in: .decide("matching", matching)),
    SettingEffect("deferred.matcher=dub", given: "devices.areIdentified=false", in: .elsewhere),
    SettingEffect("deferred.matchRate=0.3", in: .elsewhere),
    SettingEffect("deferred.falseMatchRate=0.3", in: .elsewhere),
    SettingEffect("privacy.clickRetentionDays=30", in: .decide("retention", records)),
    SettingEffect("privacy.clickRetentionDays=60", "product", in: .elsewhere),
    SettingEffect(
      "privacy.clickRetentionDays=2", "product", given: "link.expiryDays=1", in: .elsewhere),
    SettingEffect("privacy.incompleteInstallDays=3", in: .decide("retention", records)),
    SettingEffect("privacy.onAccountDeletion=erase", in: .decide("retention", records)),
  ]

  static let receipt = [
    SettingEffect(
      "receipt.existingUser=welcomeBack", in: .decide("receipt", tap("valid", by: existing))),
    SettingEffect(
      "receipt.existingUserCredit=actionOnly", in: .decide("receipt", tap("valid", by: existing))),
    SettingEffect(
      "receipt.alreadyConnectedToast=true",
      in: .decide("receipt", tap("valid", by: existing.replacing("stranger", with: "connected")))),
    SettingEffect("receipt.selfTap=none", in: .refused("the only position of the documents")),
    SettingEffect(
      "receipt.deletedSender=nameThem", in: .refused("the only position of the documents")),
    SettingEffect(
      "receipt.suspendedSender=likeActive", in: .refused("the only position of the documents")),
    SettingEffect(
      "receipt.signedOutExisting=keep", in: .refused("the only position of the documents")),
    SettingEffect("landing.page=appStore", in: .decide("preview", preview)),
    SettingEffect("landing.socialProofLine=off", "product", in: .decide("preview", preview)),
    SettingEffect(
      "landing.previewFetchCountsAsClick=true",
      in: .decide("receipt", tap("valid", by: #""opener": "previewFetcher""#))),
    SettingEffect("load.previewFetchesPerSend=2", in: .elsewhere),
    SettingEffect(
      "landing.nonIOS=emailCapture",
      in: .decide("receipt", tap("valid", by: #""opener": "browser", "platform": "other""#))),
  ]

  static let message =
    #"{"id": 1, "link": "https://rin.app/invite/a3Xk9m2Q", "recipients": ["Ann"]}"#
  private static let link = #"{"id": 1, "code": "a3Xk9m2Q", "inviter": "u-7"}"#
  private static let held = """
    {"id": 1, "at": "2026-03-01T09:00:00Z", "held": {"code": "a3Xk9m2Q", "isOfThisFlow": false, \
    "isSent": true}}
    """
  private static let twoAcceptances = """
    {"id": 1, "createdAt": "2026-03-01T09:00:00Z", "events": [\
    {"at": "2026-03-01T09:01:00Z", "type": "share"}, \
    {"at": "2026-03-15T09:00:00Z", "type": "accept", "clickedAt": "2026-03-02T09:00:00Z"}, \
    {"at": "2026-03-15T10:00:00Z", "type": "accept", "clickedAt": "2026-03-14T09:00:00Z"}]}
    """
  private static let existing = #""opener": "signedInApp", "relation": "stranger""#
  private static let preview = """
    {"id": 1, "senderName": "Bob", "coreActivity": "cleaning up contacts"}
    """
  private static let records = """
    {"id": 1, "now": "2026-03-09T09:00:00Z", "records": [\
    {"record": "click", "at": "2026-03-01T09:00:00Z"}, \
    {"record": "install", "at": "2026-03-04T09:00:00Z"}]}
    """
  private static let matching = """
    {"id": 1, "launchAt": "2026-03-02T09:00:00Z", "device": {"address": "a1", "platform": "iOS", \
    "osVersion": "26.1", "model": "p7", "timeZone": "Europe/Rome", "language": "it"}, "clicks": [\
    {"seq": 1, "at": "2026-03-01T20:00:00Z", "link": "a3Xk9m2Q", "signals": {"address": "a1", \
    "platform": "iOS", "osVersion": "26.1", "model": "p7", "timeZone": "Europe/Rome", \
    "language": "it"}}]}
    """

  private static func tap(
    _ standing: String, by opener: String = #""opener": "browser", "platform": "iOS""#
  ) -> String {
    #"{"id": 1, "link": "\#(standing)", \#(opener)}"#
  }

  private static var twoClicks: String {
    arrival("2026-03-05T09:00:00Z", click(1), click(2, "2026-03-03T09:00:00Z", inviter: "cy"))
  }

  private static func arrival(
    _ installed: String, more: String = "", _ clicks: String...
  ) -> String {
    """
    {"id": 1, "principal": "ann", \(more) "installAt": "\(installed)", \
    "clicks": [\(clicks.joined(separator: ", "))]}
    """
  }

  private static func click(
    _ number: Int, _ at: String = "2026-03-02T09:00:00Z", inviter: String = "bob",
    link: String = "valid", state: String = "active", more: String = ""
  ) -> String {
    """
    {"seq": \(number), "at": "\(at)", "inviter": "\(inviter)", "link": "\(link)", \
    "inviterState": "\(state)"\(more)}
    """
  }
}
