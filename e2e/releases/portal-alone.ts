import { freePort } from '@portal/shared/command/free-ports'
import { portalProgram } from '../fixtures/portal-process.ts'

export type PortalAlone = {
  url: string
  /** Its log so far. */
  said(): string
  stop(): Promise<unknown>
}

/** A portal server before the API of the portal under test. */
export async function startPortalAlone(env: Record<string, string>): Promise<PortalAlone> {
  const port = await freePort()
  const portal = portalProgram({ API_URL: `http://localhost:${process.env.E2E_PORT}`, PORT: String(port), ...env })
  await portal.start()
  return { url: `http://localhost:${port}`, said: portal.output, stop: () => portal.end('SIGTERM') }
}
