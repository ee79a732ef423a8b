import { Agent } from 'node:http'
import type { Db } from '../src/db/connect.ts'
import { strikeOutNumbers } from '../src/http/log.ts'
import type { TestEmployee } from '../src/modules/ledger/testing.ts'
import type { Settings } from '../src/settings.ts'
import { type FuzzRequest, generateRequest, type Operation } from './generate.ts'
import { findFault } from './send.ts'
import { prepareWaiter, renewCaller } from './target.ts'

/** Requests between two renewals of session, code and budgets. */
const RENEWAL_INTERVAL = 40
const CONCURRENCY = 4
/** Every so many requests come without a session. */
const ANONYMOUS_INTERVAL = 5
const MAX_SHOWN_LENGTH = 500

export type FuzzTarget = { db: Db; port: number; tokens: Record<'service' | 'monitor' | 'admin', string> }

export function tokensOf({ serviceToken, metricsToken, operators }: Settings): FuzzTarget['tokens'] {
  return { service: serviceToken, monitor: metricsToken, admin: operators[0]?.token ?? '' }
}

/** The seed of one request: `POST /login 7 431` is the request 431 of the seed 7. */
export type Failure = { seed: string; fault: string; request: string }

type Options = {
  calls: number
  seed: number
  onProgress?: (operation: Operation, failures: readonly Failure[]) => void
}

/** Calls each operation so many times. Returns the requests whose responses break the contract. */
export async function runFuzz(
  target: FuzzTarget,
  operations: readonly Operation[],
  { calls, seed, onProgress }: Options,
): Promise<Failure[]> {
  const waiter = await prepareWaiter(target.db)
  const failures: Failure[] = []
  for (const operation of operations) {
    const seeds = Array.from({ length: calls }, (_, n) => `${operation.method} ${operation.path} ${seed} ${n}`)
    const found = await sendSeeds(target, waiter, operation, seeds)
    failures.push(...found)
    onProgress?.(operation, found)
  }
  return failures
}

/** Sends what failed once, again. */
export async function repeatSeeds(
  target: FuzzTarget,
  operations: readonly Operation[],
  seeds: readonly string[],
): Promise<Failure[]> {
  const waiter = await prepareWaiter(target.db)
  const failures: Failure[] = []
  for (const operation of operations) {
    const own = seeds.filter((seed) => seed.startsWith(`${operation.method} ${operation.path} `))
    failures.push(...(await sendSeeds(target, waiter, operation, own)))
  }
  return failures
}

async function sendSeeds(
  { db, port, tokens }: FuzzTarget,
  waiter: TestEmployee,
  operation: Operation,
  seeds: readonly string[],
): Promise<Failure[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })
  const failures: Failure[] = []
  for (let begin = 0; begin < seeds.length; begin += RENEWAL_INTERVAL) {
    const caller = await renewCaller(db, waiter)
    const batch = seeds.slice(begin, begin + RENEWAL_INTERVAL)
    const worker = async () => {
      for (let seed = batch.shift(); seed !== undefined; seed = batch.shift()) {
        const sent = generateRequest(operation, caller.known, seed)
        const { access } = operation
        const token = access === 'anyone' || access === 'user' ? tokens.service : tokens[access]
        const isAnonymous = batch.length % ANONYMOUS_INTERVAL === 0
        const headers = {
          'sec-fetch-site': 'same-origin',
          ...(!isAnonymous && { cookie: `session=${caller.session}`, authorization: `Bearer ${token}` }),
        }
        const fault = await findFault(operation, sent, { port, agent, headers })
        if (fault) failures.push({ seed, fault: strikeOutNumbers(fault), request: describe(sent) })
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  }
  agent.destroy()
  return failures
}

/** Without the session and the tokens, which are no part of it, and without numbers of phones and cards. */
function describe({ method, path, headers, body }: FuzzRequest): string {
  const parts = [`${method} ${path}`, JSON.stringify(headers), body ?? '']
  return strikeOutNumbers(parts.map((part) => part.slice(0, MAX_SHOWN_LENGTH)).join(' '))
}
