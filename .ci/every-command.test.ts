import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
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

const scripts = manifests.flatMap(({ folder, scripts = {} }) =>
  Object.entries(scripts).map(([name, script]) => ({ folder, name, script })),
)

test('there are scripts to look at', () => {
  expect(scripts.map(({ name }) => name)).toEqual(expect.arrayContaining(['start', 'test', 'dev', 'release', 'bench']))
})

test.concurrent.each(scripts)('$folder $name answers --help, and starts nothing', async ({ folder, name, script }) => {
  const pnpm = manifests.find(({ packageManager }) => packageManager)?.packageManager?.replace('@', '/')
  const [, ...words] = script.replace('exec ', '').split(' ')
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...words, '--help'], {
    cwd: join(root, folder),
    // As pnpm runs it, which has installed before.
    env: { PATH, NODE_COMPILE_CACHE, npm_config_user_agent: `${pnpm} npm/? node/?` },
  })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^Usage: npm (run )?[\w:-]+.*\n\n\S.*\.\n\nOptions:\n/)
  if (folder === '.') expect(stdout).toMatch(new RegExp(`^Usage: npm (run )?${name}( |\n)`))
})

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
