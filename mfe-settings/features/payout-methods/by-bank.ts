import type { Employee } from '@portal/contracts/employee'
import type { PayoutMethod } from '@portal/contracts/payout-method'

export type BankGroup = { bank: string; restaurants: string[]; methods: PayoutMethod[] }

/**
 * Groups methods by bank, because a method serves all of the user's restaurants at its bank. Banks come in the order of
 * the restaurants, and include those without a method.
 */
export function byBank(methods: readonly PayoutMethod[], employees: readonly Employee[]): BankGroup[] {
  const groups = new Map<string, BankGroup>()
  const findOrAddGroup = (bank: string): BankGroup => {
    const group = groups.get(bank) ?? { bank, restaurants: [], methods: [] }
    groups.set(bank, group)
    return group
  }
  for (const { restaurant } of employees) findOrAddGroup(restaurant.bank).restaurants.push(restaurant.name)
  for (const method of methods) findOrAddGroup(method.bank).methods.push(method)
  return [...groups.values()]
}

/** `Т-Банк — «Берёзка», «Старый мост»` */
export function groupTitle({ bank, restaurants }: BankGroup): string {
  return [bank, restaurants.map((name) => `«${name}»`).join(', ')].filter(Boolean).join('\u00A0— ')
}
