import type { SbpBank } from '@portal/contracts/sbp'

/** The members of the fast payment system, by their ids in it. They apply if no provider has a list. */
const ownBanks: readonly SbpBank[] = [
  { id: '100000000111', name: 'Сбербанк', popular: true },
  { id: '100000000004', name: 'Т-Банк', popular: true },
  { id: '100000000005', name: 'ВТБ', popular: true },
  { id: '100000000008', name: 'Альфа-Банк', popular: true },
  { id: '100000000007', name: 'Райффайзенбанк', popular: true },
  { id: '100000000001', name: 'Газпромбанк', popular: true },
  { id: '100000000273', name: 'Озон Банк', popular: true },
  { id: '100000000150', name: 'Яндекс Банк', popular: true },
  { id: '100000000028', name: 'Авангард', popular: false },
  { id: '100000000006', name: 'Ак Барс Банк', popular: false },
  { id: '100000000041', name: 'БКС Банк', popular: false },
  { id: '100000000108', name: 'Азиатско-Тихоокеанский Банк', popular: false },
  { id: '100000000029', name: 'Банк Санкт-Петербург', popular: false },
  { id: '100000000082', name: 'Банк ДОМ.РФ', popular: false },
  { id: '100000000045', name: 'Банк ЗЕНИТ', popular: false },
  { id: '100000000025', name: 'Московский Кредитный Банк', popular: false },
  { id: '100000000017', name: 'МТС Банк', popular: false },
  { id: '100000000018', name: 'ОТП Банк', popular: false },
  { id: '100000000016', name: 'Почта Банк', popular: false },
  { id: '100000000010', name: 'Промсвязьбанк', popular: false },
  { id: '100000000032', name: 'Ренессанс Банк', popular: false },
  { id: '100000000020', name: 'Россельхозбанк', popular: false },
  { id: '100000000014', name: 'Русский Стандарт', popular: false },
  { id: '100000000013', name: 'Совкомбанк', popular: false },
  { id: '100000000284', name: 'Точка Банк', popular: false },
  { id: '100000000031', name: 'УБРиР', popular: false },
  { id: '100000000026', name: 'Уралсиб', popular: false },
  { id: '100000000024', name: 'Хоум Банк', popular: false },
  { id: '100000000059', name: 'Центр-инвест', popular: false },
  { id: '100000000022', name: 'ЮMoney', popular: false },
  { id: '100000000030', name: 'ЮниКредит Банк', popular: false },
]

export const sbpBanks: readonly SbpBank[] = sorted(ownBanks)

/** Names the members of a list as our own list does, and puts popular members first. */
export function nameBanks(members: readonly Pick<SbpBank, 'id' | 'name'>[]): SbpBank[] {
  const ours = new Map(sbpBanks.map((bank) => [bank.id, bank]))
  return sorted(members.map(({ id, name }) => ours.get(id) ?? { id, name, popular: false }))
}

/** Popular banks come first, in the order of our list, then the others by name. */
function sorted(banks: readonly SbpBank[]): SbpBank[] {
  const position = new Map(ownBanks.map(({ id }, index) => [id, index]))
  const byName = (a: SbpBank, b: SbpBank) => a.name.localeCompare(b.name, 'ru')
  return banks.toSorted((a, b) => {
    if (a.popular !== b.popular) return a.popular ? -1 : 1
    return a.popular ? (position.get(a.id) ?? 0) - (position.get(b.id) ?? 0) : byName(a, b)
  })
}
