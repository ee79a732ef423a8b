import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSdkPackage } from '../../bundler/package-json.ts'
import { repository } from '../../bundler/paths.ts'
import { compilerErrors, writesModules } from '../../releases/compatibility/compiler.ts'
import { publication } from './npm-pack.ts'

const kit = join(repository, 'e2e/kit')

/**
 * Writes the package `@portal/test-kit` into a folder: the modules of e2e/kit as JavaScript with declarations, by which
 * remotes in other repositories test a portal. It has the version of the SDK.
 */
export async function writeKit(folder: string, registry?: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await compileInto(folder)
  const content = { ...publishedPackage(), ...publication(registry) }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(content, null, 2))
  copyFileSync(join(kit, 'README.md'), join(folder, 'README.md'))
  copyFileSync(join(repository, 'LICENSE'), join(folder, 'LICENSE'))
}

async function compileInto(folder: string): Promise<void> {
  // Inside of the package, where TypeScript finds its libraries.
  mkdirSync(join(kit, '.types'), { recursive: true })
  const project = mkdtempSync(join(kit, '.types/pack-'))
  const settings = {
    extends: '../../../../tsconfig.test.json',
    compilerOptions: {
      ...writesModules,
      rootDir: repository,
      outDir: join(project, 'out'),
    },
    include: [join(kit, '*.ts')],
    exclude: [join(kit, '*.test.ts')],
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(settings))
  try {
    const errors = await compilerErrors(['-p', project])
    if (errors) throw new Error(errors)
    copyModules(join(project, 'out/e2e/kit'), folder)
  } finally {
    rmSync(project, { recursive: true })
  }
}

function copyModules(from: string, to: string): void {
  for (const file of globSync('*.{js,d.ts}', { cwd: from })) {
    const text = readFileSync(join(from, file), 'utf8')
    if (text.includes('@portal/contracts/')) throw new Error(`${file} needs more of the contracts than types`)
    writeFileSync(join(to, file), text)
  }
}

function publishedPackage(): object {
  const { name, description, license, type, dependencies } = readPackage(kit)
  const installedVersion = (library: string) => String(readPackage(join(kit, 'node_modules', library)).version)
  const { '@portal/contracts': _, '@playwright/test': _playwright, ...libraries } = dependencies
  const versions = Object.fromEntries(Object.keys(libraries).map((library) => [library, installedVersion(library)]))
  return {
    name,
    version: readSdkPackage().version,
    description,
    license,
    type,
    exports: { './*': { types: './*.d.ts', default: './*.js' } },
    engines: { node: '>=20' },
    dependencies: versions,
    // A repository has one Playwright, whose browsers are installed by its version.
    peerDependencies: { '@playwright/test': `^${installedVersion('@playwright/test')}` },
  }
}

function readPackage(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
