import { SourceMap, type SourceMapPayload } from 'node:module'
import { gunzipSync } from 'node:zlib'
import { CommandError } from '@portal/command/command'
import { type Release, sourceMapsFile, toIntegrity } from '../bundler/release.ts'
import type { ReleaseStore } from './stores/store.ts'

/** Returns a location such as `mfe-tips/features/tips/tips-page.tsx:12:5`, or undefined for code of the bundler. */
export type FindSource = (location: string) => string | undefined

/**
 * Reads the source maps of a release, which stay in the store as long as it does. Locations are as events of pages have
 * them (`TelemetryEvent.place`).
 * @throws CommandError when it is not there, or was built before there were maps
 */
export async function readSourceMaps(store: ReleaseStore, name: string, version: string): Promise<FindSource> {
  const text = await store.readFile(name, version, 'release.json')
  if (!text) throw new CommandError(`${name} ${version} is not there: releases that no page runs any more are deleted`)
  const release = parsed(text.toString())
  if (!release) throw new CommandError(`release.json of ${name} ${version} is damaged`)
  if (!release.maps) throw new CommandError(`${name} ${version} was built before there were source maps`)
  const packed = await store.readFile(name, version, sourceMapsFile)
  if (!packed || toIntegrity(packed) !== release.maps.integrity) {
    throw new CommandError(`${sourceMapsFile} of ${name} ${version} is not as release.json says`)
  }
  const payloads: Record<string, SourceMapPayload> = JSON.parse(gunzipSync(packed).toString())
  const maps = new Map<string, SourceMap>()
  return (location) => {
    const [, file = '', line, column] = /^(.+):(\d+):(\d+)$/.exec(location) ?? []
    const payload = Object.hasOwn(payloads, file) ? payloads[file] : undefined
    if (!payload) return undefined
    const map = maps.get(file) ?? new SourceMap(payload)
    maps.set(file, map)
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1)
    // Past the last line it returns the last location.
    if (!('originalSource' in entry) || entry.generatedLine !== Number(line) - 1) return undefined
    return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  }
}

function parsed(text: string): Pick<Release, 'maps'> | undefined {
  try {
    return JSON.parse(text) as Release
  } catch {
    return undefined
  }
}
