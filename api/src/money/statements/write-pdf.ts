import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PdfOrder } from './pdf-thread.ts'

let thread: Worker | undefined

/**
 * Writes a document in another thread, whose priority is lower than that of requests: the fonts alone take the
 * processor for a tenth of a second. Call it for one document at a time.
 */
export async function writePdf(...order: PdfOrder): Promise<Buffer> {
  thread ??= startThread()
  thread.postMessage(order)
  const [file] = await once(thread, 'message')
  return Buffer.from(file)
}

/** The thread stays for the next document. If a document fails, the next one gets a new thread. */
function startThread(): Worker {
  const started = new Worker(new URL('./pdf-thread.ts', import.meta.url), { execArgv: [] })
  started.unref()
  return started.once('error', () => {
    thread = undefined
  })
}
