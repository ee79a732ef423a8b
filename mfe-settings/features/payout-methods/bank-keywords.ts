/** What people call a bank beside its name: former and short names, the Latin spelling. */
const OTHER_NAMES: Record<string, string> = {
  Сбербанк: 'sber sberbank сбер россии',
  'Т-Банк': 'тинькофф тинькоф тиньков tinkoff t-bank tbank',
  ВТБ: 'vtb втб24',
  'Альфа-Банк': 'alfa alfa-bank alfabank alpha',
  Райффайзенбанк: 'райфайзен райфайзенбанк raiffeisen rbru',
  Газпромбанк: 'гпб gazprom gazprombank gpb',
  'Озон Банк': 'ozon',
  'Яндекс Банк': 'yandex яндекс пэй',
  Авангард: 'avangard',
  'Ак Барс Банк': 'ak bars akbars абб',
  'БКС Банк': 'bks bcs',
  'Азиатско-Тихоокеанский Банк': 'атб atb',
  'Банк Санкт-Петербург': 'бспб bspb спб питер',
  'Банк ДОМ.РФ': 'dom.rf domrf домрф дом рф',
  'Банк ЗЕНИТ': 'zenit',
  'Московский Кредитный Банк': 'мкб mkb',
  'МТС Банк': 'mts мтс деньги',
  'ОТП Банк': 'otp',
  'Почта Банк': 'pochta',
  Промсвязьбанк: 'псб psb promsvyaz',
  'Ренессанс Банк': 'ренессанс кредит renessans rencredit',
  Россельхозбанк: 'рсхб rshb rosselhoz',
  'Русский Стандарт': 'рс банк rsb',
  Совкомбанк: 'sovcom sovcombank халва',
  'Точка Банк': 'tochka',
  УБРиР: 'ubrir уральский банк реконструкции',
  Уралсиб: 'uralsib',
  'Хоум Банк': 'хоум кредит home credit',
  'Центр-инвест': 'centrinvest center invest',
  ЮMoney: 'юмани yoomoney юмоней яндекс деньги',
  'ЮниКредит Банк': 'unicredit',
}

/** The words that also find a bank. Its name in one word is one of them: `альфабанк`, `мтсбанк`. */
export function bankKeywords(name: string): string {
  return `${name.replaceAll(/[\s-]/g, '')} ${OTHER_NAMES[name] ?? ''}`
}
