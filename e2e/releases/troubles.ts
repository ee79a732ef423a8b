import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import type { RemoteReleaseFile } from '@portal/shared/release/release'
import { hangsAt } from '../fixtures/load-limits.ts'
import type { ReleasedPortal } from './released-portal.ts'
import type { Change } from './twin.ts'

type Spoil = (context: BrowserContext, portal: ReleasedPortal, release: RemoteReleaseFile) => Promise<void>

/** What may be wrong with a release: in what was built, or on the way of it to the browser. */
export type Trouble = {
  change?: Change
  spoil?: Spoil
}

const entry = ({ entry }: RemoteReleaseFile) => entry
/** The code and the sheet of the remote's first page. */
export const pageScript = (release: RemoteReleaseFile) => pageFile(release, '.js')
const pageSheet = (release: RemoteReleaseFile) => pageFile(release, '.css')

function pageFile({ pages, manifest }: RemoteReleaseFile, ending: string): string {
  const home = manifest.routes.find(({ path }) => firstPages.includes(path))?.path ?? ''
  const file = pages[home]?.files.filter((name) => name.endsWith(ending)).at(-1)
  if (!file) throw new Error(`${home} of ${manifest.name} has no ${ending}`)
  return file
}

/** By remote: the one that the tests open. */
const firstPages = ['/', '/out', '/settings']

export const troubles: Record<string, Trouble> = {
  'the entry is 404': { spoil: removed(entry) },
  'the entry hangs': { spoil: hanging(entry) },
  'the entry has a syntax error': { change: { file: entry, to: (text) => `${text}}` } },
  'one byte of the entry is another': { spoil: altered(entry) },
  'the entry has another shape': {
    change: { file: entry, to: (text) => text.replace(/get:\(\)=>(\w+),init:\(\)=>\w+/, 'gets:()=>$1') },
  },
  'the remote throws when it starts': {
    change: { file: entry, to: (text) => text.replace(/init:\(\)=>\w+/, 'init:()=>()=>{throw Error("planted")}') },
  },
  'the page throws when it draws': {
    change: {
      file: pageScript,
      to: (text) => text.replace(/Component:\(\)=>[\w$]+/, 'Component:()=>()=>{throw Error("planted")}'),
    },
  },
  'the page throws in an effect': {
    change: {
      file: pageScript,
      // By the name that the page's module has for React.
      to: (text) =>
        text.replace(
          /Component:\(\)=>([\w$]+)(.*?\(0,(\w+)\.use(?:State|Effect|Ref)\))/s,
          'Component:()=>e=>((0,$3.useEffect)(()=>{throw Error("planted")}),$1(e))$2',
        ),
    },
  },
  'the code of the page is 404': { spoil: removed(pageScript) },
  'the code of the page hangs': { spoil: hanging(pageScript) },
  'the sheet of the page is 404': { spoil: removed(pageSheet) },
  'the sheet of the page hangs': { spoil: hanging(pageSheet) },
  'the page blocks the main thread, then throws': {
    change: {
      file: pageScript,
      to: (text) =>
        text.replace(
          /Component:\(\)=>[\w$]+/,
          'Component:()=>()=>{for(let t=Date.now();Date.now()-t<500;);throw Error("planted")}',
        ),
    },
  },
}

function fileOf({ folder }: ReleasedPortal, { name, version }: RemoteReleaseFile, file: string): string {
  return join(folder, 'releases', name, version, file)
}

function removed(file: (release: RemoteReleaseFile) => string): Spoil {
  return (_, portal, release) => rm(fileOf(portal, release, file(release)))
}

/** It has the right length and not the hash that the release names. */
function altered(file: (release: RemoteReleaseFile) => string): Spoil {
  return async (_, portal, release) => {
    const path = fileOf(portal, release, file(release))
    const bytes = await readFile(path)
    bytes[bytes.length - 2] = (bytes[bytes.length - 2] ?? 0) ^ 1
    await writeFile(path, bytes)
  }
}

function hanging(file: (release: RemoteReleaseFile) => string): Spoil {
  return async (context, _, release) => {
    const path = firstPages.find((first) => release.manifest.routes.some((route) => route.path === first))
    await hangsAt(context, path ?? '')
    await context.route(`**/releases/${release.name}/${release.version}/${file(release)}*`, () => {})
  }
}
