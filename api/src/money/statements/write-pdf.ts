import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PdfOrder } from './pdf-thread.ts'

/** The largest document takes half a second of processor time. */
const TIME_LIMIT_MS = 30_000

let thread: Worker | undefined

/**
 * Writes a document in another thread, whose priority is lower than that of requests: the fonts alone take the
 * processor for a tenth of a second. Call it for one document at a time.
 * @throws AbortError when the document takes too long. Its thread is ended, so that it delays no other document
 */
export async function writePdf(...order: PdfOrder): Promise<Buffer> {
  thread ??= startThread()
  const current = thread
  const limit = new AbortController()
  const timer = setTimeout(() => {
    thread = undefined
    void current.terminate()
    limit.abort(new Error(`The document is not complete after ${TIME_LIMIT_MS} ms`))
  }, TIME_LIMIT_MS)
  try {
    current.postMessage(order)
    const [file] = await once(current, 'message', { signal: limit.signal })
    return Buffer.from(file)
  } finally {
    clearTimeout(timer)
  }
}

/** The thread stays for the next document. If a document fails, the next one gets a new thread. */
function startThread(): Worker {
  const started = new Worker(new URL('./pdf-thread.ts', import.meta.url), { execArgv: [] })
  started.unref()
  return started.once('error', () => {
    thread = undefined
  })
}
