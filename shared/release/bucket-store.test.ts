import { expect, test } from 'vitest'
import { bucketStore } from './bucket-store.ts'
import { ownPlaces } from './testing/places.ts'

const own = ownPlaces()

test('a bucket that is away is named, with the cause', async () => {
  const { host } = new URL(own.bucket.url)
  own.bucket.stop()
  await expect(bucketStore(own.bucket).listRegistries()).rejects.toThrow(
    `The bucket at ${host} cannot be reached: connect ECONNREFUSED ${host}`,
  )
})

test('one whose name leads nowhere, too', async () => {
  const store = bucketStore({ ...own.bucket, url: 'https://storage.invalid/portal' })
  await expect(store.readRegistry(1)).rejects.toThrow(/^The bucket at storage.invalid cannot be reached: getaddrinfo /)
})

test('a password in its address is told to nobody', () => {
  const { host } = new URL(own.bucket.url)
  const url = `http://team:s3cret@${host}/portal`
  expect(() => bucketStore({ ...own.bucket, url })).toThrow(
    new Error(`The address of the bucket at ${host} has a name or a password in it`),
  )
})
