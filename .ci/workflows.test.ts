import { globSync, readFileSync } from 'node:fs'
import { validate } from '@actions/languageservice'
import { expect, test } from 'vitest'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { repositoryFiles } from '../platform/dev/sdk/repository-files.ts'

const own = globSync('.github/workflows/*.yml').map((path) => [path, readFileSync(path, 'utf8')] as const)
const repository = Object.entries(repositoryFiles('1.0.0', '1.0.0'))
const written = repository.filter(([path]) => path.startsWith('.github/workflows/'))

test.each([...own, ...written])('GitHub finds no fault in %s', async (path, text) => {
  const document = TextDocument.create(`file:///${path}`, 'yaml', 1, text)
  expect(await validate(document)).toEqual([])
})
