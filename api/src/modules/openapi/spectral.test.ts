import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../http/testing.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

/** The problems that Spectral's rules for OpenAPI find, of any severity. */
async function problemsOf(document: object): Promise<string[]> {
  const linter = new spectral.Spectral()
  // The types of the two packages differ in `extends`, which is optional.
  linter.setRuleset({ extends: [rulesets.oas as never] })
  const problems = await linter.run(document as Record<string, unknown>)
  return problems.map(({ code, message, path }) => `${code}: ${message} at ${path.join('.')}`)
}

// spec: 9.1
test('Spectral finds no error and no warning in the document', async () => {
  expect(await problemsOf((await api.app.inject('/api/v1/openapi.json')).json())).toEqual([])
})

test('Spectral finds an operation without a name', async () => {
  const document = (await api.app.inject('/api/v1/openapi.json')).json()
  delete document.paths['/login'].post.operationId
  expect(await problemsOf(document)).toEqual([
    'operation-operationId: Operation must have "operationId". at paths./login.post',
  ])
})
