import HomeSections
import TestSupport
import Testing
import Vocabulary

/// The day 100 of the tests is 11 April 2026.
@Suite("Upcoming")
struct UpcomingTests {
  private static func home(born days: (Int, Int)...) -> Home {
    var home = Home()
    home.contacts = days.map { .old(born: $0) }
    return home
  }

  private static func reminder(_ due: Instant) -> Home {
    var home = Home()
    home.matters.reminders = [Reminder(due: due, text: "Follow up on project")]
    return home
  }

  @Test(arguments: [((4, 10), false), ((4, 11), true), ((4, 18), true), ((4, 19), false)])
  func `UPC-01 · a birthday from seven days ahead until its day is over`(
    born: (Int, Int), isShown: Bool
  ) {
    #expect(Self.home(born: born).shown == (isShown ? [.upcoming] : []))
  }

  @Test func `UPC-01 · over the turn of the year, and where the user lives`() {
    var home = Self.home(born: (1, 2), (12, 31))
    home.now = noon(362)
    #expect(home.evaluation.contents.upcoming.count == 2, "29 December")
    home = Self.home(born: (4, 19))
    home.now = noon(100) + .hours(11)
    #expect(home.shown.isEmpty)
    home.zone = CivilZone(offset: .hours(2))
    #expect(home.shown == [.upcoming], "there it is the 12th already")
  }

  @Test func `UPC-01 · a leap day is the last of February in other years`() {
    var home = Self.home(born: (2, 29))
    home.now = noon(51)
    #expect(
      home.evaluation.contents.upcoming
        == [.birthday(0, on: CivilDate(year: 2026, month: 2, day: 28))])
    home.now = noon(59)
    #expect(home.shown.isEmpty, "1 March")
    home.now = noon(58)
    #expect(home.shown == [.upcoming], "28 February")
    home.now = noon(50)
    #expect(home.shown.isEmpty, "20 February")
    // 2028 is a leap year: 22 February is a week before the 29th, and the 28th is no birthday.
    home.now = CivilDate(year: 2028, month: 2, day: 22).start(in: .utc)
    #expect(home.shown == [.upcoming])
    home.now = CivilDate(year: 2028, month: 2, day: 21).start(in: .utc)
    #expect(home.shown.isEmpty)
    #expect(home.contacts[0].dismissedYear == 0, "no year is dismissed")
  }

  @Test(arguments: [
    ("2026-03-25T12:00:00+01:00", "2026-04-01T23:59:00+02:00", true),
    ("2026-03-25T12:00:00+01:00", "2026-04-02T00:00:00+02:00", false),
    ("2026-03-29T12:00:00+02:00", "2026-03-29T00:00:00+01:00", true),
    ("2026-03-29T12:00:00+02:00", "2026-03-28T23:59:00+01:00", false),
    ("2026-10-20T12:00:00+02:00", "2026-10-27T23:59:00+01:00", true),
    ("2026-10-20T12:00:00+02:00", "2026-10-28T00:00:00+01:00", false),
    ("2026-10-25T12:00:00+01:00", "2026-10-25T00:00:00+02:00", true),
    ("2026-10-25T12:00:00+01:00", "2026-10-24T23:59:00+02:00", false),
  ])
  func `UPC-02 · today and the seventh day are the user's, also where the clock is set`(
    now: String, due: String, isShown: Bool
  ) {
    var home = Self.reminder(moment(due))
    home.now = moment(now)
    home.zone = .berlin
    #expect(home.shown == (isShown ? [.upcoming] : []))
  }

  @Test func `UPC-02 · a reminder on the same days`() {
    #expect(Self.reminder(noon(107) + .hours(11)).shown == [.upcoming])
    #expect(Self.reminder(noon(108) - .hours(12)).shown.isEmpty)
    #expect(Self.reminder(noon(100) - .hours(1)).shown == [.upcoming], "earlier today")
    #expect(Self.reminder(noon(99)).shown.isEmpty)
  }

  @Test func `UPC-03, UPC-04, UPC-10 · its header and its cards`() {
    #expect(SectionKind.upcoming.header == "UPCOMING")
    let today = CivilDate(year: 2026, month: 2, day: 15)
    let card = UpcomingCard(
      .birthday, of: "Sarah Chen", avatar: .initials("SC"),
      on: CivilDate(year: 2026, month: 2, day: 16), today: today)
    #expect(card.title == "Sarah Chen - Birthday" && card.note == nil)
    #expect(card.avatar == .initials("SC"))
    let reminder = UpcomingCard(
      .reminder, of: "Mike", avatar: .photo(until: "M"), on: today, today: today)
    #expect(reminder.title == "Mike - Reminder" && reminder.avatar == .photo(until: "M"))
    #expect(UpcomingCard.actions == ["View", "Dismiss"])
    #expect(HomeTap.upcomingView(id: "7").route == .push(.contactDetail(id: "7")))
  }

  @Test(arguments: [
    (15, "Today, Feb 15"), (16, "Tomorrow, Feb 16"), (17, "In 2 days, Feb 17"), (18, "Feb 18"),
    (19, "Feb 19"),
  ])
  func `UPC-05, UPC-06 · less than three days ahead the day is named`(day: Int, text: String) {
    let card = UpcomingCard(
      .birthday, of: "Sarah", avatar: .initials("S"), on: CivilDate(year: 2026, month: 2, day: day),
      today: CivilDate(year: 2026, month: 2, day: 15))
    #expect(card.date == text)
  }

  @Test func `UPC-07 · a reminder's text in quotes, in one line`() {
    let today = CivilDate(year: 2026, month: 2, day: 15)
    let card = UpcomingCard(
      .reminder, of: "Mike Torres", avatar: .initials("MT"), note: "Follow up\non project",
      on: today, today: today)
    #expect(card.note == "\"Follow up on project\"")
  }

  @Test func `UPC-08, UPC-09 · the soonest three, birthdays and reminders mixed`() {
    var home = Self.home(born: (4, 14), (4, 12), (4, 17))
    home.matters.reminders = [noon(105), noon(101), noon(100)].map { Reminder(due: $0, text: "") }
    let contents = home.evaluation.contents
    let (today, tomorrow) = (
      CivilDate(year: 2026, month: 4, day: 11), CivilDate(year: 2026, month: 4, day: 12)
    )
    #expect(
      contents.upcoming == [
        .reminder(2, on: today), .birthday(1, on: tomorrow), .reminder(1, on: tomorrow),
      ])
    #expect(contents.count(.upcoming) == 6)
    #expect(contents.furtherLink(.upcoming, in: home.matters) == "See All Upcoming")
  }

  @Test func `UPC-11, UPC-12 · a dismissed birthday is gone, alone, and back next year`() {
    var home = Self.home(born: (4, 13), (4, 13))
    let date = CivilDate(year: 2026, month: 4, day: 13)
    home.contacts[0].dismissBirthday(of: date)
    #expect(home.evaluation.contents.upcoming == [.birthday(1, on: date)])
    home.now = noon(465)
    #expect(home.evaluation.contents.count(.upcoming) == 2)
  }

  @Test func `UPC-13 · to dismiss a reminder is to complete it`() {
    var home = Self.reminder(noon(101))
    home.matters.reminders[0].dismiss()
    #expect(home.matters.reminders[0].isComplete)
    #expect(home.shown.isEmpty)
  }

  @Test func `UPC-16 · time alone brings an event into sight`() {
    var home = Self.home(born: (4, 19))
    #expect(home.shown.isEmpty)
    home.now = noon(101)
    #expect(home.shown == [.upcoming])
  }
}
