import { say } from '@portal/command/command'
import { listReleaseHealth } from '@portal/contracts/telemetry'
import { type Browser, chromium } from 'playwright'
import { browserOptions } from '../../fixtures/browser-options.ts'
import { addCard, hire } from '../../fixtures/people.ts'
import { changeOf } from '../../releases/hostile/kind.ts'
import { kinds } from '../../releases/hostile/kinds.ts'
import { startReleasedPortal } from '../../releases/released-portal.ts'
import { adminToken, serviceToken, startPortal } from '../portal.ts'
import type { Drill } from '../run-drill.ts'
import { type Met, visit } from './visit.ts'

const remote = 'mfe-payouts'
/** The share of the kinds that has to leave the portal alive; docs/hostile-remotes.md has what was measured. */
const MIN_SHARE = 0.9

/** Opens a section of a release of each kind, with a good one before it, and then the sections of two other remotes. */
export const hostile: Drill = async (running, { only }) => {
  const portal = await startPortal(running)
  // The released portal is in front of it, as in the end-to-end tests.
  Object.assign(process.env, {
    E2E_PORT: String(portal.port),
    E2E_SERVICE_TOKEN: serviceToken,
    E2E_ADMIN_TOKEN: adminToken,
  })
  const releases = await startReleasedPortal()
  running.started({ stop: () => releases.stop() })
  const user = await hire(portal.database)
  await addCard(portal.database, user.id)

  const results: Result[] = []
  const parts = only?.split('|') ?? ['']
  const tried = Object.entries(kinds).filter(([name]) => parts.some((part) => name.includes(part)))
  // As in docs/hostile-remotes.md.
  say('| A release that | now | the section shows | named |')
  say('| --- | --- | --- | --- |')
  let browser: Browser | undefined
  running.started({ stop: async () => browser?.close() })
  for (const [name, kind] of tried) {
    browser ??= await chromium.launch(browserOptions())
    const { release, before } = await releases.release(remote, changeOf(kind))
    const met = await visit(browser, { ...user, portal, url: releases.url }, { before, seconds: kind.seconds })
    const result = { name, met, named: await isNamed(portal.origin, release.version) }
    results.push(result)
    say(rowOf(result))
    // A tab that hangs may hold up those of the next kind.
    if (!met.next) {
      await browser.close()
      browser = undefined
    }
  }
  const alive = results.filter(({ met }) => met.menu && met.next).length
  const recovered = results.filter(({ met }) => met.afterReload).length
  const named = results.filter((result) => result.named).length
  const lost = results.filter(({ met }) => !met.next && !met.afterReload).map((result) => result.name)
  return {
    figure: `of ${results.length} kinds ${alive} leave the menu and the next section alive, ${recovered} after a reload; ${named} named in telemetry; lost: ${lost.join(', ') || 'none'}`,
    holds: alive >= results.length * MIN_SHARE,
  }
}

type Result = { name: string; met: Met; named: boolean }

async function isNamed(origin: string, version: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/v1/telemetry/releases?minutes=60`, {
    headers: { authorization: `Bearer ${serviceToken}` },
  })
  if (!response.ok) throw new Error(`Telemetry is ${response.status}: ${await response.text()}`)
  const { items } = listReleaseHealth.response.parse(await response.json())
  return items.some((item) => item.version === version && item.errors + item.load_failures + item.csp_violations > 0)
}

function rowOf({ name, met, named }: Result): string {
  const withReload = met.afterReload ? 'after a reload' : 'lost'
  return `| ${name} | ${met.menu && met.next ? 'alive' : withReload} | ${met.shows} | ${named ? 'yes' : 'no'} |`
}
