// `pnpm preview:remote mfe-tips --portal https://staging.example`: a production build of this working copy's remote inside
// a portal that is deployed, in one's own browser alone.
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { RemoteReleaseFile } from '../release/release.ts'
import { buildRelease } from './built-release.ts'
import { remoteNames } from './paths.ts'
import { putIntoPage } from './preview-remote/put-into-page.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { portal: { type: 'string' }, port: { type: 'string', default: '4444' } },
})
const [name = ''] = positionals
const port = Number(values.port)

try {
  if (!remoteNames.includes(name)) throw new Error(`Say which remote: ${remoteNames.join(', ')}`)
  if (!values.portal) throw new Error('Say in which portal: --portal https://staging.example')
  const { origin: portal } = new URL(values.portal)
  const { folder, file } = await buildRelease<RemoteReleaseFile>(name, say)
  const script = putIntoPage(file, `http://localhost:${port}/`)
  createServer(({ url = '' }, response) => {
    response.setHeader('Access-Control-Allow-Origin', portal)
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    // Browsers ask before a page of the internet reaches this machine.
    response.setHeader('Access-Control-Allow-Private-Network', 'true')
    response.setHeader('Cache-Control', 'no-store')
    const path = new URL(url, portal).pathname.slice(1)
    if (path === 'preview.js') send(response, 'js', script)
    else if (file.files && path in file.files) send(response, path, readFileSync(join(folder, path)))
    else response.writeHead(404).end()
  }).listen(port, 'localhost', () => {
    say(`\nOpen ${portal}/preview?remote=${name}&port=${port}\nStop with Ctrl+C: the portal is then as before.`)
  })
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

function send(response: ServerResponse, path: string, content: string | Buffer): void {
  response.setHeader('Content-Type', path.endsWith('css') ? 'text/css' : 'text/javascript')
  response.end(content)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
