import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import webpack from 'webpack'
import { type Release, sourceMapsFile, toIntegrity } from './release.ts'

type Module = { absoluteResourcePath: string; shortIdentifier: string }

/** Writes `main.js.map` beside each script. Scripts do not name their maps, and maps do not contain the sources. */
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
 * Packs the maps of a build folder into one file by the names of the scripts, `{ 'main.js': { version: 3, … } }`, and
 * deletes them. The file has no extension, so the server does not give it to browsers.
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
  return { file: sourceMapsFile, integrity: toIntegrity(packed) }
}
