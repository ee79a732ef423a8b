import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand, say } from '@portal/command/command'
import type { ReleaseHealth } from '@portal/contracts/telemetry'
import { repository } from '../../bundler/paths.ts'
import { howItStarts } from '../canary/canary-health.ts'
import { readHealth } from '../canary/read-health.ts'
import { type LiveRemote, readLive } from '../live.ts'
import type { RegisteredName, RegistryFile, ReleasePointer } from '../registry.ts'
import { releasesFrom } from '../release-settings.ts'
import { newestSigned, readRegistry, readRelease } from '../releases.ts'
import type { ReleaseStore } from '../stores/store.ts'
import { placeOfReleases } from './place-of-releases.ts'

const command = {
  name: 'release:list',
  about: 'Prints what is live, since when, how it does in the browsers, and what came before.',
  settings: {
    ...placeOfReleases,
    PORTAL_ORIGIN: 'the portal whose browsers are asked for, http://localhost:3000 unless set',
    METRICS_TOKEN: 'opens what that portal knows of them',
  },
}

await runCommand(command, async () => {
  const releases = releasesFrom(process.env)
  const refused = (sequence: number, { message }: Error) => say(`Registry ${sequence} is refused: ${message}`)
  const registry = await readRegistry(releases, refused)
  const { sequence, at, reason, names } = registry
  if (sequence === 0) return say('Nothing is released yet')
  const { remotes } = await readLive(names, (name, pointer) => readRelease(releases, name, pointer))
  const health = await healthOfToday()
  const line = (name: string, place: string, { version, at: since }: ReleasePointer) => {
    const known = health.find(({ remote, version: reported }) => remote === name && reported === version)
    say(`  ${place.padEnd(14)} ${version}  ${age(since).padStart(12)}  ${known ? howItDoes(known) : ''}`.trimEnd())
  }
  say(`Registry ${sequence}, ${age(at)} old: ${reason}`)
  if (!releases.publicKey) await sayUnverified(releases.store, registry)
  for (const [name, registered] of Object.entries(names)) {
    const { current, history, canary } = registered
    say(`\n${name}`)
    if (canary) line(name, `canary ${canary.percent} %`, canary)
    line(name, 'current', current)
    for (const pointer of history) line(name, 'before', pointer)
    const live = remotes.find((remote) => remote.name === name)
    for (const version of live ? unfit(registered, live) : [])
      say(`  ${version} does not fit the shell: no page gets it`)
  }
})

/** Without the key anything is believed here, not by portals that have it. */
async function sayUnverified(store: ReleaseStore, { signature }: RegistryFile): Promise<void> {
  if (signature) return say('Not verified: RELEASE_PUBLIC_KEY is missing')
  const signed = await newestSigned(store)
  if (signed) say(`Not signed, while registry ${signed} is: a portal with a key does not show it`)
}

/** What pages would fall back to or try, were it made for this shell. */
function unfit({ history, canary }: RegisteredName, live: LiveRemote): string[] {
  const given = [live.previous?.version, live.canary?.release.version]
  const registered = [history[0], canary].filter((pointer) => pointer !== undefined)
  return registered.map(({ version }) => version).filter((version) => !given.includes(version))
}

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

/** Returns the token of the portal that `npm start` runs on this machine. */
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
