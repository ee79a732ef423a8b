import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildInlineScripts, inlineScriptsFile } from './build-inline-scripts.ts'

test('the scripts of the HTML are those of their sources', async () => {
  expect(readFileSync(inlineScriptsFile, 'utf8'), 'run `npm run generate -- inline`').toBe(await buildInlineScripts())
})

test('building the scripts of the HTML leaves NODE_ENV unset, so that `npm run dev` starts a demo', async () => {
  vi.stubEnv('NODE_ENV', undefined)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  await buildInlineScripts()
  expect(process.env.NODE_ENV).toBeUndefined()
})
