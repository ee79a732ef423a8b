import type { Employee } from '@portal/contracts/employee'
import type { PayoutMethod } from '@portal/contracts/payout-method'

export type BankGroup = { bank: string; restaurants: Employee['restaurant'][]; methods: PayoutMethod[] }

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
  for (const { restaurant } of employees) findOrAddGroup(restaurant.bank).restaurants.push(restaurant)
  for (const method of methods) findOrAddGroup(method.bank).methods.push(method)
  return [...groups.values()]
}

/** `«Берёзка», «Старый мост» · Т-Банк` */
export function groupTitle({ bank, restaurants }: BankGroup): string {
  return [quotedNames(restaurants), bank].filter(Boolean).join(' · ')
}

/** `из ресторана «Берёзка»`, `из ресторанов «Берёзка», «Старый мост»`; empty for a bank of former restaurants. */
export function fromRestaurants({ restaurants }: BankGroup): string {
  if (restaurants.length === 0) return ''
  return `${restaurants.length === 1 ? 'из ресторана' : 'из ресторанов'} ${quotedNames(restaurants)}`
}

function quotedNames(restaurants: BankGroup['restaurants']): string {
  return restaurants.map(({ name }) => `«${name}»`).join(', ')
}
