import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repository } from '../../bundler/paths.ts'

const code = {
  'a property of window': 'window.rota = []',
  'a property of globalThis': 'globalThis.rota = []',
  'properties of window': 'Object.assign(window, { rota: [] })',
  'a method of a prototype': 'Array.prototype.last = () => undefined',
  'a defined property of a prototype': "Object.defineProperty(Element.prototype, 'rota', {})",
  'a method of JSON': 'JSON.parse = () => ({})',
  'an assignment to Promise': 'Promise = class {}',
  'an interval without a cleanup': 'useEffect(() => { setInterval(load, 1000) }, [])',
  'a listener without a cleanup': "useLayoutEffect(() => { document.addEventListener('click', load) })",
}
const allowed = `
useEffect(() => { addEventListener('click', load); return () => removeEventListener('click', load) }, [])
useEffect(() => { document.title = title }, [title])
const rota = {}
rota.days = window.innerWidth
`

let folder: string
let output: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'remote-rules-'))
  writeFileSync(
    join(folder, 'biome.json'),
    JSON.stringify({ plugins: [join(repository, 'platform/sdk/remote-rules.grit')] }),
  )
  for (const [index, text] of Object.values(code).entries()) writeFileSync(join(folder, `rule${index}.tsx`), text)
  writeFileSync(join(folder, 'allowed.tsx'), allowed)
  const biome = join(repository, 'node_modules/.bin/biome')
  const rules = ['--only=plugin', '--only=suspicious/noGlobalAssign']
  output = spawnSync(biome, ['lint', ...rules, '.'], { cwd: folder, encoding: 'utf8' }).stderr
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each(Object.keys(code).map((name, index) => [name, index] as const))('rejects %s', (_, index) => {
  expect(output).toMatch(new RegExp(`rule${index}\\.tsx:\\d+:\\d+ (plugin|lint/suspicious/noGlobalAssign)`))
})

test('accepts what ends with the section, and the objects of a remote itself', () => {
  expect(output).not.toContain('allowed.tsx')
})
