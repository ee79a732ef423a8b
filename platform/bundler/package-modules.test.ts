import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPackageJson } from './package-json.ts'
import { importBundle, importManifest } from './package-modules.ts'
import { repository } from './paths.ts'

let folder: string
let name: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'package-modules-'))
  name = relative(repository, folder)
})
afterEach(() => rmSync(folder, { recursive: true }))

const manifest = {
  name: 'mfe-rota',
  paths: ['/rota'],
  routes: [{ path: '/rota', title: 'Смены', layout: 'main' }],
  menu: [{ path: '/rota', label: 'Смены', icon: 'calendar', group: 'Меню', order: 9 }],
}
const exporting = (content: unknown) => `export const manifest = ${JSON.stringify(content)}`

function write(file: string, text: string): string {
  writeFileSync(join(folder, file), text)
  return join(folder, file)
}

test('reads a manifest, with or without a budget', async () => {
  write('manifest.ts', exporting(manifest))
  expect((await importManifest(name)).manifest).toEqual(manifest)
})

test.each([
  ['without a manifest', 'export const budget = {}', 'manifest is missing'],
  ['whose manifest is null', exporting(null), 'manifest: Invalid input: expected object, received null'],
  ['without routes', exporting({ ...manifest, routes: undefined }), 'manifest.routes is missing'],
  ['with one route in place of a list', exporting({ ...manifest, routes: {} }), 'manifest.routes: Invalid input: '],
  ['with a route that is null', exporting({ ...manifest, routes: [null] }), 'manifest.routes.0: Invalid input: '],
  ['with a route without a path', exporting({ ...manifest, routes: [{}] }), 'manifest.routes.0.path is missing'],
  ['without a menu', exporting({ ...manifest, menu: undefined }), 'manifest.menu is missing'],
  ['that fills a text', exporting({ ...manifest, fills: 'tips.actions' }), 'manifest.fills: Invalid input: '],
  ['that throws', 'throw new Error("boom")', 'manifest.ts does not load: boom'],
])('says what is missing or wrong in a manifest.ts %s', async (_, text, problem) => {
  write('manifest.ts', text)
  await expect(importManifest(name)).rejects.toThrow(problem)
  await expect(importManifest(name)).rejects.toThrow(`${name}/manifest.ts`)
})

test.each([
  ['is not there', undefined, 'webpack.config.ts does not load: '],
  ['exports nothing', 'export {}', 'webpack.config.ts has to have: export default remoteBundle(import.meta.dirname)'],
])('says so when webpack.config.ts %s', async (_, text, problem) => {
  if (text) write('webpack.config.ts', text)
  await expect(importBundle(name)).rejects.toThrow(`${name}/${problem}`)
})

test.each([
  ['half of a file', '{ "name": ', 'is not JSON: '],
  ['null', 'null', ' has to be an object of JSON'],
  ['exports that are null', '{ "exports": null }', ': exports has to be an object with a path for each name'],
  ['exports with conditions', '{ "exports": { ".": {} } }', ': exports has to be an object with a path for each name'],
])('names the package.json that is wrong: %s', (_, text, problem) => {
  const file = write('package.json', text)
  expect(() => readPackageJson(file)).toThrow(file)
  expect(() => readPackageJson(file)).toThrow(problem)
})
