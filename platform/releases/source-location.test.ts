import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import webpack from 'webpack'
import type { Release } from '../bundler/release.ts'
import { serverBundle } from '../bundler/server-bundle.ts'
import { packSourceMaps } from '../bundler/source-maps.ts'
import { type Bundle, remoteBundle } from '../bundler/webpack.ts'
import { readSourceMaps } from './source-location.ts'
import { createTestReleases, payouts } from './testing/sample-releases.ts'
import { traceLine } from './trace-log.ts'

const releases = createTestReleases()
const source = ['export const Component = (): never => {', "  throw new TypeError('sought')", '}'].join('\n')

async function run(bundle: Bundle, folder: string): Promise<void> {
  const compiler = webpack(bundle({ version: '1', folder, cacheFolder: '', mode: 'production' }))
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => (error || stats?.hasErrors() ? reject(error ?? stats?.toString()) : resolve()))
  })
}

/** Builds and stores a remote whose page throws. Returns where each script throws, and the names of the files. */
async function storeRemote(): Promise<{ locations: string[]; files: string[] }> {
  const remote = join(releases.folder, 'mfe-sample')
  mkdirSync(remote)
  writeFileSync(join(remote, 'page.tsx'), source)
  writeFileSync(join(remote, 'remote.ts'), "export const pages = { '/': () => import('./page.tsx') }")
  const folder = join(releases.folder, 'built')
  for (const bundle of [remoteBundle(remote), serverBundle(remote)]) await run(bundle, folder)
  const release: Release = payouts({ name: 'mfe-sample', version: '3f2a', maps: packSourceMaps(folder) })
  writeFileSync(join(folder, 'release.json'), JSON.stringify(release))
  await releases.store.putRelease('mfe-sample', '3f2a', folder)
  const files = readdirSync(folder)
  return { locations: files.flatMap((file) => locationIn(folder, file)), files }
}

function locationIn(folder: string, file: string): string[] {
  if (!/\.c?js$/.test(file)) return []
  const lines = readFileSync(join(folder, file), 'utf8').split('\n')
  return lines.flatMap((text, index) => {
    const column = text.search(/(new )?TypeError\(["']sought/)
    return column < 0 ? [] : `${file}:${index + 1}:${column + 1}`
  })
}

test('finds the line of the source, in the scripts of the browser and of the server', async () => {
  const { locations, files } = await storeRemote()
  expect(locations.map((location) => location.split(':')[0]).sort()).toEqual([
    expect.stringMatching(/\.js$/),
    'server.cjs',
  ])
  const find = await readSourceMaps(releases.store, 'mfe-sample', '3f2a')
  for (const location of locations) expect(find(location)).toMatch(/^mfe-sample\/page\.tsx:2:\d+$/)
  for (const location of ['none.js:1:1', 'server.cjs:9999999:1', 'constructor:1:1'])
    expect(find(location)).toBeUndefined()
  // No script names its map.
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
  const scripts = files.filter((file) => /\.c?js$/.test(file)).map((file) => join(releases.folder, 'built', file))
  for (const script of scripts) expect(readFileSync(script, 'utf8')).not.toContain('sourceMappingURL')
})

test('adds the line of the source to a fault in the log, and leaves other lines as they are', async () => {
  const { locations } = await storeRemote()
  const readMaps = (name: string, version: string) => readSourceMaps(releases.store, name, version)
  const trace = async (fault: object) =>
    JSON.parse(await traceLine(JSON.stringify({ msg: 'fault in a page', fault }), readMaps))
  const fault = { remote: 'mfe-sample', version: '3f2a', place: locations[0] }
  expect(await trace(fault)).toMatchObject({ fault, source: expect.stringMatching(/^mfe-sample\/page\.tsx:2:/) })
  expect((await trace({ ...fault, version: 'gone' })).source).toContain('mfe-sample gone is not there')
  for (const line of ['no JSON', '7', 'null', '{"msg":"request"}', '{"fault":{"remote":"shell"}}']) {
    expect(await traceLine(line, readMaps)).toBe(line)
  }
})

test('reads no maps that are not those of the release', async () => {
  await storeRemote()
  writeFileSync(join(releases.folder, 'releases/mfe-sample/3f2a/source-maps'), 'others')
  await expect(readSourceMaps(releases.store, 'mfe-sample', '3f2a')).rejects.toThrow('is not as release.json says')
})

test('reports a release from before there were maps', async () => {
  await releases.put(payouts({ name: 'mfe-sample', version: 'old' }))
  await expect(readSourceMaps(releases.store, 'mfe-sample', 'old')).rejects.toThrow('before there were source maps')
})
