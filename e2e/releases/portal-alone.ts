import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { repository } from '@portal/shared/build/paths'
import { freePort, untilReady } from '../fixtures/portal-process.ts'

export type PortalAlone = {
  url: string
  /** Its log so far. */
  said(): string
  stop(): Promise<void>
}

/** A portal server before the API of the portal under test. */
export async function startPortalAlone(env: Record<string, string>): Promise<PortalAlone> {
  const port = await freePort()
  const portal = spawn(process.execPath, ['shell/server/start.ts'], {
    cwd: repository,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      API_URL: `http://localhost:${process.env.E2E_PORT}`,
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  portal.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await untilReady(portal)
  return {
    url: `http://localhost:${port}`,
    said: () => output,
    async stop() {
      portal.kill('SIGTERM')
      if (portal.exitCode === null) await once(portal, 'exit')
    },
  }
}
