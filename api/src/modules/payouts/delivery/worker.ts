import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../db/connect.ts'
import { limitConcurrency } from '../../../limit-concurrency.ts'
import type { Settings } from '../../../settings.ts'
import { originOf, traced } from '../../../tracing/tracing.ts'
import { type Bank, UnclearPaymentError } from '../bank/bank.ts'
import { createBulkhead } from './bulkhead.ts'
import { createCircuits } from './circuits.ts'
import { bookCallback, deliver, requestDecision } from './deliver.ts'
import { assignBanks, type LeasedPayout, leaseDuePayout } from './lease.ts'
import { ContradictionError } from './settle.ts'

type WorkerDependencies = { db: Db; bank: Bank; log: FastifyBaseLogger; limits: Settings['payouts'] }

export type PayoutWorker = {
  /** Leases at once what a request has committed, without waiting for the next poll. */
  wake(): void
  /** Leases nothing new, aborts the calls of the bank and books what it has decided. */
  stop(): Promise<void>
}

const POLL_INTERVAL_MS = 1_000
/** Longer than an attempt takes with the queries around its call, so that a lease ends only when its worker is dead. */
const LEASE_MARGIN_MS = 5_000
/** The rest of the pool is for requests. */
const MAX_DATABASE_CONNECTIONS = 8

/**
 * Sends due payouts to their banks until stopped. Any number of workers may run on one database; the limits and the
 * circuits are those of one process.
 */
export function startPayoutWorker({ db, bank, log, limits }: WorkerDependencies): PayoutWorker {
  const { bankConcurrency, userConcurrency, requestTimeoutMs, providers } = limits
  const leaseMs = requestTimeoutMs + LEASE_MARGIN_MS
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const banks = createBulkhead(bankConcurrency)
  const users = createBulkhead(userConcurrency)
  const circuits = createCircuits({
    onOpen: (name) => log.error({ bank: name }, 'the circuit of a bank is open'),
    onClose: (name) => log.info({ bank: name }, 'the circuit of a bank is closed'),
    isFailure: (error) => !(error instanceof UnclearPaymentError),
  })
  const withDatabase = limitConcurrency(MAX_DATABASE_CONNECTIONS)
  let idle = new AbortController()

  const run = (work: Promise<void>, payoutId: string) => {
    const done = work
      .catch((error: unknown) => {
        if (error instanceof ContradictionError) log.error({ err: error, payoutId }, 'the bank contradicts itself')
        else log.warn({ err: error, payoutId }, 'payout is not settled yet')
      })
      .finally(() => {
        running.delete(done)
        idle.abort()
      })
    running.add(done)
  }

  const requestInPlace = async (leased: LeasedPayout) => {
    banks.enter(leased.bank)
    users.enter(leased.userId)
    try {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(requestTimeoutMs)])
      return await circuits.run(leased.bank, () => requestDecision(bank, leased, signal))
    } finally {
      banks.leave(leased.bank)
      users.leave(leased.userId)
    }
  }

  const stopListening = bank.onCallback?.((payoutId, response) =>
    run(
      withDatabase(() => bookCallback(db, payoutId, response)),
      payoutId,
    ),
  )

  const leaseNext = async (): Promise<LeasedPayout | undefined> => {
    try {
      const options = { leaseMs, exceptBanks: [...banks.full(), ...circuits.blocked()], exceptUsers: users.full() }
      const leased = await leaseDuePayout(db, options)
      if (leased || (await assignBanks(db, bank, providers)) === 0) return leased
      return await leaseDuePayout(db, options)
    } catch (error) {
      log.error({ err: error }, 'payouts cannot be read')
      return undefined
    }
  }

  const loop = async () => {
    while (!stopping.signal.aborted) {
      idle = new AbortController()
      const leased = await leaseNext()
      if (leased)
        run(
          tracedDelivery(leased, () => deliver({ db, withDatabase }, leased, () => requestInPlace(leased))),
          leased.order.payoutId,
        )
      else await delay(POLL_INTERVAL_MS, undefined, { signal: idle.signal }).catch(() => {})
    }
  }
  const ended = loop()

  return {
    wake: () => idle.abort(),
    async stop() {
      stopping.abort()
      idle.abort()
      stopListening?.()
      await ended
      await Promise.all(running)
    },
  }
}

/** In the trace of the request that ordered the payout where that was in this process, else in one of its own. */
function tracedDelivery({ order, attempt }: LeasedPayout, work: () => Promise<void>): Promise<void> {
  const attributes = { 'payout.id': order.payoutId, 'payout.attempt': attempt }
  return traced(
    'deliver payout',
    { scope: 'worker', kind: 'internal', attributes, parent: originOf(order.payoutId) },
    work,
  )
}
