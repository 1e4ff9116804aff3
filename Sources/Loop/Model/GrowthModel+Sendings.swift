import Invites
import Profiles
import Vocabulary

extension GrowthModel {
  /// The time within which a session counts as the inviter's return, in seconds (D-MET-03).
  static var returnTime: UInt32 { 86_400 }

  /// Counts an attempt to share by `way`, and the member as one who tried.
  ///
  /// A prompt counts as followed by a share once, however often the member invites more.
  mutating func note(
    _ attempt: SharingAttempt, by number: UInt32, _ way: Origin.Way,
    after trigger: PromptTrigger?, isContinued: Bool, at now: Instant
  ) {
    let metrics = plan.profile.metrics
    tally.shares.count(attempt, by: way, under: metrics)
    guard attempt.ending != .notOffered else { return }
    let day = day(seconds(now))
    days[day].opened += 1
    days[day].sheets += attempt.sheets
    noteInTrial(.sheetOpened, of: number, at: now, times: attempt.sheets)
    noteOpening(by: number, on: day)
    if attempt.steps.contains(.explained) {
      tally.shares.explained += 1
      noteInTrial(.contactsExplained, of: number, at: now)
      if plan.profile.permission.mayRead(attempt.access) {
        tally.shares.granted += 1
        noteInTrial(.contactsGranted, of: number, at: now)
      }
    }
    let isCopied = attempt.ending == .copied
    guard attempt.ending == .completed || isCopied else { return }
    if let trigger, !isContinued { tally.prompts.shared[Int(trigger.ordinal)] += 1 }
    if !isCopied {
      members[Int(number)].shares.count()
      noteInTrial(.sheetCompleted, of: number, at: now)
      noteInTrial(.shareConfirmed, of: number, at: now)
      if attempt.steps.contains(.askedForMore) {
        noteInTrial(.moreWanted, of: number, at: now)
      }
    }
    guard !isCopied || metrics.copyButtonCountsAsSend == true,
      members[Int(number)].marks.insert(.sentByFlow).inserted
    else { return }
    tally.activity.flowSenders += 1
  }

  /// Counts a member who opened a way to share: once ever, once in the week, and once on the day.
  private mutating func noteOpening(by number: UInt32, on day: Int) {
    let last = Int(members[Int(number)].lastFlowDay) - 1
    guard last != day else { return }
    members[Int(number)].lastFlowDay = UInt16(clamping: day + 1)
    if last < 0 { tally.activity.openers += 1 }
    days[day].openers += 1
    let week = day / ActivityTally.daysOfWeek
    if last < 0 || last / ActivityTally.daysOfWeek != week {
      tally.activity.weeklyOpeners[week] += 1
    }
  }

  /// Counts a member who sent an invite at `moment`, by a share that began on `day`, and awaits the
  /// return.
  ///
  /// The month is that of the beginning; the share may end in the next one.
  mutating func noteSending(by number: UInt32, at moment: UInt32, begunOn day: Int) {
    noteActivity(of: number, on: day)
    let month = day / ActivityTally.daysOfMonth
    let last = Int(members[Int(number)].lastSendingMonth) - 1
    if last < 0 { tally.activity.senders += 1 }
    if last != month {
      members[Int(number)].lastSendingMonth = UInt8(clamping: month + 1)
      tally.activity.monthlySenders[month] += 1
    }
    let first = members[Int(number)].awaitsReturn
    guard first == Member.never || moment > first + Self.returnTime else { return }
    members[Int(number)].awaitsReturn = moment
    guard canBeAnswered(moment) else { return }
    tally.activity.sendings += 1
    if members[Int(number)].marks.insert(.inviter).inserted { tally.activity.inviters += 1 }
  }

  /// Counts a session as the inviter's return, if one is due and the session is in time.
  @inline(__always)
  mutating func noteReturn(of number: UInt32, at moment: UInt32) {
    let sent = members[Int(number)].awaitsReturn
    // A share that the session before began may still be under way; `never` is later than all.
    guard sent <= moment else { return }
    members[Int(number)].awaitsReturn = Member.never
    guard moment - sent <= Self.returnTime, canBeAnswered(sent) else { return }
    tally.activity.sendingsWithReturn += 1
    if members[Int(number)].marks.insert(.returned).inserted { tally.activity.returners += 1 }
  }

  /// Whether a whole day lies between `sent` and the end of the run.
  private func canBeAnswered(_ sent: UInt32) -> Bool {
    Int(sent) + Int(Self.returnTime) <= plan.days * 86_400
  }
}
