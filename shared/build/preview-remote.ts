import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { CommandError, runCommand, say } from '../command/command.ts'
import type { RemoteReleaseFile } from '../release/release.ts'
import { buildRelease } from './built-release.ts'
import { remoteNames } from './paths.ts'
import { portalOrigin } from './portal-origin.ts'
import { putIntoPage } from './preview-remote/put-into-page.ts'

const command = {
  name: 'preview:remote',
  about: 'Shows a production build of this working copy’s remote inside a deployed portal, in your own browser alone.',
  takes: '<remote>',
  options: {
    portal: { type: 'string', value: 'https://…', about: 'the portal; its setting PREVIEWS is on' },
    port: { type: 'string', value: '4444', about: 'where this machine serves the build', default: '4444' },
  },
} as const

await runCommand(command, async ({ values, positionals }, { interrupted }) => {
  const [name = ''] = positionals
  const port = Number(values.port)
  if (!remoteNames.includes(name)) throw new CommandError(`Say which remote: ${remoteNames.join(', ')}`)
  if (!values.portal) throw new CommandError('Say in which portal: --portal https://staging.example')
  const portal = portalOrigin(values.portal)
  const address = `${portal}/preview?remote=${name}&port=${port}`
  await requirePreviews(portal, address)
  const { folder, file } = await buildRelease<RemoteReleaseFile>(name, say)
  const script = putIntoPage(file, `http://localhost:${port}/`)
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('Access-Control-Allow-Origin', portal)
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    // Browsers ask before a page of the internet reaches this machine.
    response.setHeader('Access-Control-Allow-Private-Network', 'true')
    response.setHeader('Cache-Control', 'no-store')
    const path = new URL(url, portal).pathname.slice(1)
    if (path === 'preview.js') send(response, 'js', script)
    else if (file.files && Object.hasOwn(file.files, path)) send(response, path, readFileSync(join(folder, path)))
    else response.writeHead(404).end()
  })
  await once(server.listen(port, 'localhost'), 'listening').catch((error: Error) => {
    throw new Error(`${error.message}; --port takes another one`)
  })
  say(`\nOpen ${address}\nStop with Ctrl+C: the portal is then as before.`)
  await interrupted()
})

/** Better said here than found out in the browser. */
async function requirePreviews(portal: string, address: string): Promise<void> {
  const answer = await fetch(address).catch(() => undefined)
  if (!answer) throw new Error(`${portal} does not answer`)
  if (answer.status === 404) throw new Error(`${portal} shows no previews: its setting PREVIEWS is not on`)
}

function send(response: ServerResponse, path: string, content: string | Buffer): void {
  response.setHeader('Content-Type', path.endsWith('css') ? 'text/css' : 'text/javascript')
  response.end(content)
}
