import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { platformRoot } from '../../bundler/paths.ts'
import { publication } from './npm-pack.ts'
import { importsIn } from './program-files.ts'

/** Packages that no module imports: tools name them, and declarations need them. */
const namedByTools = [
  ...['@biomejs/biome', '@swc/core', 'css-loader', 'react-refresh', 'swc-loader', 'happy-dom', 'typescript', 'vite'],
  ...[
    '@types/node',
    '@types/react',
    '@types/react-dom',
    '@testing-library/dom',
    '@testing-library/user-event',
    'react-dom',
  ],
]

/**
 * Returns the package.json of the SDK, whose modules are in `folder`:
 * its dependencies have the versions of this repository.
 */
export function sdkPackage(folder: string, registry: string | undefined): object {
  const { name, version, description, license, type } = JSON.parse(read('platform/sdk/package.json'))
  const catalog = new Map(
    [...read('pnpm-workspace.yaml').matchAll(/^ {2}"?([^\s":]+)"?: (\d\S*)$/gm)].map(([, name = '', version = '']) => [
      name,
      version,
    ]),
  )
  const dependencies = packagesIn(folder).map((name) => {
    const found = catalog.get(name)
    if (!found) throw new Error(`pnpm-workspace.yaml has no ${name}, which the SDK imports`)
    return [name, found]
  })
  return {
    name,
    version,
    description,
    license,
    type,
    ...publication(registry),
    engines: { node: '>=24' },
    bin: { portal: 'bin/portal.js', 'create-portal-remote': 'bin/create-portal-remote.js' },
    exports: {
      './bundler': exported('platform/sdk/bundler'),
      './testing': exported('platform/sdk/testing/browser-tests'),
      './css-modules': { types: './shared/ui/css-modules.d.ts' },
      './tsconfig.json': './tsconfig.json',
      './package.json': './package.json',
    },
    dependencies: Object.fromEntries(dependencies),
  }
}

function exported(path: string) {
  return { types: `./${path}.d.ts`, default: `./${path}.js` }
}

/** Returns the packages that the modules import, sorted by name. */
function packagesIn(folder: string): string[] {
  const files = globSync('**/*.{js,d.ts}', { cwd: folder })
  const names = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    return file.endsWith('.d.ts')
      ? [...text.matchAll(/\b(?:from |import\()['"]([^'"]+)['"]/g)].map(([, name = '']) => name)
      : importsIn(text)
  })
  const packages = names
    .filter((name) => !/^(\.|node:|@portal\/)/.test(name) && !builtinModules.includes(name))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
  return [...new Set([...packages, ...namedByTools])].sort()
}

function read(file: string): string {
  return readFileSync(join(platformRoot, file), 'utf8')
}
