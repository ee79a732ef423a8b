import { Buffer } from 'node:buffer'
import type { ApiRead, RenderResult } from '@portal/shared/rendering-protocol'

// What a portal server and a process that renders send to each other: lines of JSON, in a pipe for each direction. The
// first line to the process is `Start`, and makes it read its files. The second line is empty, and makes it run them.
// Each later one is a RenderRequest, which is sent when the last one has its result. A request without a registry has
// that of the request before.

/** The server bundle of a release, with its integrity in release.json. */
export type ServerFile = { name: string; path: string; integrity: string }

/** The file of the shell is the first one. */
export type Start = { files: readonly ServerFile[] }

/** The pages and slots that each remote exports, and the bundles that did not load. */
export type Loaded = {
  pages: Record<string, string[]>
  slots: Record<string, string[]>
  failures: { name: string; message: string }[]
}

export type Message =
  /** Code of the shell or of this remote runs from now on: when the process ends, it is the source. */
  | { runs: string }
  /** The bundles are read, but no bundle has run. */
  | { read: true }
  | { loaded: Loaded }
  | { result: RenderResult }
  /** `isOwn` is true for a text of the portal. Other texts may name the user of the page. */
  | { failed: string; isOwn: boolean }
  | { log: string }

/** No page is longer, so a longer result is a failure. */
export const MAX_HTML_LENGTH = 2_000_000

/** The length of a message with the longest page, whose characters may have several bytes in JSON. */
export const MAX_LINE_BYTES = 4 * MAX_HTML_LENGTH

const MAX_READS = 50

/** @throws Error for a line that no working process sends. The error says nothing about its content. */
export function readMessage(line: string): Message {
  try {
    const message = JSON.parse(line) as Message
    if (isMessage(message)) return message
  } catch {
    // The text is not JSON, or it lacks a field of a message.
  }
  throw new Error(`No message: a line of ${line.length} characters`)
}

function isMessage(message: Message): boolean {
  return (
    ('runs' in message && typeof message.runs === 'string') ||
    ('log' in message && typeof message.log === 'string') ||
    ('read' in message && message.read === true) ||
    ('failed' in message && typeof message.failed === 'string' && typeof message.isOwn === 'boolean') ||
    ('loaded' in message && isLoaded(message.loaded)) ||
    ('result' in message && isResult(message.result))
  )
}

function isLoaded({ pages, slots, failures }: Loaded): boolean {
  return (
    [...Object.values(pages), ...Object.values(slots)].every((names) =>
      names.every((name) => typeof name === 'string'),
    ) && failures.every(({ name, message }) => typeof name === 'string' && typeof message === 'string')
  )
}

function isResult({ html, reads, unread = [] }: RenderResult): boolean {
  return (
    typeof html === 'string' &&
    html.length <= MAX_HTML_LENGTH &&
    [reads, unread].every((all) => all.length <= MAX_READS && all.every(isRead))
  )
}

function isRead({ path, params, query }: ApiRead): boolean {
  return typeof path === 'string' && isRecord(params) && isRecord(query)
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/**
 * Returns what a stream's chunks are given to. It calls `onLine` for each line, and `onTooLong` when one has more bytes
 * than `maxBytes`, so that no more than that is ever stored.
 */
export function lineReader(
  maxBytes: number,
  onLine: (line: string) => void,
  onTooLong: () => void,
): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  let bytes = 0
  return (chunk) => {
    let rest = chunk
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      const line = Buffer.concat([...parts, rest.subarray(0, end)]).toString()
      parts = []
      bytes = 0
      rest = rest.subarray(end + 1)
      onLine(line)
    }
    if (rest.length === 0) return
    parts.push(rest)
    bytes += rest.length
    if (bytes > maxBytes) onTooLong()
  }
}
