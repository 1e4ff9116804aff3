public import Vocabulary

/// The rule book of the contact list.
public enum ContactRules {
  /// Every rule that this module decides, each beside its code.
  public static let all: [Rule] = [
    home, matrix, steady, empty, list, headings, circleHeadings, options, scrubber, rows, search,
    selection, deletion, syncing, statusBar, offline, intake, picker, duplicateBands,
    duplicateReview,
  ].flatMap { $0 }
}
