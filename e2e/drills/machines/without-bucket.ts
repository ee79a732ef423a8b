import { setTimeout as delay } from 'node:timers/promises'
import { inPage } from './client.ts'
import type { Site } from './site.ts'

/** The smallest PNG. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
/** The page shows an error instead of its own timeout, which is 20 s. */
const MAX_UPLOAD_MS = 13_000
const FAIL_TIMEOUT_MS = 2_500

/** Uploads a photo as the page does. Returns the status and the code of the response. */
export async function uploadPhoto(session: string): Promise<string> {
  const form = new FormData()
  form.append('photo', new File([png], 'photo.png', { type: 'image/png' }))
  const response = await inPage(session, () => fetch('/api/v1/upload', { method: 'POST', body: form }))
  const body = (await response.json()) as { code?: string }
  return `${response.status} ${body.code ?? ''}`.trim()
}

/**
 * While the bucket is away: a photo is rejected clearly, and a portal server that is killed starts again and serves what was live. Returns
 * what is not so, and how long the start took.
 */
export async function serveWithoutBucket({ servers: { portal1 } }: Site, session: string) {
  const problems: string[] = []
  const uploadedAt = performance.now()
  const outcome = await uploadPhoto(session).catch(String)
  const uploadMs = performance.now() - uploadedAt
  if (outcome !== '503 storage_unavailable' || uploadMs > MAX_UPLOAD_MS) {
    problems.push(`a photo: ${outcome} after ${(uploadMs / 1_000).toFixed(1)} s`)
  }
  const [program] = portal1.programs
  await program?.end('SIGKILL')
  await delay(FAIL_TIMEOUT_MS)
  const startedAt = performance.now()
  await program?.start()
  const startMs = performance.now() - startedAt
  const address = `http://${portal1.address}:3000`
  const page = await fetch(`${address}/login`, { headers: { accept: 'text/html' } })
  const [script = ''] = /\/releases\/[\w/.-]+\.js/.exec(await page.text()) ?? []
  const file = await fetch(address + script)
  await file.body?.cancel()
  if (page.status !== 200 || file.status !== 200) problems.push(`its page is ${page.status}, its script ${file.status}`)
  return { problems, uploadMs, startMs }
}
