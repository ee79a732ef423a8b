import * as z from 'zod/mini'
import { endpoint, items } from '../endpoint.ts'
import { Rubles } from '../money.ts'

/** Debits and credits of all accounts of one kind, in rubles. */
export const TrialBalanceLine = z.object({
  /** `wallet`, `uncleared` and `debt` of all employees, or the code of an account of the portal. */
  account: z.string(),
  accounts: z.int(),
  debit: Rubles,
  credit: Rubles,
  /** Credits less debits. */
  balance: Rubles,
})
export type TrialBalanceLine = z.infer<typeof TrialBalanceLine>

/** `total`: the sum of the balances, which is 0. */
export const TrialBalance = z.object({ items: z.array(TrialBalanceLine), total: Rubles })
export type TrialBalance = z.infer<typeof TrialBalance>

export const getTrialBalance = endpoint({
  method: 'GET',
  path: '/admin/ledger/trial-balance',
  summary: 'The sums of all accounts of the ledger',
  access: 'admin',
  priority: 'background',
  response: TrialBalance,
})

/** What is compared in a check of the ledger. */
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
  /** How many rows were compared, and how many of them differ. */
  compared: z.int(),
  differences: z.int(),
})
export type LedgerCheck = z.infer<typeof LedgerCheck>

const Amounts = z.record(z.string(), Rubles)

/** Rubles by what they are, such as `{"hold": 1000, "settle": 985}`. */
export const LedgerDifference = z.object({
  check: z.enum(ledgerChecks),
  /** The ref of a transfer, or the id of an account, a payout, a tip, an adjustment or an employee. */
  subject: z.string(),
  expected: Amounts,
  found: Amounts,
})
export type LedgerDifference = z.infer<typeof LedgerDifference>

/** The first 100 differences of each check. */
export const LedgerReport = z.object({ checks: z.array(LedgerCheck), differences: z.array(LedgerDifference) })
export type LedgerReport = z.infer<typeof LedgerReport>

export const checkLedger = endpoint({
  method: 'GET',
  path: '/admin/ledger/check',
  summary: 'Compare balances with entries, payouts with holds, tips with transfers, and so on',
  access: 'admin',
  priority: 'background',
  response: LedgerReport,
})

/** `wallet`: what can be withdrawn. `uncleared`: tips that are pending. `debt`: what later tips pay. */
export const EmployeeAccount = z.enum(['wallet', 'uncleared', 'debt'])
export type EmployeeAccount = z.infer<typeof EmployeeAccount>

export const LedgerEntry = z.object({
  /** Counts from 1 without gaps. */
  seq: z.int(),
  at: z.iso.datetime({ offset: true }),
  /** `tip`, `payout_hold`, `payout_release`, `transfer` … */
  kind: z.string(),
  /** What the money moved for: `tip:<external id>`, `payout:<id>:hold`. */
  ref: z.string(),
  /** The account on the other side: a code of the portal's, or a kind and the employee’s id. */
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

/** 404, 409 `external_id_ambiguous`. */
export const getEmployeeLedger = endpoint({
  method: 'GET',
  path: '/admin/employees/:id/ledger',
  summary: 'The accounts of one employee, with entries and the balance after each',
  access: 'admin',
  params: z.object({ id: z.string() }),
  query: z.object({
    account: z.optional(EmployeeAccount),
    /** Entries before this one: the `seq` of the last line of the page before. */
    before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000))),
  }),
  response: EmployeeLedger,
})
