import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/connect.ts'
import { limitConcurrency } from '../../http/limit-concurrency.ts'
import type { Job } from '../../jobs/jobs.ts'
import type { Settings } from '../../settings/settings.ts'
import { originSpan, traced } from '../../tracing/tracing.ts'
import { type Bank, type BankResponse, UnclearPaymentError } from '../bank/bank.ts'
import { BankCircuits } from './circuits.ts'
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
export class PayoutWorker implements Pick<Job, 'run' | 'stop'> {
  readonly #deps: WorkerDependencies
  readonly #running = new Set<Promise<void>>()
  readonly #banks: Bulkhead
  readonly #users: Bulkhead
  readonly #circuits: BankCircuits
  readonly #withDatabase = limitConcurrency(MAX_DATABASE_CONNECTIONS)
  readonly #stopListening: (() => void) | undefined

  constructor(deps: WorkerDependencies) {
    const { db, bank, log, limits } = deps
    this.#deps = deps
    this.#banks = new Bulkhead(limits.bankConcurrency)
    this.#users = new Bulkhead(limits.userConcurrency)
    this.#circuits = new BankCircuits({
      onOpen: (name) => log.error({ bank: name }, 'the circuit of a bank is open'),
      onClose: (name) => log.info({ bank: name }, 'the circuit of a bank is closed'),
      isFailure: (error) => !(error instanceof UnclearPaymentError),
    })
    this.#stopListening = bank.onCallback?.((payoutId, response) => {
      const booked = this.#withDatabase(() => bookCallback(db, payoutId, response))
      this.#track(booked, payoutId)
    })
  }

  async run(stopping: AbortSignal): Promise<number> {
    const leased = await this.#leaseNext()
    if (!leased) return 0
    this.#track(this.#deliver(leased, stopping), leased.order.payoutId)
    return 1
  }

  async stop(): Promise<void> {
    this.#stopListening?.()
    await Promise.all(this.#running)
  }

  async #leaseNext(): Promise<LeasedPayout | undefined> {
    const { db, bank, limits } = this.#deps
    const options = {
      leaseMs: limits.requestTimeoutMs + LEASE_MARGIN_MS,
      exceptBanks: [...this.#banks.full(), ...this.#circuits.blocked()],
      exceptUsers: this.#users.full(),
    }
    const leased = await leaseDuePayout(db, options)
    if (leased) return leased
    const assignedCount = await assignBanks(db, bank, limits.providers)
    return assignedCount > 0 ? await leaseDuePayout(db, options) : undefined
  }

  /** Continues the trace of the request that ordered the payout if this process handled it, else starts a new trace. */
  #deliver(leased: LeasedPayout, stopping: AbortSignal): Promise<void> {
    const { order, attempt } = leased
    const attributes = { 'payout.id': order.payoutId, 'payout.attempt': attempt }
    const request = () => this.#requestInSlot(leased, stopping)
    return traced(
      'deliver payout',
      { scope: 'worker', kind: 'internal', attributes, parent: originSpan(order.payoutId) },
      () => deliver({ db: this.#deps.db, withDatabase: this.#withDatabase }, leased, request),
    )
  }

  /** Calls the bank, in a slot of the bank and of the user. */
  async #requestInSlot(leased: LeasedPayout, stopping: AbortSignal): Promise<BankResponse> {
    const { bank, limits } = this.#deps
    this.#banks.enter(leased.bank)
    this.#users.enter(leased.userId)
    try {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(limits.requestTimeoutMs)])
      return await this.#circuits.run(leased.bank, () => requestDecision(bank, leased, signal))
    } finally {
      this.#banks.leave(leased.bank)
      this.#users.leave(leased.userId)
    }
  }

  /** Logs a failure of the work. After the work the worker runs again, since a bank or a user has a free slot. */
  #track(work: Promise<void>, payoutId: string): void {
    const { log, wakePayoutWorker } = this.#deps
    const done = work
      .catch((error: unknown) => {
        if (error instanceof ContradictionError) log.error({ err: error, payoutId }, 'the bank contradicts itself')
        else log.warn({ err: error, payoutId }, 'payout is not settled yet')
      })
      .finally(() => {
        this.#running.delete(done)
        wakePayoutWorker()
      })
    this.#running.add(done)
  }
}

/** Counts the calls in flight for each key, so that one key cannot take more than `limit` slots. */
class Bulkhead {
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
