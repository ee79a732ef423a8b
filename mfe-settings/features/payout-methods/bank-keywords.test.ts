import { hasWords } from '@portal/contracts/find-text'
import { expect, test } from 'vitest'
import { bankKeywords } from './bank-keywords.ts'

test.each([
  ['Т-Банк', ['тин', 'Тинькофф', 'тинькоф банк', 'tinkoff', 'т банк', 'тбанк', 'T-Bank']],
  ['Альфа-Банк', ['альфа', 'альфабанк', 'alfa']],
  ['Райффайзенбанк', ['райф', 'райфайзен', 'Raiffeisen']],
  ['МТС Банк', ['мтс', 'мтсбанк', 'mts']],
  ['Озон Банк', ['озон', 'ozon']],
  ['Московский Кредитный Банк', ['мкб']],
  ['Промсвязьбанк', ['псб']],
  ['Хоум Банк', ['хоум кредит']],
  ['ЮMoney', ['юмани', 'яндекс деньги']],
])('%s is found by each of %j', (name, typed) => {
  for (const words of typed) expect(hasWords(`${name} ${bankKeywords(name)}`, words), words).toBe(true)
})
