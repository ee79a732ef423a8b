import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/connect.ts'
import type { Bank } from './bank.ts'
import { book, type Claim, claimDuePayout, deliver } from './delivery.ts'
import { ContradictionError } from './settlement.ts'

type WorkerDependencies = { db: Db; bank: Bank; log: FastifyBaseLogger }

export type PayoutWorker = {
  /** Look now: a payout was committed. */
  wake(): void
  /** Takes nothing new, gives up waiting for the bank and books what has been answered. */
  stop(): Promise<void>
}

/** At a time; one silent bank call must not hold up the rest. */
const atOnce = 8
/** Milliseconds between two looks at the table; `wake` is faster. */
const pause = 1_000

/** Brings due payouts to the bank until stopped. Any number of workers may run on one database. */
export function startPayoutWorker({ db, bank, log }: WorkerDependencies): PayoutWorker {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let resting = new AbortController()

  const run = (work: Promise<void>, payoutId: string) => {
    const done = work
      .catch((error: unknown) => {
        if (error instanceof ContradictionError) log.error({ err: error, payoutId }, 'the bank contradicts itself')
        else log.warn({ err: error, payoutId }, 'payout is not settled yet')
      })
      .finally(() => {
        running.delete(done)
        resting.abort()
      })
    running.add(done)
  }
  const stopListening = bank.onAnswer((payoutId, answer) => run(book(db, payoutId, answer), payoutId))

  const loop = async () => {
    while (!stopping.signal.aborted) {
      resting = new AbortController()
      const claim = running.size < atOnce ? await claimNext() : undefined
      if (claim) run(deliver(db, bank, claim, stopping.signal), claim.payoutId)
      else await delay(pause, undefined, { signal: resting.signal }).catch(() => {})
    }
  }
  const claimNext = (): Promise<Claim | undefined> =>
    claimDuePayout(db).catch((error: unknown) => {
      log.error({ err: error }, 'payouts cannot be read')
      return undefined
    })
  const ended = loop()

  return {
    wake: () => resting.abort(),
    async stop() {
      stopping.abort()
      resting.abort()
      stopListening()
      await ended
      await Promise.all(running)
    },
  }
}
