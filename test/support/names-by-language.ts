import type { CsvEncoding } from '../../shared/csv-encoding.ts';

/** Code pages in which files of a language are written, and invented people: first name, last name, city. */
export const NAMES_BY_LANGUAGE: Readonly<
  Record<string, readonly [encodings: readonly CsvEncoding[], names: string]>
> = {
  german: [
    ['windows-1252', 'iso-8859-15', 'macintosh'],
    'Jürgen Böhm Köln,Anke Schulz Hamburg,Günter Weiß München,Käthe Groß Nürnberg,Rüdiger Fährmann Erfurt,Ute Frank Bonn,Jörg Müller Düsseldorf,Änne Öhler Lübeck,Björn Krüger Göttingen,Zoë Schäfer Würzburg',
  ],
  french: [
    ['windows-1252', 'iso-8859-15', 'macintosh'],
    'Chloé Garnier Orléans,Inès Faure Besançon,Zoé Petit Nîmes,François Lefèvre Saint-Étienne,Élodie Bœuf Angoulême,Benoît Noël Béziers,Loïc Hébert Évreux,Hélène Crépin Alès,Aurélie Château Mâcon,Gaëlle Picard Orange',
  ],
  spanish: [
    ['windows-1252', 'iso-8859-15', 'macintosh'],
    'José García Málaga,Sofía Muñoz Córdoba,Íñigo Ibáñez León,Óscar Núñez Cádiz,Begoña Peña Logroño,Andrés López Ávila,Lucía Ordóñez Jaén,Ángel Gómez Mérida,Mónica Díaz Gijón,Raúl Castro Madrid',
  ],
  italian: [
    ['windows-1252', 'iso-8859-15', 'macintosh'],
    'Niccolò Conti Forlì,Nicolò Viganò Cantù,Giulia Rossi Mondovì,Andrea Nicolò Salò,Marta Fantù Codroipo,Noè Bianchi Milano,Lucia Cucè Patù,Elisa Ferrà Bolzano',
  ],
  polish: [
    ['windows-1250', 'iso-8859-2'],
    'Łukasz Wiśniewski Łódź,Małgorzata Dąbrowska Gdańsk,Zbigniew Żak Świętochowice,Krzysztof Pająk Częstochowa,Agnieszka Wójcik Kraków,Paweł Zieliński Wrocław,Jan Kowalski Poznań,Grażyna Szymańska Rzeszów,Stanisław Kamiński Toruń,Michał Źrebiec Łomża',
  ],
  czech: [
    ['windows-1250', 'iso-8859-2'],
    'Jiří Říha Plzeň,Zdeňka Šťastná Žďár,Tomáš Novák Brno,Lucie Dvořáková Ústí,Vojtěch Černý Olomouc,Kateřina Procházková Děčín,Ondřej Kučera Jihlava,Šárka Veselá Zlín,Miloš Horák Třebíč,Eliška Krejčí Náchod',
  ],
  russian: [
    ['windows-1251', 'koi8-r'],
    'Анна Иванова Москва,Сергей Петров Казань,Ольга Кузнецова Тверь,Дмитрий Смирнов Пермь,Екатерина Попова Самара,Алексей Волков Омск,Наталья Соколова Уфа,Юрий Лебедев Тула,Мария Козлова Орёл,Игорь Новиков Псков',
  ],
  ukrainian: [
    ['windows-1251', 'koi8-u'],
    'Олексій Шевченко Київ,Ірина Коваленко Харків,Юлія Поліщук Вінниця,Сергій Мельник Чернігів,Євген Олійник Львів,Наталія Ткаченко Дніпро,Андрій Кравченко Рівне,Людмила Їжак Житомир',
  ],
  greek: [
    ['windows-1253'],
    'Γιώργος Παπαδόπουλος Αθήνα,Μαρία Νικολάου Πάτρα,Ελένη Γεωργίου Λάρισα,Κώστας Αντωνίου Βόλος,Δημήτρης Ιωάννου Χανιά,Σοφία Δημητρίου Κοζάνη,Νίκος Βασιλείου Ρόδος,Άννα Οικονόμου Θεσσαλονίκη',
  ],
  turkish: [
    ['windows-1254'],
    'Ozan Yıldız İstanbul,Ayşe Öztürk İzmir,Çağla Güneş Muğla,Emre Şahin Eskişehir,Gülşen Doğan Diyarbakır,Uğur Çelik Kırşehir,Işıl Kılıç Ağrı,Hüseyin Aydın Şanlıurfa',
  ],
  hebrew: [
    ['windows-1255'],
    'דוד כהן חיפה,שרה לוי ירושלים,משה מזרחי אילת,רחל פרץ אשדוד,יוסף ביטון חולון,מרים דהן נתניה',
  ],
  arabic: [
    ['windows-1256'],
    'محمد أحمد القاهرة,فاطمة علي بغداد,يوسف حسن دمشق,مريم إبراهيم عمان,خالد محمود الرياض,ليلى سعيد بيروت',
  ],
  lithuanian: [
    ['windows-1257'],
    'Jonas Kazlauskas Šiauliai,Rūta Žukauskaitė Panevėžys,Eglė Petrauskienė Klaipėda,Vytautas Čepulis Mažeikiai,Ūla Šimkutė Kėdainiai,Jūratė Balčiūnienė Plungė',
  ],
  latvian: [
    ['windows-1257'],
    'Jānis Bērziņš Rīga,Līga Kalniņa Liepāja,Andris Ozoliņš Jūrmala,Inga Krūmiņa Rēzekne,Māris Liepiņš Cēsis,Dace Vītola Ogre',
  ],
  japanese: [
    ['shift_jis', 'euc-jp'],
    '佐藤 太郎 東京,鈴木 花子 大阪,高橋 一郎 横浜,田中 美咲 札幌,渡辺 健太 福岡,伊藤 さくら 京都,山本 ケンジ 神戸,林 悠斗 仙台,中村 真由美 名古屋,小林 拓也 新潟,加藤 陽菜 広島,吉田 直樹 熊本,佐々木 裕子 静岡,齋藤 浩二 金沢,清水 久美子 松山,石川 蓮 長崎',
  ],
  chinese: [
    ['gb18030'],
    '王伟 北京,李娜 上海,张敏 广州,刘洋 深圳,陈静 成都,杨磊 武汉,赵雪 西安,黄强 南京,周杰 重庆',
  ],
  taiwan: [['big5'], '陳怡君 臺北,林志明 高雄,黃淑芬 臺中,張家豪 新竹,李雅婷 臺南,吳宗翰 基隆,劉美玲 嘉義'],
  korean: [['euc-kr'], '김민준 서울,이서연 부산,박지훈 대구,최수빈 인천,정하은 광주,강도윤 대전,조은서 울산'],
};

/** First names, last names and cities of a language. */
export function namesOf(language: string): readonly [string[], string[], string[]] {
  const people = NAMES_BY_LANGUAGE[language]![1].split(',').map((person) => person.split(' '));
  return [
    people.map((person) => person.slice(0, -2).join(' ')),
    people.map((person) => person.at(-2)!),
    people.map((person) => person.at(-1)!),
  ];
}

/** A file of so many rows in a language. */
export function namesFile(language: string, rows: number): string {
  const people = NAMES_BY_LANGUAGE[language]![1].split(',');
  const lines = Array.from({ length: rows }, (_, at) => {
    const parts = people[(at * 7 + Math.floor(at / people.length)) % people.length]!.split(' ');
    return `p${at}@example.com;${parts.slice(0, -2).join(' ')};${parts.slice(-2).join(';')}\n`;
  });
  return `email;first_name;last_name;city\n${lines.join('')}`;
}
