import Attribution
import Invites
import LinkStore
import Profiles
import TestSupport
import Testing
import Vocabulary

@Suite("RES-13 · what a tap leaves behind", .timeLimit(.minutes(60)))
struct TapTests {
  @Test(arguments: ProfileID.allCases)
  func `CNF-63 · a preview fetch shows the page and leaves nothing`(profile: ProfileID) throws {
    let desk = LinkDesk.desk(Profile(profile))
    let code = try #require(desk.issue(to: .ann))
    let fetch = desk.tap(
      desk.resolve(code, at: noon(0)), by: LinkOpener(userAgent: UserAgent("WhatsApp/2.23.20.0")),
      device: .phone(1),
      at: noon(0))
    #expect(fetch.rule == "CNF-63")
    #expect(fetch.click == nil)
    #expect(desk.store.invite(code)?.record.status == .created)
    #expect(desk.launch(by: .bob, on: 1, at: noon(0)).outcome == .none)
  }

  @Test func `PRV-01 · under rin known, unknown and meddled links show equal pages`() throws {
    let desk = LinkDesk.desk(.rin)
    desk.introduce(.ann, name: "Ann Lee", avatar: "a.png")
    let code = try #require(desk.issue(to: .ann))
    let pages = ["/invite/\(code)", "/r/\(code)", "/invite/zzzzzzzz", "/invite?ref=x", "/invite/é"]
      .map {
        desk.tap(desk.resolve($0, at: noon(0)), by: .browser(.iOS), device: .phone(1), at: noon(0))
      }
    #expect(Set(pages.map(\.content)) == [.generic(GenericPage(app: .rin))])
    // And as much is kept of each.
    #expect(pages.map(\.click) == [1, 2, 3, 4, 5])
  }

  @Test func `CNF-15 · the product's page names a sender by first name, if there is one`() throws {
    let desk = LinkDesk.desk(.product)
    desk.introduce(.ann, name: "Ann Lee", avatar: nil)
    let code = try #require(desk.issue(to: .ann))
    let page = GenericPage(app: .product)
    let glimpse = SenderGlimpse(firstName: "Ann", hasAvatar: false)
    #expect(desk.tap(code, on: 1, at: noon(0)).content == .personalised(page, glimpse))
    desk.set(.suspended, of: .ann)
    #expect(desk.tap(code, on: 1, at: noon(0)).content == .generic(page))
  }

  @Test func `P-INV-12 · the first tap makes an invite opened`() throws {
    let desk = LinkDesk.desk(.product)
    let code = try #require(desk.issue(to: .ann))
    desk.tap(code, on: 1, at: noon(0))
    #expect(desk.store.invite(code)?.record.status == .opened)
    #expect(desk.tap(code, on: 1, at: noon(31)).content == .expired)
    #expect(desk.invites(of: .ann, at: noon(31)).entries.map(\.status) == [.expired])
  }

  @Test func `a clock that is set back stands still, and no click is lost`() throws {
    let desk = LinkDesk.desk(.rin)
    let code = try #require(desk.issue(to: .ann))
    desk.tap(code, on: 1, at: noon(5))
    let click = try #require(desk.tap(code, on: 2, at: noon(3)).click)
    #expect(desk.store.click(click)?.at == noon(5))
  }
}
