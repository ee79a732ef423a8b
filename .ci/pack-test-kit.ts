import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runCommand, say } from '../api/command/command.ts'
import { npmPack } from '../platform/dev/sdk/npm-pack.ts'
import { compilerErrors, writesModules } from '../platform/releases/compatibility/compiler.ts'
import { root } from './step.ts'

const command = {
  name: 'test-kit',
  about: 'Packs @portal/test-kit, by which remotes in other repositories test a portal, as npm publishes it.',
  options: {
    out: { type: 'string', value: '<folder>', about: 'where the package is written', default: 'dist/test-kit' },
  },
} as const

const kit = join(root, 'e2e/kit')

await runCommand(command, async ({ values: { out } }) => {
  const folder = mkdtempSync(join(tmpdir(), 'test-kit-'))
  try {
    await compileInto(folder)
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(publishedPackage(), null, 2)}\n`)
    cpSync(join(kit, 'README.md'), join(folder, 'README.md'))
    cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
    say(npmPack(folder, resolve(root, out)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

async function compileInto(folder: string): Promise<void> {
  // Inside of the package, where TypeScript finds its libraries.
  mkdirSync(join(kit, '.types'), { recursive: true })
  const project = mkdtempSync(join(kit, '.types/pack-'))
  const settings = {
    extends: '../../../../tsconfig.test.json',
    compilerOptions: {
      ...writesModules,
      rootDir: root,
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
  const { name, version, description, license, type, dependencies } = readPackage(kit)
  const installedVersion = (library: string) => String(readPackage(join(kit, 'node_modules', library)).version)
  const { '@portal/contracts': _, '@playwright/test': _playwright, ...libraries } = dependencies
  const versions = Object.fromEntries(Object.keys(libraries).map((library) => [library, installedVersion(library)]))
  return {
    name,
    version,
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
