import * as z from 'zod/mini'
import { endpoint, items } from '../endpoint.ts'
import { Rubles } from '../money.ts'

/** The debits and credits of all accounts of one kind, in rubles. */
export const TrialBalanceLine = z.object({
  /** `wallet`, `uncleared` and `debt` of all employees, or the code of an account of the portal. */
  account: z.string(),
  accounts: z.int(),
  debit: Rubles,
  credit: Rubles,
  /** `credit` less `debit`. */
  balance: Rubles,
})
export type TrialBalanceLine = z.infer<typeof TrialBalanceLine>

/** `total` is the sum of the balances. It is 0 unless the ledger is broken. */
export const TrialBalance = z.object({ items: z.array(TrialBalanceLine), total: Rubles })
export type TrialBalance = z.infer<typeof TrialBalance>

export const getTrialBalance = endpoint({
  method: 'GET',
  path: '/admin/ledger/trial-balance',
  summary: 'Get the sums of all accounts of the ledger',
  access: 'admin',
  priority: 'background',
  response: TrialBalance,
})

/** The checks of the ledger, by what they compare. */
export const ledgerChecks = [
  'transfers',
  'entries',
  'accounts',
  'payouts',
  'shares',
  'in_flight',
  'tips',
  'adjustments',
  'operations',
  'decisions',
] as const

export const LedgerCheck = z.object({
  check: z.enum(ledgerChecks),
  /** How many rows were compared, and in `differences`, how many of them differ. */
  compared: z.int(),
  differences: z.int(),
})
export type LedgerCheck = z.infer<typeof LedgerCheck>

const Amounts = z.record(z.string(), Rubles)

/** Named amounts in rubles, such as `{"hold": 1000, "settle": 985}`. */
export const LedgerDifference = z.object({
  check: z.enum(ledgerChecks),
  /** The ref of a transfer, or the id of an account, a payout, a tip, an adjustment or an employee. */
  subject: z.string(),
  expected: Amounts,
  found: Amounts,
})
export type LedgerDifference = z.infer<typeof LedgerDifference>

/** The result of each check, and its first 100 differences. */
export const LedgerReport = z.object({ checks: z.array(LedgerCheck), differences: z.array(LedgerDifference) })
export type LedgerReport = z.infer<typeof LedgerReport>

export const checkLedger = endpoint({
  method: 'GET',
  path: '/admin/ledger/check',
  summary: 'Check the ledger: compare balances with entries, payouts with holds, tips with transfers, and more',
  access: 'admin',
  priority: 'background',
  response: LedgerReport,
})

/** `wallet`: money that can be withdrawn. `uncleared`: pending tips. `debt`: money that later tips must pay back. */
export const EmployeeAccount = z.enum(['wallet', 'uncleared', 'debt'])
export type EmployeeAccount = z.infer<typeof EmployeeAccount>

export const LedgerEntry = z.object({
  /** Counts from 1 without gaps. */
  seq: z.int(),
  at: z.iso.datetime({ offset: true }),
  /** `tip`, `payout_hold`, `payout_release`, `transfer` … */
  kind: z.string(),
  /** Why the money was moved: `tip:<external id>`, `payout:<id>:hold`. */
  ref: z.string(),
  /** The account on the other side: the code of an account of the portal, or a kind and the employee’s id. */
  other: z.string(),
  /** Above zero for money that came in. */
  amount: Rubles,
  balance_after: Rubles,
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

/** The balances of an employee, and the entries of one account, newest first. */
export const EmployeeLedger = z.object({
  employee_id: z.string(),
  balances: z.object({ wallet: Rubles, uncleared: Rubles, debt: Rubles }),
  account: EmployeeAccount,
  ...items(LedgerEntry).shape,
})
export type EmployeeLedger = z.infer<typeof EmployeeLedger>

/** 404 `not_found`. 409 `external_id_ambiguous`. */
export const getEmployeeLedger = endpoint({
  method: 'GET',
  path: '/admin/employees/:id/ledger',
  summary: 'Get the balances of an employee, and the entries of one account with the balance after each',
  access: 'admin',
  params: z.object({ id: z.string() }),
  query: z.object({
    account: z.optional(EmployeeAccount),
    /** Lists entries before this one. For the next page, send the `seq` of the last entry. */
    before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000))),
  }),
  response: EmployeeLedger,
})
