import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import webpack from 'webpack'
import { integrityOf, type Release, sourceMapsFile } from './release.ts'

type Module = { absoluteResourcePath: string; shortIdentifier: string }

/** Writes `main.js.map` beside each script of a package. No script names it, and it has no text of the sources: those of the commit have it. */
export function sourceMaps(packageFolder: string): webpack.SourceMapDevToolPlugin {
  const workspace = dirname(packageFolder)
  const sourceName = (module: Module) => nameIn(workspace, module)
  return new webpack.SourceMapDevToolPlugin({
    test: /\.c?js$/,
    filename: '[file].map',
    append: false,
    noSources: true,
    moduleFilenameTemplate: sourceName,
    fallbackModuleFilenameTemplate: sourceName,
  })
}

/** `mfe-tips/features/tips/tips-page.tsx`, `node_modules/react-dom/…`: the same in every clone. */
function nameIn(workspace: string, { absoluteResourcePath, shortIdentifier }: Module): string {
  const [path = ''] = relative(workspace, absoluteResourcePath).split('?')
  const library = path.lastIndexOf('node_modules/')
  if (library >= 0) return path.slice(library)
  return path.startsWith('..') ? `webpack/${shortIdentifier.replaceAll(workspace, '')}` : path
}

/**
 * Packs the maps of a folder of build output into one file without an extension, which no server gives to browsers, and removes them. By the
 * name of the script: `{ 'main.js': { version: 3, … } }`.
 */
export function packSourceMaps(folder: string): Release['maps'] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.map'))
    .sort()
  const maps = files.map((file) => [
    file.slice(0, -'.map'.length),
    JSON.parse(readFileSync(join(folder, file), 'utf8')),
  ])
  const packed = gzipSync(JSON.stringify(Object.fromEntries(maps)), { level: 9 })
  writeFileSync(join(folder, sourceMapsFile), packed)
  for (const file of files) rmSync(join(folder, file))
  return { file: sourceMapsFile, integrity: integrityOf(packed) }
}
