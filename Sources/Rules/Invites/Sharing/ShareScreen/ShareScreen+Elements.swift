import Vocabulary

extension ShareScreen {
  /// A place of the screen, from top to bottom.
  public enum Part: String, CaseIterable, Sendable {
    /// The Back button; disabled under a sheet.
    case back
    /// The title, "Share" with the app's name.
    case title
    /// The app's mark, which VoiceOver speaks as the app's name.
    case brandMark
    /// The slogan, such as "Own your network."
    case slogan
    /// The line below the slogan, about the people to share with.
    case tagline
    /// The text of a lost link or, without a link, of a missing network; otherwise empty.
    case banner
    /// The button that requests a lost link again; empty but in the state `linkError`.
    case retry
    /// The heading above the link.
    case linkLabel
    /// The link, or a placeholder until it exists.
    case link
    /// The button that copies the link; it bears a checkmark while the toast is up.
    case copy
    /// The heading above the message.
    case messageLabel
    /// The message, the draft under edit, or a placeholder until a message is composed.
    case message
    /// The button that starts an edit; empty during one.
    case edit
    /// The button that keeps an edit; empty without one.
    case save
    /// The button that discards an edit; empty without one.
    case cancel
    /// The primary call to action, which opens Messages.
    case shareViaMessages
    /// The secondary call to action, which opens the share sheet.
    case shareVia
    /// The numbers of invites sent and joined; empty until they are loaded.
    case footer
    /// The link to the dashboard; disabled under a sheet and during an edit.
    case viewActivity
    /// The "Copied" toast; empty but in the state `copyConfirmed`.
    case toast
  }

  /// Returns the element at `part` in the present state; `nil` for an empty part.
  public func element(_ part: Part, in texts: TextCatalogue) -> ScreenElement? {
    let isFree = state != .shareSheetOpen && state != .messageEditing
    let isReady = isFree && sheet.content != nil
    switch part {
    case .back:
      return ScreenElement(.button, text: texts[.back], isEnabled: state != .shareSheetOpen)
    case .title: return ScreenElement(.text, text: texts[.shareTitle])
    case .brandMark:
      return ScreenElement(.image, text: "", label: texts.app.name, symbol: .brandMark)
    case .slogan: return ScreenElement(.text, text: texts[.slogan])
    case .tagline: return ScreenElement(.text, text: texts[.tagline])
    case .banner: return trouble.map { ScreenElement(.banner, text: texts[$0]) }
    case .retry: return state == .linkError ? ScreenElement(.button, text: texts[.retry]) : nil
    case .linkLabel: return ScreenElement(.text, text: texts[.linkLabel])
    case .link: return linkElement(in: texts)
    case .copy:
      let isConfirmed = state == .copyConfirmed
      return ScreenElement(
        .button, text: texts[.copy], label: worded("Copy invite link."),
        symbol: isConfirmed ? .checkmark : nil, isEnabled: isFree && hasLink)
    case .messageLabel: return ScreenElement(.text, text: texts[.messageLabel])
    case .message: return messageElement(in: texts)
    case .edit:
      guard state != .messageEditing else { return nil }
      return ScreenElement(
        .button, text: texts[.edit], label: worded("Edit invite message."), isEnabled: isReady)
    case .save, .cancel:
      guard state == .messageEditing else { return nil }
      return ScreenElement(.button, text: texts[part == .save ? .save : .cancel])
    case .shareViaMessages:
      return ScreenElement(.button, text: texts[.shareViaMessages], isEnabled: isReady)
    case .shareVia:
      return ScreenElement(
        .button, text: texts[.shareVia], label: worded("Open share options."), isEnabled: isReady)
    case .footer:
      guard let footer = counts.map({ ShareFooter($0) }) else { return nil }
      return ScreenElement(.text, text: footer.text, label: footer.spoken)
    case .viewActivity:
      return ScreenElement(.link, text: texts[.viewActivity], isEnabled: isFree)
    case .toast:
      guard state == .copyConfirmed else { return nil }
      return ScreenElement(.toast, text: texts[.copied], symbol: .checkmark)
    }
  }

  /// Returns all elements of the screen, from top to bottom.
  public func elements(in texts: TextCatalogue) -> [(part: Part, element: ScreenElement)] {
    Part.allCases.compactMap { part in element(part, in: texts).map { (part, $0) } }
  }

  /// The text of the error banner, if there is one.
  var trouble: ScreenText? {
    switch link {
    case .failed: .linkFailed
    case .timedOut: .linkTimedOut
    case .absent, .requested, .queued: isOnline ? nil : .offline
    case .ready: nil
    }
  }

  private var hasLink: Bool {
    if case .ready = link { true } else { false }
  }

  private func linkElement(in texts: TextCatalogue) -> ScreenElement {
    let label = texts[.linkLabel]
    if case .ready(let url) = link {
      return ScreenElement(.field, text: url, label: label, value: url)
    }
    return ScreenElement(.placeholder, text: "", label: label, isEnabled: false)
  }

  private func messageElement(in texts: TextCatalogue) -> ScreenElement {
    let label = texts[.messageLabel]
    if case .editing(let draft) = stage {
      return ScreenElement(.field, text: draft, label: label, value: draft)
    }
    guard let message else {
      return ScreenElement(.placeholder, text: "", label: label, isEnabled: false)
    }
    return ScreenElement(.text, text: message, label: label, value: message)
  }
}

extension SharingRules {
  static let shareLayout: [Rule] = [
    Rule("SHR-01", "From top to bottom: bar, mark, tagline, link, message, CTAs, summary, link."),
    Rule("SHR-16", "Default: the link is ready and the full layout works."),
    Rule("SHR-17", "Link loading: a placeholder for the link, the primary CTA disabled."),
    Rule("SHR-18", "Link error: a banner with Retry."),
    Rule("SHR-19", "Message editing: an editable field with Save and Cancel."),
    Rule("SHR-21", "Copy confirmed: the toast shows and the button bears a checkmark."),
    Rule("ACC-01", "The link field speaks the full URL."),
    Rule("ACC-02", "The Copy button is spoken: Copy invite link."),
    Rule("ACC-03", "The message preview speaks the full message."),
    Rule("ACC-04", "The Edit button is spoken: Edit invite message."),
    Rule("ACC-05", "The share buttons are spoken: Share via Messages. Open share options."),
    Rule("D-ACC-01", "Every control carries a label."),
  ]
}
