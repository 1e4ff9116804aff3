/// The names of people of one language, and the formats of their numbers and addresses.
struct Culture: Sendable {
  /// The percentage of people with this culture.
  let share: Int
  let given: [String]
  /// The beginnings and ends of family names, in any combination.
  let stems: [String]
  let endings: [String]
  /// Phone numbers as written in that country; each # is a digit.
  let numbers: [String]
  let country: String

  init(
    _ country: String, share: Int, numbers: [String], given: String, stems: String,
    endings: String = ""
  ) {
    func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
    self.share = share
    self.country = country
    self.numbers = numbers
    self.given = words(given)
    self.stems = words(stems)
    self.endings = endings.isEmpty ? [""] : words(endings)
  }

  static let all: [Culture] = [
    Culture(
      "US", share: 24, numbers: ["(2##) 555-####", "+1 415 555 ####", "312-555-####"],
      given: """
        James Mary Robert Patricia John Jennifer Michael Linda William Elizabeth Margaret Thomas \
        Katherine Richard Susan Charles Jessica Edward Sarah Anthony Alexander Nancy Daniel Emily
        """,
      stems:
        "Hart Wood Ash Black Brad Carl Clif Dal Ed Fair Green Hamp Lin Mid Nor Pres Rich Thorn",
      endings: "ley ton ford son man field well worth ham by"),
    Culture(
      "DE", share: 12, numbers: ["+49 171 #######", "0171/#######", "+49 (0) 30 #######"],
      given:
        "Jürgen Käthe Günter Anke Björn Sabine Jörg Ute Klaus Heike Sören Anja Lukas Mia Jonas",
      stems: "Schmid Hof Berg Stein Müll Wagn Kell Baum Lind Fried Kauf Zimmer Schröd Weiß Vogel",
      endings: "t mann er hauser bach feld meier"),
    Culture(
      "ES", share: 9, numbers: ["+34 6## ### ###", "6## ## ## ##"],
      given: "José María Nuño Íñigo Lucía Álvaro Begoña Andrés Sofía Jesús Mónica Raúl Inés Óscar",
      stems: "Gonzál Rodrígu Fernánd Mart Hernánd Gutiérr Domíngu Núñ Lóp Pér Sánch Ramír",
      endings: "ez ínez esco ales eño"),
    Culture(
      "FR", share: 7, numbers: ["+33 6 ## ## ## ##", "06 ## ## ## ##"],
      given: "François Renée Chloé Noël Hélène Benoît Zoé Gaël Inès Jérôme Anaïs Loïc Margaux Léa",
      stems: "Le Du Beau Mar Gar Ber Fon Mor Des Lam Chev Rou",
      endings: "mont pont tin nier champs laine bois val fèvre"),
    Culture(
      "SE", share: 6, numbers: ["+46 70 ### ## ##", "070-### ## ##"],
      given: "Åsa Örjan Göran Märta Øyvind Søren Frøya Åke Signe Lærke Håkon Bjørn Astrid Nils",
      stems: "Ander Johan Ö Å Ström Lund Berg Sjö Ny Holm Øst Kjær",
      endings: "sson berg gren qvist sen gaard ström"),
    Culture(
      "PL", share: 6, numbers: ["+48 ### ### ###", "5## ### ###"],
      given: "Łukasz Małgorzata Paweł Agnieszka Wojciech Zdzisław Žofie Jiří Květa Matěj Šárka Ewa",
      stems: "Kowal Wiśniew Dąbrow Lewandow Zieliń Szymań Woź Krawcz Nováč Dvořá Świąt",
      endings: "ski ska czyk niak ek ewicz"),
    Culture(
      "UA", share: 6, numbers: ["+380 67 ### ## ##", "067 ### ## ##"],
      given: "Анна Иван Ольга Сергей Елена Дмитро Оксана Тарас Ірина Євген Юлія Микола Світлана",
      stems: "Шевчен Ковален Бондарен Ткачен Иван Петр Сидор Мельничен Кравчен Лысен",
      endings: "ко ов ова ук енко"),
    Culture(
      "TR", share: 4, numbers: ["+90 5## ### ## ##", "05## ### ## ##"],
      given: "Çağla İbrahim Gül Şükrü Ömer Ayşe Işıl Uğur Özge Mehmet Ece Yiğit",
      stems: "Yıl Öz Kay Çel Ay Gün Demir Şah Er Tür", endings: "maz türk a ik dın eş in doğan"),
    Culture(
      "VN", share: 4, numbers: ["+84 9# ### ## ##", "09# ### ####"],
      given: "Thị Ngọc Minh Ánh Dũng Hương Phượng Quốc Thảo Vũ Yến Đức",
      stems: "Nguyễn Trần Lê Phạm Huỳnh Phan Vũ Đặng Bùi Đỗ"),
    Culture(
      "GR", share: 3, numbers: ["+30 69# ### ####", "69# ### ####"],
      given: "Γιώργος Μαρία Νίκος Ελένη Άννα Δημήτρης Ιωάννης Αικατερίνη Κώστας Ζωή",
      stems: "Παπα Καρα Χατζη Αντων Γεωργ Δημητρ", endings: "δόπουλος ίδης άκης ιάδου λάς"),
    Culture(
      "EG", share: 4, numbers: ["+20 10 #### ####", "010########"],
      given: "محمد أحمد فاطمة مريم يوسف عمر ليلى خالد نور حسن",
      stems: "السيد علي حسن إبراهيم منصور عبدالله"),
    Culture(
      "IL", share: 2, numbers: ["+972 50 ### ####", "050-###-####"],
      given: "דוד נועה יוסף תמר אברהם מיכל איתי שירה", stems: "כהן לוי מזרחי פרץ ביטון אברהם"),
    Culture(
      "IN", share: 4, numbers: ["+91 98### #####", "098### #####"],
      given: "अनिता राहुल प्रिया विजय सुनीता अमित काव्या रवि", stems: "शर्मा वर्मा गुप्ता सिंह पटेल कुमार"),
    Culture(
      "CN", share: 5, numbers: ["+86 138 #### ####", "138########"],
      given: "伟 芳 娜 秀英 敏 静 强 磊 洋 艳 勇 杰 涛 明 超 霞 平", stems: "王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙"),
    Culture(
      "JP", share: 3, numbers: ["+81 90 #### ####", "090-####-####"],
      given: "さくら 太郎 花子 ゆい はると 陽菜 大輔 みさき 健太 アンナ", stems: "佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村"),
    Culture(
      "KR", share: 1, numbers: ["+82 10 #### ####", "010-####-####"],
      given: "민준 서연 지우 하은 도윤 수빈 지훈", stems: "김 이 박 최 정 강 조"),
  ]
}
