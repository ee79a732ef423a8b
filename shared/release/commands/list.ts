// `pnpm release:list`: what is live, since when, how it does in the browsers, and what came before.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repository } from '../../build/paths.ts'
import type { ReleaseHealth } from '../../contracts/telemetry.ts'
import { howItStarts } from '../canary-health.ts'
import { readHealth } from '../read-health.ts'
import type { ReleasePointer } from '../registry-file.ts'
import { releasesFrom } from '../release-settings.ts'
import { readRegistry } from '../releases.ts'
import { runCommand, say } from './command.ts'

await runCommand(async () => {
  const { sequence, at, reason, names } = await readRegistry(releasesFrom(process.env))
  if (sequence === 0) return say('Nothing is released yet')
  const health = await healthOfToday()
  const line = (name: string, place: string, { version, at: since }: ReleasePointer) => {
    const known = health.find(({ remote, version: reported }) => remote === name && reported === version)
    say(`  ${place.padEnd(14)} ${version}  ${age(since).padStart(12)}  ${known ? howItDoes(known) : ''}`.trimEnd())
  }
  say(`Registry ${sequence}, ${age(at)} old: ${reason}`)
  for (const [name, { current, history, canary }] of Object.entries(names)) {
    say(`\n${name}`)
    if (canary) line(name, `canary ${canary.percent} %`, canary)
    line(name, 'current', current)
    for (const pointer of history) line(name, 'before', pointer)
  }
})

/** Empty, with a line that says why, where nobody can be asked. */
async function healthOfToday(): Promise<ReleaseHealth[]> {
  const origin = process.env.PORTAL_ORIGIN || 'http://localhost:3000'
  const token = process.env.METRICS_TOKEN || process.env.SERVICE_TOKEN || (await demoToken())
  if (!token) return []
  try {
    return await readHealth(origin, token, 24 * 60)
  } catch (error) {
    say(`How releases do in the browsers is not known: ${(error as Error).message}`)
    return []
  }
}

/** Of the portal that `pnpm start` runs on this machine. */
async function demoToken(): Promise<string | undefined> {
  const folder = process.env.PORTAL_DATA || join(repository, '.data')
  const text = await readFile(join(folder, 'secrets.json'), 'utf8').catch(() => '{}')
  return JSON.parse(text).SERVICE_TOKEN
}

function howItDoes(health: ReleaseHealth): string {
  const { load_time } = health.p75
  const speed = load_time === undefined ? '' : `, section after ${Math.round(load_time)} ms (p75)`
  return `${howItStarts(health)} in 24 h${speed}`
}

/** `3 d 4 h`, `12 min` */
function age(at: string): string {
  const minutes = Math.floor((Date.now() - Date.parse(at)) / 60_000)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}
