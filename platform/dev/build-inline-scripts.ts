import { globSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { transform } from '@swc/core'
import { build as bundle, type Rolldown } from 'vite'
import { scriptTargets } from '../bundler/minimum-browsers.ts'
import { platformRoot } from '../bundler/paths.ts'

const folder = join(platformRoot, 'platform/server/inline')

/** The file that `npm run generate -- inline` writes after a change of an inline script. */
export const inlineScriptsFile = join(platformRoot, 'platform/server/inline-scripts.ts')

/** Browsers below the minimum version must understand this script. */
const ES5_SCRIPT = 'browser-check'

export async function writeInlineScripts(): Promise<void> {
  await writeFile(inlineScriptsFile, await buildInlineScripts())
}

/** Bundles each module of platform/server/inline, and returns a module that exports their texts. */
export async function buildInlineScripts(): Promise<string> {
  const entries = globSync('*.ts', { cwd: folder, exclude: ['*.test.ts'] }).sort()
  const { NODE_ENV } = process.env
  const scripts = await Promise.all(entries.map(async (entry) => [basename(entry, '.ts'), await build(entry)]))
  // Vite sets a missing NODE_ENV to `production`, and `npm run dev` then starts its API without demo settings.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  const lines = scripts.map(([name = '', script]) => `export const ${camelCase(name)} = ${JSON.stringify(script)}`)
  const comment =
    '// Built from platform/server/inline by `npm run generate -- inline`; a test compares it with the sources.'
  return `${[comment, '', ...lines].join('\n')}\n`
}

async function build(entry: string): Promise<string> {
  const bundled = await bundle({
    configFile: false,
    root: folder,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      modulePreload: false,
      rolldownOptions: { input: join(folder, entry), output: { format: 'iife' } },
    },
  })
  const [{ code }] = (bundled as Rolldown.RolldownOutput).output
  const isForAll = basename(entry, '.ts') === ES5_SCRIPT
  const { code: script } = await transform(code, {
    configFile: false,
    swcrc: false,
    isModule: false,
    ...(isForAll ? {} : { env: { targets: scriptTargets } }),
    jsc: {
      ...(isForAll && { target: 'es5' }),
      minify: { compress: { passes: 2 }, mangle: true, format: { comments: false } },
    },
    minify: true,
  })
  if (/<[/!]/.test(script)) throw new Error(`${entry} would end its element in the HTML`)
  return script.trim()
}

/** `browser-check` → `browserCheck` */
function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

if (import.meta.main) await writeInlineScripts()
