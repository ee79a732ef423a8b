import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/connect.ts'
import { limitConcurrency } from '../../limit-concurrency.ts'
import type { Settings } from '../../settings.ts'
import type { Bank } from './bank.ts'
import { createBulkhead } from './bulkhead.ts'
import { createCircuits } from './circuits.ts'
import { assignBanks, type Claim, claimDuePayout } from './claim.ts'
import { book, deliver, requestDecision } from './delivery.ts'
import { ContradictionError } from './settlement.ts'

type WorkerDependencies = { db: Db; bank: Bank; log: FastifyBaseLogger; limits: Settings['payouts'] }

export type PayoutWorker = {
  /** Claims now what a request has committed, without waiting for the next poll. */
  wake(): void
  /** Claims nothing new, aborts the calls of the bank and books what it has decided. */
  stop(): Promise<void>
}

const POLL_INTERVAL_MS = 1_000
/** Longer than an attempt takes with the queries around its call, so that a lease ends only when its worker is dead. */
const LEASE_MARGIN_MS = 5_000
/** Of deliveries; requests share the same connections. */
const MAX_DATABASE_CONNECTIONS = 8

/**
 * Sends due payouts to their banks until stopped. Any number of workers may run on one database; the limits and the
 * circuits are those of one process.
 */
export function startPayoutWorker({ db, bank, log, limits }: WorkerDependencies): PayoutWorker {
  const { bankConcurrency, userConcurrency, requestTimeoutMs } = limits
  const leaseMs = requestTimeoutMs + LEASE_MARGIN_MS
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const banks = createBulkhead(bankConcurrency)
  const users = createBulkhead(userConcurrency)
  const circuits = createCircuits({
    onOpen: (name) => log.error({ bank: name }, 'the circuit of a bank is open'),
    onClose: (name) => log.info({ bank: name }, 'the circuit of a bank is closed'),
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

  const requestInPlace = async (claim: Claim) => {
    banks.enter(claim.bank)
    users.enter(claim.userId)
    try {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(requestTimeoutMs)])
      return await circuits.run(claim.bank, () => requestDecision(bank, claim, signal))
    } finally {
      banks.leave(claim.bank)
      users.leave(claim.userId)
    }
  }

  const stopListening = bank.onCallback((payoutId, response) =>
    run(
      withDatabase(() => book(db, payoutId, response)),
      payoutId,
    ),
  )

  const claimNext = async (): Promise<Claim | undefined> => {
    try {
      const options = { leaseMs, exceptBanks: [...banks.full(), ...circuits.blocked()], exceptUsers: users.full() }
      const claim = await claimDuePayout(db, options)
      if (claim || (await assignBanks(db, bank)) === 0) return claim
      return await claimDuePayout(db, options)
    } catch (error) {
      log.error({ err: error }, 'payouts cannot be read')
      return undefined
    }
  }

  const loop = async () => {
    while (!stopping.signal.aborted) {
      idle = new AbortController()
      const claim = await claimNext()
      if (claim)
        run(
          deliver({ db, withDatabase }, claim, () => requestInPlace(claim)),
          claim.order.payoutId,
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
      stopListening()
      await ended
      await Promise.all(running)
    },
  }
}
