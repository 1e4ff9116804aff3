import Attribution
import Invites
import Profiles
@testable import GrowthloopLinkStore
import TestSupport
import Testing
import Vocabulary

@Suite("RES-13 · what a tap leaves behind", .timeLimit(.minutes(60)))
struct TapTests {
  @Test(arguments: ProfileID.allCases)
  func `CNF-63 · a preview fetch shows the page and leaves nothing`(profile: ProfileID) throws {
    let engine = LinkEngine.engine(Profile(profile))
    let code = try #require(engine.issue(to: .ann))
    let fetch = engine.tap(
      engine.resolve(code, at: noon(0)), by: LinkOpener(userAgent: UserAgent("WhatsApp/2.23.20.0")),
      device: .phone(1),
      at: noon(0))
    #expect(fetch.rule == "CNF-63")
    #expect(fetch.click == nil)
    #expect(engine.store.invite(code)?.record.status == .created)
    #expect(engine.launch(by: .bob, on: 1, at: noon(0)).outcome == .none)
  }

  @Test func `PRV-01 · under rin known, unknown and meddled links show equal pages`() throws {
    let engine = LinkEngine.engine(.rin)
    engine.introduce(.ann, name: "Ann Lee", avatar: "a.png")
    let code = try #require(engine.issue(to: .ann))
    let pages = ["/invite/\(code)", "/r/\(code)", "/invite/zzzzzzzz", "/invite?ref=x", "/invite/é"]
      .map {
        engine.tap(
          engine.resolve($0, at: noon(0)), by: .browser(.iOS), device: .phone(1), at: noon(0))
      }
    #expect(Set(pages.map(\.content)) == [.generic(GenericPage(app: .rin))])
    // And each is written before it is answered, though only what was made here is kept.
    #expect(pages.map(\.isWritten) == Array(repeating: true, count: 5))
    #expect(pages.map(\.click) == [1, 2, nil, nil, nil])
  }

  @Test func `a tap on an invented code is written like any other, and stored nowhere`() throws {
    let folder = StoreFolder()
    let terms = LinkEngine.terms(of: .rin)
    let store = try SQLiteLinkStore(in: folder.path, terms, root: .test)
    let engine = LinkEngine(following: .rin, over: store)
    let code = try #require(engine.issue(to: .ann))
    try engine.commit()
    @discardableResult
    func tap(_ text: String) throws -> TapAnswer {
      let answer = engine.tap(
        engine.resolve(text, at: noon(0)), by: .browser(.iOS), device: .phone(1), at: noon(0))
      #expect(answer.isWritten)
      try engine.commit()
      return answer
    }
    for _ in 0..<2 { try tap("/invite/\(code)") }
    for number in 0..<50 { try tap("/invite/zzzzzz\(10 + number)") }
    #expect(store.nextSequence == 3)
    try store.close()
    let again = try SQLiteLinkStore(in: folder.path, terms, root: .test)
    #expect(again.nextSequence == 3)
    #expect(again.click(1) != nil && again.click(2) != nil && again.click(3) == nil)
  }

  @Test func `as many bytes go to the journal for an invented code as for any other`() {
    let click = ClickFootprint(
      sequence: 7, at: noon(0), link: 5, visitor: 3, signals: .phone(1))
    let terms = LinkEngine.terms(of: .rin)
    let book = ClickBook(rule: terms.rule, keptFor: terms.retention)
    /// The bytes of a turn that writes this click, in an hour of which there is one already.
    func length(_ changes: [LinkChange], _ clicks: [ClickFootprint]) -> Int? {
      var ring = KeyRing()
      ring.append([.random()])
      var hours = ClickHours()
      hours.note(6, at: noon(0), sealedAt: ring.takeSpare() ?? KeyRing.nowhere)
      return TurnSealer.seal(
        1, changes, clicks, of: book, &ring, &hours,
        after: DeletionLedger.Chain(RootKeys(.test))
      )?.changes.count
    }
    let known = length([], [click])
    #expect(known != nil && known == length([.strayClick(click)], []))
  }

  @Test func `where a click on nothing displaces others it is kept`() throws {
    var profile = Profile.rin
    profile.attribution.invalidClickDisplaces = true
    let engine = LinkEngine.engine(profile)
    let tap = engine.tap(
      engine.resolve("/invite/zzzzzzzz", at: noon(0)), by: .browser(.iOS), device: .phone(1),
      at: noon(0))
    #expect(tap.click == 1)
  }

  @Test func `CNF-15 · the product's page names a sender by first name, if there is one`() throws {
    let engine = LinkEngine.engine(.product)
    engine.introduce(.ann, name: "Ann Lee", avatar: nil)
    let code = try #require(engine.issue(to: .ann))
    let page = GenericPage(app: .product)
    let glimpse = SenderGlimpse(firstName: "Ann", hasAvatar: false)
    #expect(engine.tap(code, on: 1, at: noon(0)).content == .personalised(page, glimpse))
    engine.set(.suspended, of: .ann)
    #expect(engine.tap(code, on: 1, at: noon(0)).content == .generic(page))
  }

  @Test func `P-INV-12 · the first tap makes an invite opened`() throws {
    let engine = LinkEngine.engine(.product)
    let code = try #require(engine.issue(to: .ann))
    engine.tap(code, on: 1, at: noon(0))
    #expect(engine.store.invite(code)?.record.status == .opened)
    #expect(engine.tap(code, on: 1, at: noon(31)).content == .expired)
    #expect(engine.invites(of: .ann, zone: .utc, at: noon(31)).entries.map(\.status) == [.expired])
  }

  @Test func `a clock that is set back stands still, and no click is lost`() throws {
    let engine = LinkEngine.engine(.rin)
    let code = try #require(engine.issue(to: .ann))
    engine.tap(code, on: 1, at: noon(5))
    let click = try #require(engine.tap(code, on: 2, at: noon(3)).click)
    #expect(engine.store.click(click)?.at == noon(5))
  }
}
