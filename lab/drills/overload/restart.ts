import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { say } from '@portal/command/command'
import { localAddresses } from '../load.ts'
import { pageHeaders } from '../portal.ts'
import type { Measured } from '../run-drill.ts'
import { signIn } from '../shift.ts'
import type { ProxiedPortal } from './behind-nginx.ts'

const USERS = 20

/** Stops one of two portals while users read and change something through nginx, and never send a request again. */
export async function measureRestart(proxied: ProxiedPortal): Promise<Measured> {
  const { portal, origin } = proxied
  await proxied.startSecond()
  const users = await Promise.all(
    localAddresses(USERS).map(async (address) => ({ address, ...(await signIn(portal)) })),
  )
  const statuses: Record<string, number> = {}
  let isOver = false

  async function sendRequests({ address, session }: (typeof users)[number]): Promise<void> {
    const agent = new Agent({ keepAlive: true, localAddress: address })
    for (let turn = 0; !isOver; turn += 1) {
      const change = turn % 4 === 0 && JSON.stringify({ about: `${turn}` })
      const sent = request(`${origin}/api/v1/user/${change ? 'profile' : 'balance'}`, {
        agent,
        method: change ? 'PATCH' : 'GET',
        headers: { ...pageHeaders(session), ...(change && { 'content-type': 'application/json' }) },
      })
      sent.end(change || undefined)
      const [response] = await once(sent, 'response').catch(() => [undefined])
      const status = response?.statusCode ?? 'none'
      statuses[status] = (statuses[status] ?? 0) + 1
      if (response) await text(response)
      await delay(20)
    }
    agent.destroy()
  }

  const running = users.map(sendRequests)
  await delay(3_000)
  const exitCode = await portal.end('SIGTERM')
  await delay(1_000)
  isOver = true
  await Promise.all(running)
  say(`SIGTERM: ${JSON.stringify(statuses)}`)
  const { 200: served = 0, ...others } = statuses
  const failed = Object.values(others).reduce((total, count) => total + count, 0)
  return {
    figure: `SIGTERM of one of two portals failed ${failed} of ${served + failed} requests, exit code ${exitCode}`,
    holds: failed === 0 && exitCode === 0,
  }
}
