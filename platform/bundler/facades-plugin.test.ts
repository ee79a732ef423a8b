import { expect, test } from 'vitest'
import { facadeViolation } from './facades-plugin.ts'

test.each([
  ['zod', 'Import @portal/shared/zod'],
  ['zod/mini', 'Import @portal/shared/zod'],
  ['@tanstack/react-query', 'Import @portal/shared/query'],
  ['react-router-dom', 'Import @portal/shared/router'],
  ['../node_modules/axios/index.js', 'Import what you need from @portal/shared/http/…'],
  ['@portal/shared/session/state/events', 'Import @portal/shared/session/store'],
  ['react-dom/client', 'Import nothing: the shell renders the page'],
])('rejects %s with its facade', (request, facade) => {
  expect(facadeViolation(request)).toBe(
    `${request} would be a second copy in the page, apart from that of the shell. ${facade}`,
  )
})

test.each(['react', 'react-dom', 'react/jsx-runtime', 'uqr', '@portal/shared/query', './zod.ts'])(
  'accepts %s',
  (request) => {
    expect(facadeViolation(request)).toBeUndefined()
  },
)
