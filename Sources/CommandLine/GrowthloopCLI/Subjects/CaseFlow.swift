import Invites
import Vocabulary

/// A sharing flow whose events can be read from a case.
protocol CaseFlow: SharingFlow {
  associatedtype EventKind: RawRepresentable<String>, CaseIterable

  static func event(_ kind: EventKind, reading reader: CaseReader) -> Event
  var stateName: String { get }
  /// The state of the picker, while it is up.
  var pickerName: String? { get }
}

extension CaseFlow {
  var pickerName: String? { nil }
}

extension ShareScreen: CaseFlow {
  enum EventKind: String, CaseIterable {
    case linkFailed, linkTimedOut, timePassed
    case opened, linkReady, messageComposed, countsLoaded, connectivity, tapped, typed
    case sheetClosed, composeClosed
  }

  static func event(_ kind: EventKind, reading reader: CaseReader) -> Event {
    switch kind {
    case .opened:
      .opened(
        from: reader.choice("from", FlowPolicy.EntryPoint.self),
        cachedLink: reader.optionalText("cachedLink"),
        isOnline: reader.flag("isOnline", otherwise: true))
    case .linkReady: .linkReady(reader.text("link"))
    case .linkFailed: .linkFailed
    case .linkTimedOut: .linkTimedOut
    case .messageComposed: .messageComposed(reader.text("text"))
    case .countsLoaded:
      .countsLoaded(
        Dashboard.Figures(
          sent: reader.count("sent"), installed: reader.count("installed"),
          completed: reader.count("completed")))
    case .connectivity: .connectivityChanged(isOnline: reader.flag("isOnline"))
    case .tapped: .tapped(reader.choice("control", Control.self))
    case .typed: .typed(reader.text("text"))
    case .sheetClosed: .sheetClosed(SheetResult(reading: reader))
    case .composeClosed: .composeClosed(sent: reader.flag("sent"))
    case .timePassed: .timePassed
    }
  }

  var stateName: String { isClosed ? "closed" : state.rawValue }
}

extension DirectShare: CaseFlow {
  enum EventKind: String, CaseIterable {
    case linkFailed, linkTimedOut, tappedShare, opened, linkReady, messageComposed, sheetClosed
  }

  static func event(_ kind: EventKind, reading reader: CaseReader) -> Event {
    switch kind {
    case .opened:
      .opened(
        from: reader.choice("from", FlowPolicy.EntryPoint.self),
        cachedLink: reader.optionalText("cachedLink"),
        isOnline: reader.flag("isOnline", otherwise: true))
    case .linkReady: .linkReady(reader.text("link"))
    case .linkFailed: .linkFailed
    case .linkTimedOut: .linkTimedOut
    case .messageComposed: .messageComposed(reader.text("text"))
    case .tappedShare: .tappedShare
    case .sheetClosed: .sheetClosed(SheetResult(reading: reader))
    }
  }

  var stateName: String { "\(stage)" }
}

extension SheetResult {
  private enum Word: String, CaseIterable {
    case cancelled, completed
  }

  init(reading reader: CaseReader) {
    self =
      switch reader.choice("result", Word.self) {
      case .completed:
        .completed(
          reader.optionalChoice("target", ShareTarget.self),
          wasEdited: reader.flag("wasEdited", otherwise: false))
      case .cancelled: .cancelled
      }
  }
}
