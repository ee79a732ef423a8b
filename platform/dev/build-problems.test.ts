import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '../bundler/paths.ts'
import { buildProblem } from './build-problems.ts'

const folder = join(repository, 'mfe-tips')
const file = join(folder, 'features/tips/latest-tips.tsx')
const moduleIdentifier = `javascript/auto|/node_modules/swc-loader/src/index.js??ruleSet[1].rules[0].use!${file}`

test('reports the line of a syntax error of swc, without colours and the stack of the loader', () => {
  const message = `Module build failed (from ../node_modules/swc-loader/src/index.js):
Error:   \u001b[31m×\u001b[0m Expected ';', got 'is'
    ╭─[${file}:12:1]
 12 │ this is
    ╰────


Caused by:
    Syntax Error

Stack backtrace:
   0: <unknown>
    at next (/node_modules/loader-runner/lib/LoaderRunner.js:1:1)`
  expect(buildProblem({ message, moduleIdentifier }, folder)).toEqual({
    file: 'mfe-tips/features/tips/latest-tips.tsx',
    line: 12,
    message: `×  Expected ';', got 'is'\n    ╭─[${file}:12:1]\n 12 │ this is\n    ╰────`.replace('×  ', '× '),
  })
})

test('reports where a missing module is imported', () => {
  const message = "Module not found: Error: Can't resolve './nothing.ts' in '/mfe-tips/features/tips'"
  expect(buildProblem({ message, moduleIdentifier, loc: '3:0-30' }, folder)).toEqual({
    file: 'mfe-tips/features/tips/latest-tips.tsx',
    line: 3,
    message,
  })
})

test('reports a module that webpack knows only by its name', () => {
  expect(buildProblem({ message: 'CssSyntaxError (7:3) Unknown word', moduleName: './a.module.css' }, folder)).toEqual({
    file: 'mfe-tips/a.module.css',
    line: 7,
    message: 'CssSyntaxError (7:3) Unknown word',
  })
})

test('reports a problem without a module', () => {
  expect(buildProblem({ message: 'Out of memory' }, folder)).toEqual({
    file: 'webpack',
    line: null,
    message: 'Out of memory',
  })
})
