import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBucket } from './bucket.ts'
import { type MemoryBucket, startMemoryBucket } from './testing/memory-bucket.ts'

let stored: MemoryBucket
beforeEach(async () => {
  stored = await startMemoryBucket()
})
afterEach(() => stored.stop())

function open(access: Partial<MemoryBucket> = {}) {
  return openBucket({ ...stored, ...access }, 20_000)
}

test('an error names the bucket that cannot be reached, and the cause', async () => {
  const { host } = new URL(stored.url)
  stored.stop()
  await expect(open().listKeys('')).rejects.toThrow(
    `The bucket at ${host} cannot be reached: connect ECONNREFUSED ${host}`,
  )
})

test('an error names a host that does not exist', async () => {
  await expect(open({ url: 'https://storage.invalid/portal' }).get('a')).rejects.toThrow(
    /^The bucket at storage.invalid cannot be reached: getaddrinfo /,
  )
})

test('an address with a password is rejected, and the error does not repeat the password', () => {
  const { host } = new URL(stored.url)
  expect(() => open({ url: `http://team:s3cret@${host}/portal` })).toThrow(
    new Error(`The address of the bucket at ${host} has a name or a password in it`),
  )
})

test('a bucket stores, reads, lists and removes objects', async () => {
  const bucket = open()
  for (const key of ['a/1', 'a/2', 'a/3', 'a/4', 'b/1']) await bucket.put(key, Buffer.from(key))
  expect(await bucket.get('a/1')).toEqual(Buffer.from('a/1'))
  expect(await bucket.get('a/5')).toBeUndefined()
  // The list has more than one page.
  expect(await bucket.listKeys('a/')).toEqual(['a/1', 'a/2', 'a/3', 'a/4'])
  expect(await bucket.listFolders('')).toEqual(['a/', 'b/'])
  await bucket.remove('a/1')
  await bucket.remove('a/1')
  expect(await bucket.get('a/1')).toBeUndefined()
})

test('a new object is added once, and an own attempt whose response was lost is recognized', async () => {
  const bucket = open()
  stored.losesResponse = /PUT/
  expect(await bucket.putNew('registry/1', Buffer.from('mine'))).toBe(true)
  expect(await bucket.putNew('registry/1', Buffer.from('of another'))).toBe(false)
  expect(await bucket.get('registry/1')).toEqual(Buffer.from('mine'))
})

test('an error has the status and the request when the key is wrong or the server fails', async () => {
  await expect(open({ secret: 'another' }).put('a', Buffer.from('a'))).rejects.toThrow(
    'The bucket responded with 403 to a PUT of a',
  )
  stored.isDown = true
  await expect(open().get('a')).rejects.toThrow('The bucket responded with 500 to a GET of a')
})

test('the success of a gateway that has stored nothing is an error', async () => {
  stored.isGateway = true
  const noBucket = 'What responded to a PUT of a is no bucket: it has no ETag'
  await expect(open().put('a', Buffer.from('a'))).rejects.toThrow(noBucket)
  await expect(open().putNew('a', Buffer.from('a'))).rejects.toThrow(noBucket)
})
