import { expect, test } from 'vitest'
import { serversOf } from './servers.ts'

const one = 'postgres://portal:p%40ss@10.0.0.1:5433/portal?sslmode=require'

test.each([
  [one, [one]],
  ['postgresql:///portal?host=/run/a,b', ['postgresql:///portal?host=/run/a,b']],
  [
    'postgres://portal:a@b,c@10.0.0.1,10.0.0.2:5433/portal?options=a,b',
    ['postgres://portal:a@b,c@10.0.0.1/portal?options=a,b', 'postgres://portal:a@b,c@10.0.0.2:5433/portal?options=a,b'],
  ],
  ['postgresql://10.0.0.1,10.0.0.2', ['postgresql://10.0.0.1', 'postgresql://10.0.0.2']],
])('finds the servers of %s', (url, servers) => {
  expect(serversOf(url)).toEqual(servers)
})
