import type { Db } from '../../db/connect.ts'
import { type LedgerTransfer, lockWallets, requireWallet, type Wallet } from './ledger.ts'

/** Money that has come into a wallet. `ref` is the reference of its transfer. */
export type Credit = { employeeId: string; ref: string; amount: number }

/**
 * Opens and locks debt accounts for employees whose wallets the caller has locked.
 * Returns the wallets of all `employeeIds`.
 */
export async function openDebts(
  trx: Db,
  debtorIds: readonly string[],
  employeeIds: readonly string[],
): Promise<Map<string, Wallet>> {
  await trx
    .insertInto('ledger_account')
    .values(debtorIds.map((employee_id) => ({ kind: 'debt' as const, employee_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return await lockWallets(trx, employeeIds)
}

/** Returns the transfers by which tips pay debts: one for each debtor, at most the money that has come in. */
export function debtPayments(wallets: ReadonlyMap<string, Wallet>, credits: readonly Credit[]): LedgerTransfer[] {
  const byDebtor = new Map<string, Credit>()
  for (const { employeeId, ref, amount } of credits) {
    if (requireWallet(wallets, employeeId).debt === 0) continue
    const earlier = byDebtor.get(employeeId)
    byDebtor.set(employeeId, { employeeId, ref: earlier?.ref ?? ref, amount: amount + (earlier?.amount ?? 0) })
  }
  return [...byDebtor.values()].flatMap(({ employeeId, ref, amount }) => {
    const { wallet, debtAccount, debt } = requireWallet(wallets, employeeId)
    if (debtAccount === undefined) return []
    const payment = { ref: `debt-payment:${ref}`, kind: 'debt_payment', debit: wallet, credit: debtAccount }
    return [{ ...payment, amount: Math.min(amount, debt) }]
  })
}
