/// Given names with their nicknames, folded; one family per line.
enum Nicknames {
  /// A line of the table, by its place.
  typealias Family = UInt16

  /// Returns the families of a folded given name; none for a name that is absent from the table.
  static func families(of name: String) -> [Family] { table[name] ?? [] }

  private static let table: [String: [Family]] = {
    var table: [String: [Family]] = [:]
    for (place, line) in lines.split(separator: "\n").enumerated() {
      for name in line.split(separator: " ") {
        table[String(name), default: []].append(Family(place))
      }
    }
    return table
  }()

  private static let lines = """
    aaron ron ronnie
    abigail abby abbey abbie gail
    abraham abe bram
    adam
    adelaide addie della
    agnes aggie nessie
    albert al bert bertie albie
    alexander alex alec sandy sasha xander lex alejandro aleksandr oleksandr sascha
    alexandra alex sandra sandy sasha lexi alexa
    alfred alf alfie fred freddy
    alice ali
    amanda mandy
    amelia amy millie
    andrew andy drew andreas andre andrei andrzej andrea
    angela angie
    anna ann anne annie hannah ana
    annika
    anthony tony antonio anton antoine toni
    antonia toni tonia
    arthur art artie
    barbara barb babs barbie
    beatrice bea trixie
    benedict ben
    benjamin ben benny benji
    bernard bernie bernhard
    bradley brad
    bridget biddy bridie
    cameron cam
    caroline carol carrie caro carolyn
    catherine cathy cath cate kate katie kathy kitty katherine kathryn katharina katarina ekaterina katya caterina
    charles charlie chuck carl karl carlos chas
    charlotte charlie lottie
    christian chris
    christina chris tina christine chrissie kristina
    christopher chris kit topher christoph cristobal
    clara
    claudia
    daniel dan danny
    daniela dani daniella danielle
    david dave davey
    deborah deb debbie debra
    dennis denny denis
    diana di diane
    dominic dom nick
    dorothy dot dottie dolly
    douglas doug
    edward ed eddie ted teddy ned eduardo edouard
    eleanor ellie nell nora elinor
    elena helena helen lena ellen
    elizabeth liz lizzie beth betty eliza lisa elisabeth libby betsy elise
    emily em millie emmy
    emma em
    eric rick erik
    eugene gene
    eva eve evie
    felix
    florence flo florrie
    frances fran frankie franny francesca
    francis frank frankie francisco franz fran paco
    frederick fred freddie fritz friedrich federico
    gabriel gabe
    gabriella gabby ella gabriela gabrielle
    geoffrey geoff jeff jeffrey
    george georg jorge georgie giorgio jurgen
    gerald gerry jerry gerhard
    giovanni gianni
    grace gracie
    gregory greg gregor
    harold harry hal
    henry harry hank heinrich enrique henri hal
    hugh huey hugo
    ian iain
    isabella bella izzy isabel isabelle
    isaac ike
    jacob jake jakob
    jacqueline jackie
    james jim jimmy jamie jem jaime
    jan
    jane janie jean janet joan
    jason jay
    jennifer jen jenny jenn
    jeremy jerry jem
    jessica jess jessie
    john jack johnny jon juan johann johannes hans jean ivan jack
    jonas
    jonathan jon jonny nathan
    joseph joe joey jose josef giuseppe pepe
    josephine jo josie
    joshua josh
    joyce
    judith judy jude
    julia julie jules
    julian jules
    karen
    kenneth ken kenny
    kevin kev
    kimberly kim kimberley
    kristen kris kirsten
    lars
    laura laurie lori
    lauren
    lawrence larry laurie laurence lorenz
    leonard leo len lenny leonardo
    leonie
    lillian lily lil lilly
    louis lou louie luis lewis ludwig luigi
    louise lou louisa
    lucas luke luca lukas
    lucy lucia
    lydia
    madeleine maddie madeline madison
    margaret maggie meg peggy marge margie greta rita margarita madge
    maria marie mary mia mariya
    mario
    marion
    mark marc marcus marco marcos markus
    martha marty
    martin marty
    martina tina
    matthew matt matty matteo mateo matthias
    maximilian max
    maxwell max
    melissa mel missy
    melanie mel
    michael mike mick mickey mikey miguel michel mikhail misha michele
    michelle shelly chelle
    miranda mandy randi
    natalie nat nataly natalia natasha tasha
    nathaniel nate nat nathan
    nicholas nick nicky klaus nicolas nikolai niko claus
    nicole nicky nikki
    olivia liv livvy ollie
    oliver ollie olli
    oscar
    pamela pam
    patricia pat patty trish tricia
    patrick pat paddy rick
    paul pablo paolo pavel
    paula
    penelope penny
    peter pete pedro piotr pietro pierre petr
    philip phil phillip pip felipe philipp
    phillipa pippa philippa
    rachel rach
    raymond ray
    rebecca becky becca
    reginald reg reggie
    richard rick rich dick ricky ricardo richie
    robert rob bob bobby robbie bert roberto
    roberta bobbie
    roger rodge
    ronald ron ronnie
    rosemary rose rosie
    roxanne roxy
    russell russ
    ruth
    samantha sam sammy
    samuel sam sammy
    sarah sara sally
    sean shaun shawn
    sebastian seb bastian
    simon
    simone
    sophia sophie sofia sofie
    stella
    stephanie steph stefanie
    stephen steve steven stefan stephan esteban stevie etienne
    susan sue susie suzanne susanna
    sylvia silvia
    teresa terry tess theresa tessa
    terence terry terrence
    theodore ted teddy theo
    thomas tom tommy tomas thom
    timothy tim timmy
    tobias toby tobi
    valentina val tina
    valerie val
    vanessa nessa
    veronica ronnie vera
    victor vic viktor
    victoria vicky vic tori viktoria
    vincent vince vinny
    virginia ginny
    walter walt wally
    wilhelm
    william bill will billy willy liam guillermo wilhelm
    winifred winnie freda
    yvonne
    zachary zach zack zac
    """
}
