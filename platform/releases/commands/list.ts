import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand, say } from '@portal/command/command'
import type { ReleaseHealth } from '@portal/contracts/telemetry'
import type { FlagSetting } from '@portal/shared/manifest'
import { repository } from '../../bundler/paths.ts'
import { describeStarts } from '../canary/canary-health.ts'
import { readHealth } from '../canary/release-telemetry.ts'
import { type LiveReleases, readLive } from '../live.ts'
import { entryPointers, type Registry, type ReleasePointer, type ReleaseSource } from '../registry.ts'
import { releaseSettings, releaseStoreFrom } from '../release-settings.ts'
import { findDamage, newestSigned, readRegistry, readRelease } from '../releases.ts'
import { entrySigner, registrySigner } from '../signature.ts'
import type { ReleaseStore } from '../stores/store.ts'
import { describeShare } from './canary-options.ts'

const command = {
  name: 'release:list',
  about: 'Prints the live releases, since when they are live, their health in browsers, and the earlier releases.',
  settings: {
    ...releaseSettings,
    PORTAL_ORIGIN: 'the portal whose browsers are asked for, http://localhost:3000 unless set',
    METRICS_TOKEN: 'opens what that portal knows of them',
  },
}

await runCommand(command, async () => {
  const store = releaseStoreFrom(process.env)
  const onRejected = (sequence: number, { message }: Error) => say(`Registry ${sequence} is rejected: ${message}`)
  const registry = await readRegistry(store, onRejected)
  const { sequence, at, by, reason, names } = registry
  if (sequence === 0) return say('Nothing is released yet')
  const { remotes, lost } = await readLive(names, (name, pointer) => readRelease(store, name, pointer))
  const health = await healthOfToday()
  const line = (name: string, role: string, { version, at: since, source, promotedFrom, untested }: ReleasePointer) => {
    const found = health.find(({ remote, version: reported }) => remote === name && reported === version)
    say(`  ${role.padEnd(14)} ${version}  ${age(since).padStart(12)}  ${found ? describeHealth(found) : ''}`.trimEnd())
    if (source) say(`${' '.repeat(17)}${describeSource(source)}`)
    if (untested) say(`${' '.repeat(17)}released without its tests`)
    if (promotedFrom) say(`${' '.repeat(17)}promoted from ${promotedFrom}`)
  }
  const keys = store.publicKeys
  const signer = keys && registrySigner(await store.readRegistryText(sequence), keys)
  const origin = `${by ? `, by ${by}` : ''}${signer ? `, signed by ${signer}` : ''}`
  say(`Registry ${sequence}, ${age(at)} old${origin}: ${reason}`)
  if (!keys) await sayUnverified(store, registry)
  for (const [name, registered] of Object.entries(names)) {
    const { current, history, canary, flags = {} } = registered
    const ofKey = keys && entrySigner(name, registered, keys)
    say(`\n${name}${ofKey ? `, signed by ${ofKey}` : ''}`)
    for (const [flag, setting] of Object.entries(flags)) say(`  flag ${flag}: ${describeFlag(setting)}`)
    if (canary) {
      line(name, `canary ${canary.percent} %`, canary)
      if (canary.audience) say(`${' '.repeat(17)}for ${describeShare(canary)}`)
    }
    line(name, 'current', current)
    for (const pointer of history) line(name, 'before', pointer)
    const damages = await Promise.all(entryPointers(registered).map((pointer) => findDamage(store, name, pointer)))
    const ofName = lost.filter((release) => release.name === name)
    for (const problem of new Set([...ofName.map(({ text }) => text), ...damages])) if (problem) say(`  ${problem}`)
    const live = remotes.find((remote) => remote.name === name)
    const others = live ? incompatibleVersions(registered, live) : []
    for (const version of others.filter((one) => ofName.every((release) => release.version !== one)))
      say(`  ${version} is incompatible with the shell: no page gets it`)
  }
})

/** Prints that a portal with a key may reject the registry, which this command accepts without one. */
async function sayUnverified(store: ReleaseStore, { signature }: Registry): Promise<void> {
  if (signature) return say('Not verified: RELEASE_PUBLIC_KEY is missing')
  const signed = await newestSigned(store)
  if (signed) say(`Not signed, while registry ${signed} is: a portal with a key does not show it`)
}

/** Returns the versions that no page gets because they are incompatible with the shell. */
function incompatibleVersions(
  { history, canary }: Registry['names'][string],
  live: LiveReleases['remotes'][number],
): string[] {
  const served = [live.previous?.version, live.canary?.release.version]
  const registered = [history[0], canary].filter((pointer) => pointer !== undefined)
  return registered.map(({ version }) => version).filter((version) => !served.includes(version))
}

/** Returns nothing, and prints why, when the portal cannot be reached. */
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

/** `4186c5ef3a90 with changes, Anna Ivanova <anna@example.ru>, https://ci.example/jobs/7` */
function describeSource({ commit, isModified, author, job }: ReleaseSource): string {
  return [`${commit?.slice(0, 12) ?? 'unknown'}${isModified ? ' with changes' : ''}`, author, job]
    .filter(Boolean)
    .join(', ')
}

/** `on; off for restaurants 7dbba0f6-…, 0b9cbb3e-…` */
function describeFlag({ on, restaurants = {} }: FlagSetting): string {
  const state = on === undefined ? 'default' : onOrOff(on)
  const others = [true, false].map((value) => {
    const ids = Object.keys(restaurants).filter((id) => restaurants[id] === value)
    const noun = ids.length === 1 ? 'restaurant' : 'restaurants'
    return ids.length > 0 && `${onOrOff(value)} for ${noun} ${ids.join(', ')}`
  })
  return [state, ...others.filter(Boolean)].join('; ')
}

function onOrOff(isOn: boolean): string {
  return isOn ? 'on' : 'off'
}

function describeHealth(health: ReleaseHealth): string {
  const { load_time } = health.p75
  const speed = load_time === undefined ? '' : `, section after ${Math.round(load_time)} ms (p75)`
  return `${describeStarts(health)} in 24 h${speed}`
}

/** `3 d 4 h`, `12 min` */
function age(at: string): string {
  const minutes = Math.floor((Date.now() - Date.parse(at)) / 60_000)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}
