import { expect, inject, test } from 'vitest'
import { openDatabase } from './open-database.ts'

const given = (databaseUrl: string, migrationDatabaseUrl?: string, demo = true) => ({
  databaseUrl,
  migrationDatabaseUrl,
  demo,
})

test('both roles of the settings are used as they are', async () => {
  const [url, ownerUrl] = [inject('applicationCluster'), inject('cluster')]
  expect(await openDatabase(given(url, ownerUrl), '/nowhere')).toMatchObject({ url, ownerUrl })
  expect(await openDatabase(given(url), '/nowhere')).toMatchObject({ url, ownerUrl: undefined })
})

test('a demo with only the URL of the owner signs in as a role that owns nothing', async () => {
  const ownerUrl = inject('cluster')
  const url = inject('applicationCluster')
  expect(await openDatabase(given(ownerUrl), '/nowhere')).toMatchObject({ url, ownerUrl })
  expect(await openDatabase(given(ownerUrl, undefined, false), '/nowhere')).toMatchObject({ url: ownerUrl })
})

test('a server that does not respond is reported by its address, without the password', async () => {
  const opening = openDatabase(given('postgres://portal:secret@localhost:1/portal'), '/nowhere')
  await expect(opening).rejects.toThrow(/^the database at localhost:1 cannot be reached: connect ECONNREFUSED/)
  await expect(opening).rejects.not.toThrow('secret')
})
