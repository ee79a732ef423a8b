import type { Page } from '@playwright/test'

/** `file` is a path such as `shell/main.js`. */
export type LoadedFile = { file: string; coding: string; bytes: number }

/**
 * Returns the files that were loaded before too. Other files may load in the background, before or after a visit's end.
 */
export function loadedAgain(files: readonly LoadedFile[], before: readonly LoadedFile[]): LoadedFile[] {
  return files.filter(({ file }) => before.some((other) => other.file === file))
}

/** Returns the files of releases that the page loads over the network during `visit`, with bytes including headers. */
export async function recordFiles(page: Page, visit: () => Promise<void>): Promise<LoadedFile[]> {
  const client = await page.context().newCDPSession(page)
  const loading = new Map<string, Omit<LoadedFile, 'bytes'>>()
  const loaded: LoadedFile[] = []
  client.on('Network.responseReceived', ({ requestId, response: { url, headers, fromDiskCache } }) => {
    const [, name, file] = /\/releases\/([^/]+)\/[^/]+\/([^/]+)$/.exec(url) ?? []
    if (file && !fromDiskCache)
      loading.set(requestId, { file: `${name}/${file}`, coding: headers['content-encoding'] ?? '' })
  })
  const cached = new Set<string>()
  client.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId))
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const response = loading.get(requestId)
    if (response && !cached.has(requestId)) loaded.push({ ...response, bytes: encodedDataLength })
  })
  await client.send('Network.enable')
  await visit()
  await client.detach()
  return loaded
}

export function totalBytes(files: readonly { bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
