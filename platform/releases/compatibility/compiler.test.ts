import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenShellTypes } from './compiler.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shell-types-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function project(name: string, text: string, references: string[] = []): string {
  const path = join(folder, name)
  mkdirSync(path)
  writeFileSync(join(path, 'main.ts'), text)
  const compilerOptions = { composite: true, strict: true, types: [] }
  const config = { compilerOptions, references: references.map((path) => ({ path })) }
  writeFileSync(join(path, 'tsconfig.json'), JSON.stringify(config))
  return path
}

test('reports where a project, or one that it refers to, does not compile', async () => {
  const shared = project('shared', "export const sum: number = 'no number'")
  const shell = project('shell', 'export const value: string = 1', [shared])
  const texts = (await brokenShellTypes([shell])).map(({ text }) => text)
  expect(texts).toEqual([
    expect.stringMatching(/^The shell does not compile: .*shared\/main\.ts\(1,14\): error TS2322/),
    expect.stringMatching(/^The shell does not compile: .*shell\/main\.ts\(1,14\): error TS2322/),
  ])
})

test('reports nothing of a project that compiles', async () => {
  expect(await brokenShellTypes([project('shell', 'export const value: string = String(1)')])).toEqual([])
})

test('fails when the compiler reports something else', async () => {
  await expect(brokenShellTypes([join(folder, 'missing')])).rejects.toThrow()
})
