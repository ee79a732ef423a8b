import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Help } from './help-of-commands.ts'
import { root } from './step.ts'

const manifests = globSync(['package.json', '*/package.json', '{shared,platform}/*/package.json'], { cwd: root }).map(
  (file) => ({
    folder: dirname(file),
    ...(JSON.parse(read(file)) as {
      packageManager?: string
      scripts?: Record<string, string>
    }),
  }),
)

type Script = { folder: string; name: string; script: string }

const scripts: Script[] = manifests.flatMap(({ folder, scripts = {} }) =>
  Object.entries(scripts).map(([name, script]) => ({ folder, name, script })),
)

test('there are scripts to look at', () => {
  expect(scripts.map(({ name }) => name)).toEqual(expect.arrayContaining(['start', 'test', 'dev', 'release', 'bench']))
})

describe('--help', () => {
  let helps: Record<string, Help>

  beforeAll(async () => {
    const pnpm = manifests
      .find(({ packageManager }) => packageManager)
      ?.packageManager?.split('+')[0]
      ?.replace('@', '/')
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const files = [...new Set(scripts.map(fileOf))]
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['.ci/help-of-commands.ts', ...files], {
      cwd: root,
      // As pnpm runs it, which has installed before.
      env: { PATH, NODE_COMPILE_CACHE, npm_config_user_agent: `${pnpm} npm/? node/?` },
    })
    expect(stderr).toBe('')
    helps = JSON.parse(stdout)
  })

  test.each(scripts)('$folder $name answers it, and starts nothing', (script) => {
    const { code, output = '' } = helps[fileOf(script)] ?? {}
    expect(code).toBe(0)
    expect(output).toMatch(/^Usage: npm (run )?[\w:-]+.*\n\n\S.*\.\n\nOptions:\n/)
    if (script.folder === '.') expect(output).toMatch(new RegExp(`^Usage: npm (run )?${script.name}( |\n)`))
  })
})

/** `exec node ../run.mjs <file from the root>`, or `node <file from the folder>`. @throws Error for any other script */
function fileOf({ folder, script }: Script): string {
  const { run, file } = /^(exec node (?<run>\S*run\.mjs)|node) (?<file>\S+\.ts)$/.exec(script)?.groups ?? {}
  if (!file || (run && join(root, folder, run) !== join(root, 'run.mjs'))) throw new Error(`Unknown form: ${script}`)
  return join(root, run ? '.' : folder, file)
}

const examples = [...read('README.md').matchAll(/^npm run test:one -- (\S+) '([^']+)'/gm)]

test.each(examples.map(([, path = '', title = '']) => ({ path, title })))(
  'the README’s example $path “$title” is there',
  ({ path, title }) => {
    const files = globSync('{shared,api,e2e}/**/*.{test,spec}.{ts,tsx}', {
      cwd: root,
      exclude: (folder) => folder.endsWith('node_modules'),
    }).filter((file) => file.includes(path))
    expect(files).toHaveLength(1)
    expect(read(files[0] ?? '')).toContain(`test('${title}'`)
  },
)

test('the README has an example of a unit, of the API and end to end', () => {
  expect(examples).toHaveLength(3)
})

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
