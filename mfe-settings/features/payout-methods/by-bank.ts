import type { Employee } from '@portal/contracts/employee'
import type { PayoutBinding } from '@portal/contracts/payout-method'

export type BankGroup = { bank: string; restaurants: string[]; methods: PayoutBinding[] }

/**
 * A method is registered with a restaurants' bank and serves all of the user's restaurants there. Banks come in the
 * order of the user's restaurants, so that a bank without a method is seen to have none.
 */
export function byBank(methods: readonly PayoutBinding[], employees: readonly Employee[]): BankGroup[] {
  const groups = new Map<string, BankGroup>()
  const groupOf = (bank: string): BankGroup => {
    const group = groups.get(bank) ?? { bank, restaurants: [], methods: [] }
    groups.set(bank, group)
    return group
  }
  for (const { restaurant } of employees) groupOf(restaurant.bank).restaurants.push(restaurant.name)
  for (const method of methods) groupOf(method.bank).methods.push(method)
  return [...groups.values()]
}

/** `Т-Банк — «Берёзка», «Старый мост»` */
export function groupTitle({ bank, restaurants }: BankGroup): string {
  return [bank, restaurants.map((name) => `«${name}»`).join(', ')].filter(Boolean).join('\u00A0— ')
}
