import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import type { RemoteRelease } from '@portal/platform/bundler/release'
import { hangsAt } from '../fixtures/load-limits.ts'
import type { Change } from './patched-copy.ts'
import type { ReleasedPortal } from './released-portal.ts'

type Corrupt = (context: BrowserContext, portal: ReleasedPortal, release: RemoteRelease) => Promise<void>

/** A defect of a release: in the built files, or in their delivery to the browser. */
export type Defect = {
  change?: Change
  corrupt?: Corrupt
}

const entry = ({ entry }: RemoteRelease) => entry
/** Returns the script of the remote's first page. */
export const pageScript = (release: RemoteRelease) => pageFile(release, '.js')
const pageStylesheet = (release: RemoteRelease) => pageFile(release, '.css')

function pageFile({ pages, manifest }: RemoteRelease, ending: string): string {
  const home = manifest.routes.find(({ path }) => firstPages.includes(path))?.path ?? ''
  const file = pages[home]?.files.filter((name) => name.endsWith(ending)).at(-1)
  if (!file) throw new Error(`${home} of ${manifest.name} has no ${ending}`)
  return file
}

/** The page of each remote that the tests open. */
const firstPages = ['/', '/out', '/settings', '/team']

export const defects: Record<string, Defect> = {
  'the entry is 404': { corrupt: removed(entry) },
  'the entry hangs': { corrupt: hanging(entry) },
  'the entry has a syntax error': { change: { file: entry, to: (text) => `${text}}` } },
  'one byte of the entry is changed': { corrupt: altered(entry) },
  'the entry has another shape': {
    change: { file: entry, to: (text) => text.replace(/get:\(\)=>(\w+),init:\(\)=>\w+/, 'gets:()=>$1') },
  },
  'the remote throws when it starts': {
    change: { file: entry, to: (text) => text.replace(/init:\(\)=>\w+/, 'init:()=>()=>{throw Error("injected")}') },
  },
  'the page throws when it renders': {
    change: {
      file: pageScript,
      to: (text) => text.replace(/Component:\(\)=>[\w$]+/, 'Component:()=>()=>{throw Error("injected")}'),
    },
  },
  'the stylesheet of the page is 404': { corrupt: removed(pageStylesheet) },
}

function filePath({ folder }: ReleasedPortal, { name, version }: RemoteRelease, file: string): string {
  return join(folder, 'releases', name, version, file)
}

function removed(file: (release: RemoteRelease) => string): Corrupt {
  return (_, portal, release) => rm(filePath(portal, release, file(release)))
}

/** Changes one byte, so that the file has the right length, but not the hash in the release. */
function altered(file: (release: RemoteRelease) => string): Corrupt {
  return async (_, portal, release) => {
    const path = filePath(portal, release, file(release))
    const bytes = await readFile(path)
    bytes[bytes.length - 2] = (bytes[bytes.length - 2] ?? 0) ^ 1
    await writeFile(path, bytes)
  }
}

function hanging(file: (release: RemoteRelease) => string): Corrupt {
  return async (context, _, release) => {
    const path = firstPages.find((first) => release.manifest.routes.some((route) => route.path === first))
    await hangsAt(context, path ?? '')
    await context.route(`**/releases/${release.name}/${release.version}/${file(release)}*`, () => {})
  }
}
