import { expect, inject, test } from 'vitest'
import { openDatabase } from './open-database.ts'

test('a server of one’s own is used as it is', async () => {
  const url = inject('cluster')
  expect((await openDatabase(url, '/nowhere')).url).toBe(url)
})

test('a server that does not answer is said by its address, without the password', async () => {
  const opening = openDatabase('postgres://portal:secret@localhost:1/portal', '/nowhere')
  await expect(opening).rejects.toThrow(/^the database at localhost:1 cannot be reached: connect ECONNREFUSED/)
  await expect(opening).rejects.not.toThrow('secret')
})
