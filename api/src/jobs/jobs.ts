import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from '../http/metrics.ts'

/**
 * How long a running job may take to finish when the process stops: longer than sending an SMS, and less than the
 * process may take to end (process-end.ts). A longer job loses its connection, and another process does its work.
 */
const STOP_MS = 10_000

export type Job = {
  /** The name in the log and in the metric. */
  name: string
  /** Milliseconds from the end of a run to the beginning of the next one. The first run begins with the process. */
  everyMs: number
  /**
   * Does the due work and returns how many items it did. After at least one, the next run follows immediately. Begins
   * no further work after `stopping` is aborted. Every process has each job, so jobs lease or lock their rows.
   */
  run(stopping: AbortSignal): Promise<number> | Promise<void>
  /** Waits for work that the runs have started without waiting for its end. */
  stop?(): Promise<void>
}

/** Runs jobs until they are stopped. A job never overlaps with itself, and continues after a failure. */
export class Jobs {
  readonly #log: FastifyBaseLogger
  readonly #countRun: (labels: { job: string; result: 'done' | 'failed' }) => void
  readonly #stopping = new AbortController()
  readonly #loops = new Map<string, Loop>()

  constructor({ log, metrics }: { log: FastifyBaseLogger; metrics: Metrics }) {
    const description = { name: 'portal_job_runs_total', help: 'Runs of background jobs', labels: ['job', 'result'] }
    const runs = metrics.counter(description)
    this.#log = log
    this.#countRun = (labels) => runs.inc(labels)
  }

  start(jobs: readonly Job[]): void {
    for (const job of jobs) this.#loops.set(job.name, new Loop(job, () => this.#run(job), this.#stopping.signal))
  }

  /** Runs the job now, or once more after the current run, which may have begun too early to see what is due. */
  trigger(name: string): void {
    this.#loops.get(name)?.wakeUp()
  }

  /** Begins no further run, and waits for the current ones up to a limit. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    const unfinished = new Set(this.#loops.keys())
    const ended = [...this.#loops].map(async ([name, loop]) => {
      loop.wakeUp()
      await loop.ended
      unfinished.delete(name)
    })
    await Promise.race([Promise.all(ended), new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())])
    if (unfinished.size > 0) this.#log.warn({ jobs: [...unfinished] }, 'jobs are not finished, another process goes on')
  }

  async #run(job: Job): Promise<boolean> {
    try {
      const count = await job.run(this.#stopping.signal)
      this.#countRun({ job: job.name, result: 'done' })
      return typeof count === 'number' && count > 0
    } catch (err) {
      this.#log.error({ err, job: job.name }, `the job ${job.name} failed`)
      this.#countRun({ job: job.name, result: 'failed' })
      return false
    }
  }
}

/** Runs one job. Pauses after a run, unless the run has found work, or the job was triggered meanwhile. */
class Loop {
  readonly ended: Promise<void>
  #isWokenUp = false
  #endPause = () => {}

  constructor(job: Job, run: () => Promise<boolean>, stopping: AbortSignal) {
    this.ended = this.#repeat(job, run, stopping)
  }

  wakeUp(): void {
    this.#isWokenUp = true
    this.#endPause()
  }

  async #repeat(job: Job, run: () => Promise<boolean>, stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      this.#isWokenUp = false
      const hasFoundWork = await run()
      if (!hasFoundWork && !this.#isWokenUp) await this.#pause(job.everyMs)
    }
    await job.stop?.()
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
