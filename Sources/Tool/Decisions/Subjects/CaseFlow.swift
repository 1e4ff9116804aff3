import Invites

/// A sharing flow whose events can be read from a case.
protocol CaseFlow: SheetFlow {
  associatedtype EventKind: RawRepresentable<String>, CaseIterable

  static func event(_ kind: EventKind, reading reader: CaseReader) -> Event
  var stateName: String { get }
  /// The state of the picker; `nil` if it is not shown.
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
        from: reader.entryPoint, cachedLink: reader.cachedLink, isOnline: reader.isOnline)
    case .linkReady, .linkFailed, .linkTimedOut, .messageComposed, .sheetClosed:
      .sheet(LinkSheet.Event(kind.rawValue, reading: reader))
    case .countsLoaded:
      .countsLoaded(
        Dashboard.Figures(
          sent: reader.count("sent"), installed: reader.count("installed"),
          completed: reader.count("completed")))
    case .connectivity: .connectivityChanged(isOnline: reader.flag("isOnline"))
    case .tapped: .tapped(reader.choice("control", Control.self))
    case .typed: .typed(reader.text("text"))
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
        from: reader.entryPoint, cachedLink: reader.cachedLink, isOnline: reader.isOnline)
    case .linkReady, .linkFailed, .linkTimedOut, .messageComposed, .sheetClosed:
      .sheet(LinkSheet.Event(kind.rawValue, reading: reader))
    case .tappedShare: .tappedShare
    }
  }

  var stateName: String { "\(stage)" }
}

extension LinkSheet.Event {
  private enum Result: String, CaseIterable {
    case cancelled, completed
  }

  /// Reads the event called `kind`; every flow has these.
  init(_ kind: String, reading reader: CaseReader) {
    self =
      switch kind {
      case "linkReady": .linkReady(reader.text("link"))
      case "linkFailed": .linkFailed
      case "linkTimedOut": .linkTimedOut
      case "messageComposed": .messageComposed(reader.text("text"))
      default: .sheetClosed(Self.result(reading: reader))
      }
  }

  private static func result(reading reader: CaseReader) -> SheetResult {
    switch reader.choice("result", Result.self) {
    case .completed:
      .completed(
        reader.optionalChoice("target", ShareTarget.self),
        wasEdited: reader.flag("wasEdited", otherwise: false))
    case .cancelled: .cancelled
    }
  }
}

/// Readers of the conditions under which a sharing flow opens.
extension CaseReader {
  fileprivate var entryPoint: FlowPolicy.EntryPoint {
    choice("from", FlowPolicy.EntryPoint.self)
  }

  fileprivate var cachedLink: String? { optionalText("cachedLink") }
  fileprivate var isOnline: Bool { flag("isOnline", otherwise: true) }
}
