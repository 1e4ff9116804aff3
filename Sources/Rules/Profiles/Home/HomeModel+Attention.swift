import AddressBooks
import HomeSections
import Vocabulary

// The answers on the cards of Needs Attention.
extension HomeModel {
  mutating func answer(
    _ item: SectionContents.AttentionItem, of input: HomeInput, _ action: CardAction,
    at now: Instant
  ) -> Answer {
    switch item {
    case .conflict(let place): answer(conflict: input.conflicts[place], action, at: now)
    case .suggestion(let place): answer(input.pairs[place], action, at: now)
    // The documents give its card no actions.
    case .incomplete: Answer(.noSuchButton)
    }
  }

  private mutating func answer(
    conflict: UInt64, _ action: CardAction, at now: Instant
  ) -> Answer {
    var answer = decided("NAT-13")
    answer.route = .stay
    switch action {
    case .resolve:
      conflictReview.answer(conflict, .resolve)
      answer.rule = "BDG-08"
      answer.badge = note(.resolvedConflict, at: now)
    case .notNow: conflictReview.answer(conflict, .notNow)
    case .view, .merge, .notSame, .skip, .review, .dismiss: return Answer(.noSuchButton)
    }
    return answer
  }

  private mutating func answer(
    _ pair: DuplicatePair, _ action: CardAction, at now: Instant
  ) -> Answer {
    let evidence = pair.evidence.members.map { $0.word.lowercased() }
    func logged(_ tap: HomeTap, _ answer: HomeEvent.DuplicateAnswer) -> Answer {
      Answer(
        tap, .duplicateAnswered(answer, confidence: pair.confidence, evidence: evidence))
    }
    var result: Answer
    switch action {
    case .merge:
      review.answer(pair.entries, .merge)
      merge(pair.entries)
      result = logged(.merge, .merge)
      result.badge = note(.merged, at: now)
    case .notSame:
      review.answer(pair.entries, .notSame)
      result = logged(.notSame, .notSame)
      result.badge = note(.markedDistinct, at: now)
    case .skip:
      review.answer(pair.entries, .skip)
      result = logged(.skip, .skip)
      result.badge = note(.skipped, at: now)
    case .view, .resolve, .notNow, .review, .dismiss: return Answer(.noSuchButton)
    }
    return result
  }

  private mutating func merge(_ pair: EntryPair) {
    guard let one = home.book[pair.first], let other = home.book[pair.second],
      let merge = merges.merge([one, other])
    else { return }
    let gone = merge.originals.map(\.id).filter { $0 != merge.merged.id }
    home.apply([.put(merge.merged)] + gone.map(BookEdit.remove))
    review.follow(merges)
  }
}
