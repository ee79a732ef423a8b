import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildInlineScripts, inlineScriptsFile } from './build-inline-scripts.ts'

test('the scripts of the HTML are those of their sources', async () => {
  expect(readFileSync(inlineScriptsFile, 'utf8'), 'run `npm run generate -- inline`').toBe(await buildInlineScripts())
})
