import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readContracts } from '@portal/api/portal/openapi/contracts'
import { openapiDocument } from '@portal/api/portal/openapi/document'
import { generateSource } from 'oazapfts'
import { repository } from '../../bundler/paths.ts'
import { compilerErrors, writesModules } from '../../releases/compatibility/compiler.ts'
import { publication } from './npm-pack.ts'

const readme = `# @portal/api-client

Calls the API of the portal: \`import { defaults, ingestTips } from '@portal/api-client'\`. Set \`defaults.baseUrl\` to
\`https://<portal>/api/v1\`; \`/api/v1/docs\` there describes all calls. A call throws \`HttpError\` unless the response is 2xx.
`

/**
 * Writes the package `@portal/api-client` into a folder: a function with types for each call of the API, generated from
 * its OpenAPI document, which is in the package too. It has the version of the SDK.
 */
export async function writeClient(folder: string, registry?: string): Promise<void> {
  const contracts = await readContracts()
  const document = openapiDocument([...contracts.endpoints.keys()], contracts, 'https://tips.example')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  await compile(await generateSource(join(folder, 'openapi.json'), { optimistic: true }), folder)
  copyFileSync(join(repository, 'LICENSE'), join(folder, 'LICENSE'))
  const { version, license, type } = readPackage('platform/sdk')
  const content = {
    name: '@portal/api-client',
    version,
    description: 'Calls the API of the portal',
    license,
    type,
    ...publication(registry),
    exports: { '.': { types: './index.d.ts', default: './index.js' }, './openapi.json': './openapi.json' },
    dependencies: { '@oazapfts/runtime': readPackage('platform/node_modules/@oazapfts/runtime').version },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(content, null, 2))
  writeFileSync(join(folder, 'README.md'), readme)
}

/** Compiles a module with its declarations, inside of this repository, where TypeScript finds the library. */
async function compile(source: string, outDir: string): Promise<void> {
  const projects = join(repository, 'platform/.types')
  mkdirSync(projects, { recursive: true })
  const project = mkdtempSync(join(projects, 'client-'))
  try {
    writeFileSync(join(project, 'index.ts'), `${source}\nexport { HttpError } from '@oazapfts/runtime'\n`)
    const compilerOptions = {
      ...writesModules,
      outDir,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
    }
    const settings = {
      compilerOptions: { ...compilerOptions, module: 'nodenext', skipLibCheck: true },
      files: ['index.ts'],
    }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(settings))
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
    const errors = await compilerErrors(['-p', project])
    if (errors) throw new Error(errors)
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}

function readPackage(folder: string) {
  return JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8'))
}
