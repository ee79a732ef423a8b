import { freePort } from '@portal/command/free-ports'
import { portalProgram } from '../fixtures/portal-process.ts'

export type PortalServer = {
  url: string
  /** Returns its log so far. */
  log(): string
  stop(): Promise<unknown>
}

/** Starts a portal server in front of the API of the portal under test. */
export async function startPortalServer(env: Record<string, string>): Promise<PortalServer> {
  const port = await freePort()
  const portal = portalProgram({ API_URL: `http://localhost:${process.env.E2E_PORT}`, PORT: String(port), ...env })
  await portal.start()
  return { url: `http://localhost:${port}`, log: portal.output, stop: () => portal.end('SIGTERM') }
}
