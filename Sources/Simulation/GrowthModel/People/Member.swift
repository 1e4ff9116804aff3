import Prompts
import Vocabulary

/// What the model remembers of someone who installed the app, as far as sessions, invites and prompts
/// ask for it: sixty-four bytes, one line of the cache.
///
/// Times are seconds since the start.
struct Member: BitwiseCopyable {
  enum Stage: UInt8, BitwiseCopyable {
    /// On the way to home; some never arrive.
    case onboarding
    case active
    /// Gone for good, without a word.
    case left
    case deleted
  }

  static let none = UInt32.max
  static let never = UInt32.max

  let person: UInt32
  /// When the member stops using the app.
  var leaves: UInt32 = never
  /// The first launch.
  let joined: UInt32
  /// The first of the latest invites, as long as no session followed it.
  var awaitsReturn: UInt32 = never
  /// The member who is credited with the arrival; none any more once the invite proved used up.
  var inviter: UInt32
  var lastShare: UInt32 = never
  var lastPrompt: UInt32 = never
  /// How much more than others the member shares.
  var propensity: Float = 1
  var sessions: UInt16 = 0
  /// The latest day on which the member was active, from 1; 0 for none.
  var lastActiveDay: UInt16 = 0
  /// The day of the latest time that a way to share was opened, from 1; 0 for none.
  var lastFlowDay: UInt16 = 0
  /// The invites that left this member, which number them; a contact who could not be invited has a
  /// number, too.
  var sent: UInt16 = 0
  /// The shares that were completed.
  var shares: UInt16 = 0
  /// The contacts on the phone, as far as there is room to count, and those that the app knows of.
  let acquaintances: UInt16
  var contacts: UInt16 = 0
  /// The duplicates in the address book that wait to be reviewed.
  var suggestions: UInt16 = 0
  /// The number of the prompt that is up, 0 for none.
  var card: UInt16 = 0
  var promptsShown: UInt16 = 0
  var promptsResolved: UInt16 = 0
  private var spentTriggers: UInt16 = 0
  var marks: Marks = []
  var stage = Stage.onboarding
  /// The trigger of the prompt that is up.
  var cardTrigger: UInt8 = 0
  var promptsThisSession: UInt8 = 0
  /// The month in which the latest share began that sent an invite, from 1; 0 for none.
  var lastSendingMonth: UInt8 = 0
  /// How far the app may read the address book.
  var access = ContactsAccess.notDetermined

  /// The triggers that have fired and may not fire again.
  var spent: PromptTrigger.Set {
    get { PromptTrigger.Set(bits: UInt32(spentTriggers)) }
    set { spentTriggers = UInt16(truncatingIfNeeded: newValue.bits) }
  }

  init(
    person: UInt32, inviter: UInt32, joined: UInt32, acquaintances: UInt16
  ) {
    self.person = person
    self.inviter = inviter
    self.joined = joined
    self.acquaintances = acquaintances
  }
}

extension Member {
  /// What is true or not true of a member.
  struct Marks: OptionSet, BitwiseCopyable {
    let rawValue: UInt16

    /// Completed a share by a way through the app.
    static let sentByFlow = Marks(rawValue: 1)
    /// Sent an invite that a session may follow in time.
    static let inviter = Marks(rawValue: 1 << 1)
    /// Opened the app in time after an invite.
    static let returned = Marks(rawValue: 1 << 2)
    /// Saw first value.
    static let sawValue = Marks(rawValue: 1 << 3)
    /// Was told why the app asks for the address book.
    static let wasExplained = Marks(rawValue: 1 << 4)
    /// Was welcomed by the inviter's name.
    static let meetsInviter = Marks(rawValue: 1 << 5)
    /// Became connected with the inviter.
    static let isPaired = Marks(rawValue: 1 << 6)
    /// Was announced to the inviter.
    static let wasAnnounced = Marks(rawValue: 1 << 7)
    /// Ever dismissed a prompt.
    static let hasDismissed = Marks(rawValue: 1 << 8)
    /// Came to the score at which a moment of value is, which happens once in a life.
    static let reachedScore = Marks(rawValue: 1 << 9)
    /// Was credited to an inviter at the first launch, and still was on reaching home.
    static let launchedCredited = Marks(rawValue: 1 << 10)
    static let homeCredited = Marks(rawValue: 1 << 11)
    /// Had a session after each of the return days; `ActivityTally` has a bit for each.
    static let everyReturn = Marks(rawValue: 0b111 << firstReturn)
    private static let firstReturn: UInt16 = 12

    /// Has an account; some reach home without one.
    static let hasAccount = Marks(rawValue: 1 << 15)

    /// The return days after which a session was counted.
    var returns: UInt16 {
      get { rawValue >> Self.firstReturn & ActivityTally.everyReturn }
      set {
        self = Marks(rawValue: rawValue & ~Self.everyReturn.rawValue | newValue << Self.firstReturn)
      }
    }
  }
}

extension Member {
  /// What is asked of a member now and then only.
  struct Rest: BitwiseCopyable {
    /// When the link was made that the member holds.
    var linkMade: UInt32 = never
    /// How many invites the cascade is deep.
    let generation: UInt16
  }
}

extension UInt16 {
  /// Counts one more, up to the most that there is room for.
  mutating func count() { if self < .max { self += 1 } }
}
