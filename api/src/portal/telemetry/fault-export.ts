import { sendRequest } from '@portal/command/send-request'
import type { FastifyBaseLogger } from 'fastify'
import { type ReportedFault, toSentryRequest } from './fault-formats.ts'

const MAX_WAITING = 200
const REQUEST_TIMEOUT_MS = 5_000
/** How long nothing is sent after a failure without `Retry-After`. */
const PAUSE_SECONDS = 60
const MAX_PAUSE_SECONDS = 3_600

/** Others below 500, such as 413, are about one fault, so the next is sent. */
const pausingStatuses = [401, 403, 404, 429]

/**
 * Sends faults of pages to a Sentry-compatible tool of the operator, one after the other. Nothing waits for it: while
 * the tool is down, faults are only in the log.
 */
export class FaultExport {
  readonly #dsn: URL
  readonly #log: FastifyBaseLogger
  readonly #stopping = new AbortController()
  readonly #waiting: ReportedFault[] = []
  #isSending = false
  #pausedUntil = 0

  constructor(dsn: string, log: FastifyBaseLogger) {
    this.#dsn = new URL(dsn)
    this.#log = log
  }

  add(fault: ReportedFault): void {
    if (Date.now() < this.#pausedUntil || this.#waiting.length >= MAX_WAITING) return
    this.#waiting.push(fault)
    if (!this.#isSending) void this.#sendAll()
  }

  stop(): void {
    this.#waiting.length = 0
    this.#stopping.abort()
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true
    for (let fault = this.#waiting.shift(); fault; fault = this.#waiting.shift()) await this.#send(fault)
    this.#isSending = false
  }

  async #send(fault: ReportedFault): Promise<void> {
    const { signal } = this.#stopping
    try {
      const { status, headers } = await sendRequest({
        ...toSentryRequest(this.#dsn, fault),
        method: 'POST',
        timeoutMs: REQUEST_TIMEOUT_MS,
        signal,
      })
      if (status < 300) return
      if (status < 500 && !pausingStatuses.includes(status)) {
        this.#log.warn({ reason: `it responded with ${status}` }, 'a fault of a page is not sent')
        return
      }
      const seconds = Math.min(Number(headers['retry-after']) || PAUSE_SECONDS, MAX_PAUSE_SECONDS)
      this.#pause(`it responded with ${status}`, seconds)
    } catch (error) {
      if (!signal.aborted) this.#pause(String(error), PAUSE_SECONDS)
    }
  }

  #pause(reason: string, seconds: number): void {
    this.#log.warn({ reason, seconds }, 'faults of pages are not sent')
    this.#waiting.length = 0
    this.#pausedUntil = Date.now() + seconds * 1_000
  }
}
