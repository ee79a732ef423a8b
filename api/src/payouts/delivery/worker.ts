import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/connect.ts'
import { limitConcurrency } from '../../http/limit-concurrency.ts'
import type { Job } from '../../jobs/jobs.ts'
import type { Settings } from '../../settings/settings.ts'
import { originSpan, traced } from '../../tracing/tracing.ts'
import { type Bank, UnclearPaymentError } from '../bank/bank.ts'
import { createCircuits } from './circuits.ts'
import { bookCallback, deliver, requestDecision } from './deliver.ts'
import { assignBanks, type LeasedPayout, leaseDuePayout } from './lease.ts'
import { ContradictionError } from './settle.ts'

type WorkerDependencies = {
  db: Db
  bank: Bank
  log: FastifyBaseLogger
  limits: Settings['payouts']
  /** Runs the worker again, since a bank or a user has a free slot. */
  wakePayoutWorker: () => void
}

/** Longer than an attempt takes with the queries around its call, so that a lease ends only when its worker is dead. */
const LEASE_MARGIN_MS = 5_000
/** The rest of the pool is for requests. */
const MAX_DATABASE_CONNECTIONS = 8

/**
 * Each run leases a payout that is due and begins to send it to its bank. The stop aborts the calls of banks and books
 * what they have decided. Any number of workers may run on one database; the limits and the circuits are those of one
 * process.
 */
export function createPayoutWorker({ db, bank, log, limits, wakePayoutWorker }: WorkerDependencies) {
  const { bankConcurrency, userConcurrency, requestTimeoutMs, providers } = limits
  const leaseMs = requestTimeoutMs + LEASE_MARGIN_MS
  const running = new Set<Promise<void>>()
  const banks = createBulkhead(bankConcurrency)
  const users = createBulkhead(userConcurrency)
  const circuits = createCircuits({
    onOpen: (name) => log.error({ bank: name }, 'the circuit of a bank is open'),
    onClose: (name) => log.info({ bank: name }, 'the circuit of a bank is closed'),
    isFailure: (error) => !(error instanceof UnclearPaymentError),
  })
  const withDatabase = limitConcurrency(MAX_DATABASE_CONNECTIONS)

  const begin = (work: Promise<void>, payoutId: string) => {
    const done = work
      .catch((error: unknown) => {
        if (error instanceof ContradictionError) log.error({ err: error, payoutId }, 'the bank contradicts itself')
        else log.warn({ err: error, payoutId }, 'payout is not settled yet')
      })
      .finally(() => {
        running.delete(done)
        wakePayoutWorker()
      })
    running.add(done)
  }

  const requestInPlace = async (leased: LeasedPayout, stopping: AbortSignal) => {
    banks.enter(leased.bank)
    users.enter(leased.userId)
    try {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(requestTimeoutMs)])
      return await circuits.run(leased.bank, () => requestDecision(bank, leased, signal))
    } finally {
      banks.leave(leased.bank)
      users.leave(leased.userId)
    }
  }

  const stopListening = bank.onCallback?.((payoutId, response) =>
    begin(
      withDatabase(() => bookCallback(db, payoutId, response)),
      payoutId,
    ),
  )

  const leaseNext = async (): Promise<LeasedPayout | undefined> => {
    const options = { leaseMs, exceptBanks: [...banks.full(), ...circuits.blocked()], exceptUsers: users.full() }
    const leased = await leaseDuePayout(db, options)
    if (leased || (await assignBanks(db, bank, providers)) === 0) return leased
    return await leaseDuePayout(db, options)
  }

  return {
    async run(stopping) {
      const leased = await leaseNext()
      if (!leased) return 0
      const request = () => requestInPlace(leased, stopping)
      begin(
        tracedDelivery(leased, () => deliver({ db, withDatabase }, leased, request)),
        leased.order.payoutId,
      )
      return 1
    },
    async stop() {
      stopListening?.()
      await Promise.all(running)
    },
  } satisfies Pick<Job, 'run' | 'stop'>
}

/** Continues the trace of the request that ordered the payout if this process handled it, else starts a new trace. */
function tracedDelivery({ order, attempt }: LeasedPayout, work: () => Promise<void>): Promise<void> {
  const attributes = { 'payout.id': order.payoutId, 'payout.attempt': attempt }
  return traced(
    'deliver payout',
    { scope: 'worker', kind: 'internal', attributes, parent: originSpan(order.payoutId) },
    work,
  )
}

/** Counts the calls in flight for each key, so that one key cannot take more than `limit` slots. */
function createBulkhead(limit: number) {
  const inFlight = new Map<string, number>()
  return {
    enter(key: string): void {
      inFlight.set(key, (inFlight.get(key) ?? 0) + 1)
    },
    leave(key: string): void {
      const left = (inFlight.get(key) ?? 0) - 1
      if (left > 0) inFlight.set(key, left)
      else inFlight.delete(key)
    },
    /** The keys that have no free slot. */
    full: (): string[] => [...inFlight].flatMap(([key, count]) => (count >= limit ? [key] : [])),
  }
}
