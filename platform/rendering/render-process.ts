import type { RenderResult } from '@portal/shared/rendering-protocol'
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
  const frames = [...text.matchAll(/^ {4}at .*?(\S*server\.cjs:\d+:\d+)\)?$/gm)].map(([, place]) => place)
  return [kind, ...frames].join('\n    at ')
}

export type RenderProcess = {
  /** Rejects with a RenderFailure when the shell does not load, and when the process ends before. */
  loaded: Promise<Loaded>
  /** Renders a RenderRequest, as JSON, when no other is being rendered. @throws RenderFailure */
  render(request: string, limitMs: number): Promise<RenderResult>
  isAlive(): boolean
  ended: Promise<void>
  kill(): void
}

/** Logs what bundles write to the console. */
type Log = (source: string, line: string) => void

/** @throws RenderFailure when this machine has no memory or no file descriptors for another process */
function spawnChild(files: readonly ServerFile[]): ReturnType<typeof spawnLimited> {
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
  const child = spawnChild(files)
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => resolve())
    child.on('error', () => resolve())
  })
  let alive = true
  let source = 'shell'
  let lastErrors = ''
  let pending: PromiseWithResolvers<Message> | undefined

  function end(reason: FailureReason, message: string, errors = ''): void {
    alive = false
    child.kill('SIGKILL')
    const summary = errors ? `${message}. ${summarize(errors)}` : message
    pending?.reject(new RenderFailure(reason, source, errors ? `${message}. ${errors}` : message, summary))
  }

  function receive(message: Message): void {
    if ('runs' in message) source = message.runs
    else if ('log' in message) log(source, message.log)
    else pending?.resolve(message)
  }

  /** Sends a line. Returns the message that it leads to. */
  async function exchange(line: string, limitMs: number): Promise<Message> {
    if (!alive) throw new RenderFailure('ended', source, 'The process has ended')
    const response = Promise.withResolvers<Message>()
    pending = response
    const timer = setTimeout(() => end('late', `There is no result after ${limitMs} ms`), limitMs)
    child.stdin.write(`${line}\n`)
    try {
      const message = await response.promise
      if ('failed' in message) {
        const { failed, isOwn } = message
        throw new RenderFailure('threw', source, failed, isOwn ? failed : summarize(failed))
      }
      return message
    } finally {
      clearTimeout(timer)
      pending = undefined
    }
  }

  async function load(): Promise<Loaded> {
    const read = await exchange(JSON.stringify({ files }), limitMs)
    if (!('read' in read)) unexpected()
    await forbidOpening(child).catch((error) => {
      end('ended', error.message)
      throw new RenderFailure('ended', 'shell', error.message)
    })
    const message = await exchange('', limitMs)
    return 'loaded' in message ? message.loaded : unexpected()
  }

  function unexpected(): never {
    const message = 'The process sent another message than the one that was due'
    end('message', message)
    throw new RenderFailure('message', source, message)
  }

  const read = lineReader(
    MAX_LINE_BYTES,
    (line) => {
      try {
        if (alive) receive(readMessage(line))
      } catch (error) {
        end('message', (error as Error).message)
      }
    },
    () => end('message', `A message has more than ${MAX_LINE_BYTES} bytes`),
  )
  child.stdout.on('data', read)
  child.stderr.on('data', (text) => {
    lastErrors = `${lastErrors}${text}`.slice(-2_000)
  })
  // It has ended, which `close` reports.
  child.stdin.on('error', () => {})
  child.on('error', (error) => end('ended', error.message))
  child.on('close', (code, signal) => end('ended', `The process ended by ${signal ?? code}`, lastErrors))

  return {
    loaded: load(),
    async render(request, limitMs) {
      const message = await exchange(request, limitMs)
      return 'result' in message ? message.result : unexpected()
    },
    isAlive: () => alive,
    ended,
    kill: () => end('ended', 'The process is no longer needed'),
  }
}
