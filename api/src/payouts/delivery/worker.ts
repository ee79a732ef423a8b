import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/connect.ts'
import { limitConcurrency } from '../../http/limit-concurrency.ts'
import type { Job } from '../../jobs/jobs.ts'
import type { Settings } from '../../settings/settings.ts'
import { originSpan, traced } from '../../tracing/tracing.ts'
import { type Bank, type BankResponse, UnclearPaymentError } from '../bank/bank.ts'
import { BankCircuits } from './circuits.ts'
import { bookCallback, deliver, sendOrRequestStatus } from './deliver.ts'
import { assignBanks, type LeasedPayout, leaseDuePayout } from './lease.ts'
import { ContradictionError } from './settle.ts'

/** The name of the job, by which other parts trigger it. */
export const PAYOUT_JOB = 'payouts'

type WorkerDependencies = {
  db: Db
  bank: Bank
  log: FastifyBaseLogger
  settings: Settings['payouts']
  /** Called when a slot is free: another payout may be due. */
  wakePayoutWorker: () => void
}

/** Time for the queries before and after the call of the bank: a lease ends only if its worker has died. */
const LEASE_MARGIN_MS = 5_000
/** Connections that all deliveries may use together. The rest of the pool is for requests. */
const MAX_DATABASE_CONNECTIONS = 8

/**
 * Sends payouts to their banks: each run leases one payout that is due and begins its delivery. Any number of workers
 * may run on one database. The limits are those of one process: slots for each bank and each user, connections to the
 * database, and a circuit that stops calls to a bank that fails.
 */
export class PayoutWorker implements Job {
  readonly name = PAYOUT_JOB
  readonly everyMs = 1_000
  readonly #deps: WorkerDependencies
  readonly #running = new Set<Promise<void>>()
  readonly #bankSlots: Slots
  readonly #userSlots: Slots
  readonly #circuits: BankCircuits
  readonly #limitDatabaseUse = limitConcurrency(MAX_DATABASE_CONNECTIONS)
  readonly #stopListening: (() => void) | undefined

  constructor(deps: WorkerDependencies) {
    const { db, bank, log, settings } = deps
    this.#deps = deps
    this.#bankSlots = new Slots(settings.bankConcurrency)
    this.#userSlots = new Slots(settings.userConcurrency)
    this.#circuits = new BankCircuits({
      onOpen: (name) => log.error({ bank: name }, 'the circuit of a bank is open'),
      onClose: (name) => log.info({ bank: name }, 'the circuit of a bank is closed'),
      isFailure: (error) => !(error instanceof UnclearPaymentError),
    })
    this.#stopListening = bank.onCallback?.((payoutId, response) => {
      const booked = this.#limitDatabaseUse(() => bookCallback(db, payoutId, response))
      this.#track(booked, payoutId)
    })
  }

  /** Returns the number of payouts whose delivery has begun: 0 or 1. */
  async run(stopping: AbortSignal): Promise<number> {
    const leased = await this.#leaseNext()
    if (!leased) return 0
    this.#track(this.#deliver(leased, stopping), leased.order.payoutId)
    return 1
  }

  /** Waits until the deliveries that have begun are booked. Their calls are aborted by the signal of `run`. */
  async stop(): Promise<void> {
    this.#stopListening?.()
    await Promise.all(this.#running)
  }

  async #leaseNext(): Promise<LeasedPayout | undefined> {
    const { db, bank, settings } = this.#deps
    const options = {
      leaseMs: settings.requestTimeoutMs + LEASE_MARGIN_MS,
      exceptBanks: [...this.#bankSlots.full(), ...this.#circuits.blocked()],
      exceptUsers: this.#userSlots.full(),
    }
    const leased = await leaseDuePayout(db, options)
    if (leased) return leased
    // No payout is due. New payouts have no bank yet, so assign banks and look again.
    const assignedCount = await assignBanks(db, bank, settings.providers)
    return assignedCount > 0 ? await leaseDuePayout(db, options) : undefined
  }

  /** Asks the bank for a decision and books it, within the trace of the request that ordered the payout. */
  #deliver(leased: LeasedPayout, stopping: AbortSignal): Promise<void> {
    const { order, attempt } = leased
    const attributes = { 'payout.id': order.payoutId, 'payout.attempt': attempt }
    const span = { scope: 'worker', kind: 'internal', attributes, parent: originSpan(order.payoutId) } as const
    const deps = { db: this.#deps.db, limitDatabaseUse: this.#limitDatabaseUse }
    const askBank = () => this.#askBank(leased, stopping)
    return traced('deliver payout', span, () => deliver(deps, leased, askBank))
  }

  /** Takes a slot of the bank and of the user during the call. */
  async #askBank(leased: LeasedPayout, stopping: AbortSignal): Promise<BankResponse> {
    const { bank, settings } = this.#deps
    this.#bankSlots.enter(leased.bank)
    this.#userSlots.enter(leased.userId)
    try {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(settings.requestTimeoutMs)])
      return await this.#circuits.run(leased.bank, () => sendOrRequestStatus(bank, leased, signal))
    } finally {
      this.#bankSlots.leave(leased.bank)
      this.#userSlots.leave(leased.userId)
    }
  }

  #track(work: Promise<void>, payoutId: string): void {
    const { log, wakePayoutWorker } = this.#deps
    const logged = work.catch((error: unknown) => {
      if (error instanceof ContradictionError) log.error({ err: error, payoutId }, 'the bank contradicts itself')
      else log.warn({ err: error, payoutId }, 'payout is not settled yet')
    })
    // `stop` waits for these.
    this.#running.add(logged)
    void logged.then(() => {
      this.#running.delete(logged)
      // A slot is free.
      wakePayoutWorker()
    })
  }
}

/** Counts the calls in flight for each key, so that one key cannot take more than `limit` slots. */
class Slots {
  readonly #limit: number
  readonly #inFlight = new Map<string, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  enter(key: string): void {
    this.#inFlight.set(key, (this.#inFlight.get(key) ?? 0) + 1)
  }

  leave(key: string): void {
    const left = (this.#inFlight.get(key) ?? 0) - 1
    if (left > 0) this.#inFlight.set(key, left)
    else this.#inFlight.delete(key)
  }

  /** The keys that have no free slot. */
  full(): string[] {
    return [...this.#inFlight].flatMap(([key, count]) => (count >= this.#limit ? [key] : []))
  }
}
