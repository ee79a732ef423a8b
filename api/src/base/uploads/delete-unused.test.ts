import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTestApi, sharedApi, type TestApi, type TestBrowser } from '../../http/testing/test-api.ts'
import { createImageStore } from './configured-image-store.ts'
import { deleteUnusedImages } from './delete-unused.ts'
import { createDiskStore } from './disk-store.ts'
import { startBucket } from './testing/bucket.ts'

const api = sharedApi()
let anna: TestBrowser
beforeEach(async () => {
  anna = await newcomer()
})

async function newcomer(at: TestApi = api): Promise<TestBrowser> {
  return await at.signedIn(await at.createUser())
}

/** Uploads an image. Images of different sizes have different contents. */
async function upload(browser: TestBrowser, size: number): Promise<string> {
  const image = await sharp({ create: { width: size, height: size, channels: 3, background: 'green' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('photo', new Blob([new Uint8Array(image)]), 'photo.png')
  return (await browser.postForm('/upload', form)).json().url
}

const makePhoto = (browser: TestBrowser, photo_url: string | null) => browser.patch('/user/profile', { photo_url })
const deleteUnused = (at: TestApi = api) => deleteUnusedImages(at.db, createImageStore(at.settings))
const aDayPasses = (at: TestApi = api) =>
  sql`update upload set created_at = created_at - interval '1 day'`.execute(at.db)
const isServed = async (url: string, at: TestApi = api) => (await at.app.inject(url)).statusCode === 200

test('the next images are deleted when one cannot be deleted', async () => {
  const images = [await upload(anna, 20), await upload(anna, 21)]
  await aDayPasses()
  const store = createImageStore(api.settings)
  let failed = false
  const remove = async (name: string) => {
    if (failed) return await store.remove(name)
    failed = true
    throw new Error('the disk is read-only')
  }
  await expect(deleteUnusedImages(api.db, { ...store, remove })).rejects.toThrow('read-only')
  const served = () => Promise.all(images.map((url) => isServed(url)))
  expect((await served()).sort()).toEqual([false, true])
  await deleteUnused()
  expect(await served()).toEqual([false, false])
})

// spec: 6.15
test('an image that is no user’s photo is deleted after a day, with its file', async () => {
  const [photo, unsaved, replaced] = [await upload(anna, 10), await upload(anna, 11), await upload(anna, 12)]
  await makePhoto(anna, replaced)
  await makePhoto(anna, photo)
  await aDayPasses()
  const fresh = await upload(anna, 13)
  await deleteUnused()
  expect(await Promise.all([photo, unsaved, replaced, fresh].map((url) => isServed(url)))).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect((await makePhoto(anna, unsaved)).statusCode).toBe(422)
  expect((await makePhoto(anna, fresh)).statusCode).toBe(200)
})

test('the same image of two users stays until neither has it', async () => {
  const boris = await newcomer()
  const url = await upload(anna, 20)
  await upload(boris, 20)
  await makePhoto(boris, url)
  await aDayPasses()
  await deleteUnused()
  expect(await isServed(url)).toBe(true)
  expect((await makePhoto(anna, url)).statusCode).toBe(422)
  await makePhoto(boris, null)
  await deleteUnused()
  expect(await isServed(url)).toBe(false)
})

test('an image that is stored again stays for another day', async () => {
  const url = await upload(anna, 30)
  await aDayPasses()
  expect(await upload(anna, 30)).toBe(url)
  await deleteUnused()
  expect(await isServed(url)).toBe(true)
})

describe('at the same moment', () => {
  test('a user who stores the image waits until it is deleted, and has it', async () => {
    const boris = await newcomer()
    const url = await upload(anna, 40)
    await aDayPasses()
    const store = createImageStore(api.settings)
    const [removing, mayRemove] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const deleting = deleteUnusedImages(api.db, {
      ...store,
      async remove(name) {
        removing.resolve()
        await mayRemove.promise
        await store.remove(name)
      },
    })
    await removing.promise
    const uploading = upload(boris, 40)
    await expect.poll(waiting).toBe(1)
    mayRemove.resolve()
    await Promise.all([deleting, uploading])
    expect(await isServed(url)).toBe(true)
    expect((await makePhoto(boris, url)).statusCode).toBe(200)
  })

  async function waiting(): Promise<number> {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(api.db)
    return rows.length
  }

  test('a user who makes it the photo gets 422, or has the photo', async () => {
    for (let round = 0; round < 10; round++) {
      const url = await upload(anna, 50)
      await aDayPasses()
      const [response] = await Promise.all([makePhoto(anna, url), deleteUnused()])
      expect(await isServed(url)).toBe(response.statusCode === 200)
      await makePhoto(anna, null)
    }
  })
})

test('the file of a process that was killed while it wrote an image is deleted after a day', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'uploads-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [old, fresh] = [`.${crypto.randomUUID()}`, `.${crypto.randomUUID()}`]
  for (const name of [old, fresh, '.gitkeep']) await writeFile(join(folder, name), 'half of an image')
  const aDayAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
  for (const name of [old, '.gitkeep']) await utimes(join(folder, name), aDayAgo, aDayAgo)
  await deleteUnusedImages(api.db, createDiskStore(folder))
  expect((await readdir(folder)).sort()).toEqual([fresh, '.gitkeep'].sort())
})

test('deletes from a bucket too, and retries a failed deletion', async () => {
  const bucket = await startBucket()
  const remote = await createTestApi({ env: bucket.env })
  onTestFinished(async () => {
    await remote.close()
    bucket.stop()
  })
  const url = await upload(await newcomer(remote), 10)
  await aDayPasses(remote)
  bucket.isDown = true
  await expect(deleteUnused(remote)).rejects.toThrow('The bucket responded with 500 to a DELETE')
  bucket.isDown = false
  expect(await isServed(url, remote)).toBe(true)
  await deleteUnused(remote)
  expect(bucket.objects.size).toBe(0)
  expect(await readdir(join(remote.dataFolder))).toEqual([])
})
