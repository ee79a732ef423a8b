import { randomUUID } from 'node:crypto'
import { sendRequest } from '@portal/command/send-request'
import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '../settings/settings.ts'
import { anna } from './demo-users.ts'
import { demoTip } from './tip-history.ts'

/** Milliseconds: between 40 and 80 seconds. */
const delayMs = () => 40_000 + Math.random() * 40_000

/**
 * Books a tip of a guest for Анна about every minute, by the same request as the payment side. `address` is the address
 * of the API: `http://127.0.0.1:3000`.
 */
export function startDemoTips(address: string, { serviceToken }: Settings, log: FastifyBaseLogger): { stop(): void } {
  let stopped = false
  let timer = setTimeout(tip, delayMs())

  async function tip(): Promise<void> {
    const tips = [demoTip(Math.random, `demo:live:${randomUUID()}`, anna.jobs[0].id, new Date())]
    await sendRequest({
      url: new URL('/api/v1/ingest/tips', address).href,
      method: 'POST',
      headers: { authorization: `Bearer ${serviceToken}` },
      body: { tips },
      timeoutMs: 10_000,
    }).catch((err: unknown) => log.warn({ err }, 'demo tip not booked'))
    if (!stopped) timer = setTimeout(tip, delayMs())
  }

  return {
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
