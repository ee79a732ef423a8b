import type { RenderRequest, RenderResult } from '@portal/shared/rendering-protocol'
import { forbidOpening, spawnLimited } from './limited-process.ts'
import { type Loaded, lineReader, MAX_LINE_BYTES, type Message, readMessage, type ServerFile } from './messages.ts'

/**
 * `threw` means that the page threw and the process can render other pages. All other reasons end the process: `late`
 * is a timeout, and `message` is a message that a correct process does not send.
 */
export type FailureReason = 'threw' | 'late' | 'ended' | 'message'

/** A bundle that did not load, or a page that was not rendered. The message may have what the page shows. */
export class RenderFailure extends Error {
  readonly reason: FailureReason
  /** The shell or the remote whose code ran last. */
  readonly source: string
  /** The message without what the page says. */
  readonly summary: string

  constructor(reason: FailureReason, source: string, message: string, summary = message) {
    super(message)
    this.reason = reason
    this.source = source
    this.summary = summary
  }
}

/** Returns the parts of an error's text that contain no personal data: its kind, and where a bundle threw it. */
function summarize(text: string): string {
  const [kind = 'Error'] = /^\w*Error(?=:|$)/m.exec(text) ?? []
  const frames = [...text.matchAll(/^ {4}at .*?(\S*server\.cjs:\d+:\d+)\)?$/gm)].map(([, location]) => location)
  return [kind, ...frames].join('\n    at ')
}

/** Logs what bundles write to the console. */
type Log = (source: string, line: string) => void

type Child = ReturnType<typeof spawnLimited>

/** @throws RenderFailure when this machine has no memory or no file descriptors for another process */
function spawnChild(files: readonly ServerFile[]): Child {
  let cause = 'there are too many open files'
  try {
    const child = spawnLimited(files.map(({ path }) => path))
    // Without file descriptors `spawn` returns a child that has no streams, and emits the error later.
    if (child.stdout) return child
    child.on('error', () => {})
  } catch (error) {
    cause = (error as Error).message
  }
  throw new RenderFailure('ended', 'shell', `The process was not started: ${cause}`)
}

/**
 * Starts a process that can read only these files and its own program. `limitMs` limits the loading of the bundles.
 * @throws RenderFailure when it cannot be started
 */
export function startRenderProcess(files: readonly ServerFile[], limitMs: number, log: Log): RenderProcess {
  return new RenderProcess(spawnChild(files), files, limitMs, log)
}

/** A running process, which loads the bundles and then renders one page at a time. */
export class RenderProcess {
  /** Rejects with a RenderFailure when the shell does not load, and when the process ends before. */
  readonly loaded: Promise<Loaded>
  readonly ended: Promise<void>
  readonly #child: Child
  readonly #log: Log
  #isAlive = true
  /** The shell or the remote whose code runs. */
  #source = 'shell'
  #lastErrors = ''
  /** The registry that the process has: it gets one again when the page has another. */
  #registry: RenderRequest['registry'] | undefined
  /** What the process responds to the last line. */
  #pending: PromiseWithResolvers<Message> | undefined

  constructor(child: Child, files: readonly ServerFile[], limitMs: number, log: Log) {
    this.#child = child
    this.#log = log
    this.ended = new Promise<void>((resolve) => {
      child.on('close', () => resolve())
      child.on('error', () => resolve())
    })
    this.#listen()
    this.loaded = this.#load(files, limitMs)
  }

  /** Renders a page when no other is being rendered. @throws RenderFailure */
  async render(request: Partial<RenderRequest>, limitMs: number): Promise<RenderResult> {
    const { registry, ...own } = request
    const line = JSON.stringify(registry === this.#registry ? own : request)
    this.#registry = registry
    const message = await this.#exchange(line, limitMs)
    return 'result' in message ? message.result : this.#endAsUnexpected()
  }

  isAlive(): boolean {
    return this.#isAlive
  }

  kill(): void {
    this.#end('ended', 'The process is no longer needed')
  }

  #listen(): void {
    const child = this.#child
    const readChunk = lineReader(
      MAX_LINE_BYTES,
      (line) => this.#receiveLine(line),
      () => this.#end('message', `A message has more than ${MAX_LINE_BYTES} bytes`),
    )
    child.stdout.on('data', readChunk)
    child.stderr.on('data', (text) => {
      this.#lastErrors = `${this.#lastErrors}${text}`.slice(-2_000)
    })
    // The process has ended, which the event `close` reports.
    child.stdin.on('error', () => {})
    child.on('error', (error) => this.#end('ended', error.message))
    child.on('close', (code, signal) => this.#end('ended', `The process ended by ${signal ?? code}`, this.#lastErrors))
  }

  async #load(files: readonly ServerFile[], limitMs: number): Promise<Loaded> {
    const read = await this.#exchange(JSON.stringify({ files }), limitMs)
    if (!('read' in read)) this.#endAsUnexpected()
    await forbidOpening(this.#child).catch((error) => {
      this.#end('ended', error.message)
      throw new RenderFailure('ended', 'shell', error.message)
    })
    const message = await this.#exchange('', limitMs)
    return 'loaded' in message ? message.loaded : this.#endAsUnexpected()
  }

  /** Sends a line. Returns the message that it leads to. */
  async #exchange(line: string, limitMs: number): Promise<Message> {
    if (!this.#isAlive) throw new RenderFailure('ended', this.#source, 'The process has ended')
    const response = Promise.withResolvers<Message>()
    this.#source = 'shell'
    this.#pending = response
    const timer = setTimeout(() => this.#end('late', `There is no result after ${limitMs} ms`), limitMs)
    this.#child.stdin.write(`${line}\n`)
    try {
      const message = await response.promise
      if ('failed' in message) {
        const { failed, isOwn } = message
        throw new RenderFailure('threw', this.#source, failed, isOwn ? failed : summarize(failed))
      }
      return message
    } finally {
      clearTimeout(timer)
      this.#pending = undefined
    }
  }

  #receiveLine(line: string): void {
    try {
      if (this.#isAlive) this.#receive(readMessage(line))
    } catch (error) {
      this.#end('message', (error as Error).message)
    }
  }

  #receive(message: Message): void {
    if ('runs' in message) this.#source = message.runs
    else if ('log' in message) this.#log(this.#source, message.log)
    else this.#pending?.resolve(message)
  }

  #end(reason: FailureReason, message: string, errors = ''): void {
    this.#isAlive = false
    this.#child.kill('SIGKILL')
    const summary = errors ? `${message}. ${summarize(errors)}` : message
    const whole = errors ? `${message}. ${errors}` : message
    this.#pending?.reject(new RenderFailure(reason, this.#source, whole, summary))
  }

  #endAsUnexpected(): never {
    const message = 'The process sent another message than the one that was due'
    this.#end('message', message)
    throw new RenderFailure('message', this.#source, message)
  }
}
