import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/connect.ts'
import type { Bank } from './bank.ts'

type WorkerDependencies = { db: Db; bank: Bank; log: FastifyBaseLogger }

export type PayoutWorker = {
  /** Look now: a payout was committed. */
  wake(): void
  /** Takes nothing new and waits for what it holds. */
  stop(): Promise<void>
}

export function startPayoutWorker(_deps: WorkerDependencies): PayoutWorker {
  return { wake() {}, async stop() {} }
}
