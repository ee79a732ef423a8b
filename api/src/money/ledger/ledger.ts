import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'

/** The system's accounts are the other side of employees' transfers. They may be negative. */
export type SystemAccount = 'tips_clearing' | 'payouts_in_flight' | 'bank' | 'fees' | 'restaurant_fees'

/**
 * An employee's accounts, with their kopecks when they were locked. Only employees who once had a debt have a debt
 * account.
 */
export type Wallet = {
  wallet: number
  uncleared: number
  balance: number
  pending: number
  debtAccount: number | undefined
  /** Kopecks that later tips must pay. It is never negative. */
  debt: number
}

export type LedgerTransfer = {
  /** Identifies the transfer, such as `payout:<id>:hold`. Posting the same reference again moves no money. */
  ref: string
  kind: string
  debit: number | SystemAccount
  credit: number | SystemAccount
  /** Kopecks. */
  amount: number
}

export async function openWallets(trx: Db, employeeId: string): Promise<void> {
  await trx
    .insertInto('ledger_account')
    .values([
      { kind: 'wallet', employee_id: employeeId },
      { kind: 'uncleared', employee_id: employeeId },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Locks the accounts of employees, always in the same order, so that no two transactions wait for each other. Call it
 * first in each transaction that moves money of several employees or decides by a balance, before it locks other rows.
 */
export async function lockWallets(trx: Db, employeeIds: readonly string[]): Promise<Map<string, Wallet>> {
  const accounts = await trx
    .selectFrom('ledger_account')
    .select(['id', 'kind', 'employee_id', 'balance'])
    .where(sql<boolean>`employee_id = any(${employeeIds}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const wallets = new Map<string, Wallet>()
  for (const { id, kind, employee_id, balance } of accounts) {
    const wallet = wallets.get(employee_id ?? '') ?? {
      wallet: 0,
      uncleared: 0,
      balance: 0,
      pending: 0,
      debtAccount: undefined,
      debt: 0,
    }
    wallets.set(employee_id ?? '', wallet)
    if (kind === 'wallet') Object.assign(wallet, { wallet: id, balance })
    else if (kind === 'uncleared') Object.assign(wallet, { uncleared: id, pending: balance })
    else Object.assign(wallet, { debtAccount: id, debt: -balance })
  }
  return wallets
}

export function requireWallet(wallets: ReadonlyMap<string, Wallet>, employeeId: string): Wallet {
  const wallet = wallets.get(employeeId)
  if (!wallet) throw new Error(`employee ${employeeId} has no wallet`)
  return wallet
}

/**
 * Posts transfers in the given order.
 * @throws Problem 422 `insufficient_funds`
 * @throws Error if a `ref` was used for another transfer
 */
export async function postTransfers(trx: Db, transfers: readonly LedgerTransfer[]): Promise<void> {
  if (transfers.length === 0) return
  await sql`select post_transfers(${JSON.stringify(transfers)}::jsonb)`.execute(trx).catch((error: unknown) => {
    throw isInsufficientFunds(error) ? new Problem(422, 'insufficient_funds') : error
  })
}

export async function postTransfer(trx: Db, transfer: LedgerTransfer): Promise<void> {
  await postTransfers(trx, [transfer])
}

/** Whether a constraint of that name on accounts and entries was violated. */
function isInsufficientFunds(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'sufficient_funds'
}
