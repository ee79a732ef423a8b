import { once } from 'node:events'
import { readFileSync, watch as watchFolder } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { say } from '@portal/command/command'
import { sendRequest } from '@portal/command/send-request'
import { buildRelease, readBuild } from '../bundler/build-release.ts'
import { repository } from '../bundler/paths.ts'
import type { RemoteRelease } from '../bundler/release.ts'
import { putIntoPage } from '../server/inline-scripts.ts'
import { brokenPages } from './render-preview.ts'

/**
 * `name` is the remote, `portal` is the origin of a deployed portal, and `port` is where this machine serves the build.
 * `isWatching` builds again after each change.
 */
type Preview = { name: string; portal: string; port: number; isWatching?: boolean }

/** Editors write a file in several steps, and several files together. */
const CHANGE_DELAY_MS = 100

/**
 * Builds a remote as for a release and serves it to the pages of a deployed portal. Returns the address in that portal
 * at which a browser turns the preview on. @throws Error, before it builds, where the portal has no previews
 */
export async function serveBuild({
  name,
  portal,
  port,
  isWatching = false,
}: Preview): Promise<{ address: string; stop(): void }> {
  const address = `${portal}/preview?remote=${name}&port=${port}`
  await requirePreviews(portal, address)
  let { folder, release, script } = await build(name, port)
  await reportPages(portal, folder, release)
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('Access-Control-Allow-Origin', portal)
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    // Browsers request permission before a page of the internet reaches this machine.
    response.setHeader('Access-Control-Allow-Private-Network', 'true')
    response.setHeader('Cache-Control', 'no-store')
    const path = new URL(url, portal).pathname.slice(1)
    if (path === 'preview.js') send(response, 'js', script)
    // The test kit reads which build the browser will show.
    else if (path === 'preview.json') send(response, 'json', JSON.stringify({ name, version: release.version }))
    else if (release.files && Object.hasOwn(release.files, path)) send(response, path, readFileSync(join(folder, path)))
    else response.writeHead(404).end()
  })
  await once(server.listen(port, 'localhost'), 'listening').catch((error: Error) => {
    throw new Error(`${error.message}; --port takes another one`)
  })
  const rebuild = async () => {
    ;({ folder, release, script } = await build(name, port))
    await reportPages(portal, folder, release)
    say('Reload the page to see it')
  }
  const watcher = isWatching ? watchRemote(name, rebuild) : undefined
  return {
    address,
    stop() {
      watcher?.close()
      server.close()
      server.closeAllConnections()
    },
  }
}

async function build(name: string, port: number) {
  const folder = await buildRelease(name, say)
  const release = readBuild<RemoteRelease>(folder)
  return { folder, release, script: previewScript(release, `http://localhost:${port}/`) }
}

/** Says which pages the portal could not render on the server, where a release of the build would be refused. */
async function reportPages(portal: string, folder: string, release: RemoteRelease): Promise<void> {
  const lines = await brokenPages(portal, folder, release).catch((error: Error) => [
    `Not rendered here: ${error.message}`,
  ])
  lines.forEach(say)
}

/** The script that a page runs between its registry and the shell: this build is the remote's current release there. */
function previewScript({ name, version, entry, container, files, manifest }: RemoteRelease, base: string): string {
  const previewed = { name, release: { version, base, entry, container, files, manifest } }
  return `{const previewed=${JSON.stringify(previewed)};${putIntoPage}}`
}

/** Calls `rebuild` after changes, one after the other. When a build fails, the previous one stays. */
function watchRemote(name: string, rebuild: () => Promise<void>): { close(): void } {
  let timer: NodeJS.Timeout | undefined
  let building = Promise.resolve()
  return watchFolder(join(repository, name), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      building = building.then(rebuild).catch((error: Error) => say(error.message))
    }, CHANGE_DELAY_MS)
  })
}

async function requirePreviews(portal: string, address: string): Promise<void> {
  const response = await sendRequest({ url: address }).catch(() => undefined)
  if (!response) throw new Error(`${portal} does not respond`)
  if (response.status === 404) throw new Error(`${portal} shows no previews: its setting PREVIEWS is not on`)
}

function send(response: ServerResponse, path: string, content: string | Buffer): void {
  const type = path.endsWith('css') ? 'text/css' : path.endsWith('json') ? 'application/json' : 'text/javascript'
  response.setHeader('Content-Type', type)
  response.end(content)
}
