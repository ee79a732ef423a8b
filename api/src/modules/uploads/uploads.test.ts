import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type TestApi, type TestBrowser, testApi } from '../../http/testing.ts'
import { startBucket } from './testing.ts'

let api: TestApi
let browser: TestBrowser
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const newcomer = async (at: TestApi = api) => await at.signedIn(await at.person())
beforeAll(async () => {
  browser = await newcomer()
})

const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 11, g: 122, b: 83 } } })

function form(file: Buffer, { name = 'photo', filename = 'photo.png', type = '' } = {}): FormData {
  const data = new FormData()
  if (type) data.set('type', type)
  data.set(name, new Blob([new Uint8Array(file)], { type: 'image/png' }), filename)
  return data
}

const upload = async (file: Buffer, more?: Parameters<typeof form>[1]) =>
  await browser.postForm('/upload', form(file, more))

async function stored(url: string, at: TestApi = api) {
  const response = await at.app.inject(url)
  expect(response.statusCode).toBe(200)
  return { headers: response.headers, image: response.rawPayload, ...(await sharp(response.rawPayload).metadata()) }
}

describe('an image', () => {
  // spec: 9.21, 11.5
  test('is re-encoded as PNG, 300 pixels wide, in proportion', async () => {
    const response = await upload(await drawing(900, 600).png().toBuffer(), { type: 'avatar' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ url: expect.stringMatching(/^\/uploads\/[0-9a-f]{64}\.png$/) })
    expect(await stored(response.json().url)).toMatchObject({ format: 'png', width: 300, height: 200 })
    const [row] = await api.db.selectFrom('upload').select('kind').execute()
    expect(row).toEqual({ kind: 'avatar' })
  })

  test.each([
    ['a small one is not enlarged', () => drawing(120, 80).png(), { width: 120, height: 80 }],
    ['a photo of a camera', () => drawing(1200, 800).jpeg(), { width: 300, height: 200 }],
    [
      'a photo that the camera held upright',
      () => drawing(1200, 800).withMetadata({ orientation: 6 }).jpeg(),
      { width: 300, height: 450 },
    ],
  ])('%s', async (_, draw, size) => {
    const { url } = (await upload(await draw().toBuffer(), { filename: 'whatever.jpg' })).json()
    expect(await stored(url)).toMatchObject({ format: 'png', ...size })
  })

  test('loses what the camera wrote beside it', async () => {
    const file = await drawing(400, 400)
      .withExif({ IFD0: { Artist: 'Anna at home', Copyright: '55.75, 37.61' } })
      .jpeg()
      .toBuffer()
    expect(file.includes('Anna at home')).toBe(true)
    const { image, exif } = await stored((await upload(file)).json().url)
    expect(exif).toBeUndefined()
    expect(image.includes('Anna at home')).toBe(false)
  })

  test('loses a page of markup that was hidden after it', async () => {
    const file = Buffer.concat([await drawing(50, 50).png().toBuffer(), Buffer.from('<script>alert(1)</script>')])
    const { image } = await stored((await upload(file)).json().url)
    expect(image.includes('<script>')).toBe(false)
  })

  test('is served with its type, cached forever', async () => {
    const { url } = (await upload(await drawing(64, 64).png().toBuffer())).json()
    expect((await stored(url)).headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
  })

  test('the same image is one file under one name, and is never stored in part', async () => {
    const file = await drawing(77, 77).png().toBuffer()
    const others = await Promise.all(Array.from({ length: 5 }, () => newcomer()))
    const responses = await Promise.all(others.map((other) => other.postForm('/upload', form(file))))
    expect(new Set(responses.map((response) => response.json().url)).size).toBe(1)
    const names = await readdir(join(api.dataFolder, 'uploads'))
    expect(names.filter((name) => !/^[0-9a-f]{64}\.png$/.test(name))).toEqual([])
  })
})

/** A well-formed PNG of so many pixels, all of them zero. */
function png(width: number, height: number, rows = height): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length)
    frame.writeUInt32BE(crc(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = deflateSync(Buffer.alloc(rows * (width + 1)), { level: 9 })
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function crc(data: Buffer): number {
  let value = ~0
  for (const byte of data) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  return ~value >>> 0
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'

describe('rejects', () => {
  test.each<[string, () => Buffer | Promise<Buffer>, number, string]>([
    ['a drawing that is a program', () => Buffer.from(svg), 415, 'media_type_unsupported'],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 415, 'media_type_unsupported'],
    ['a GIF', () => Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0;', 'latin1'), 415, 'media_type_unsupported'],
    ['a WebP', () => drawing(10, 10).webp().toBuffer(), 415, 'media_type_unsupported'],
    ['a picture of another type named PNG', () => drawing(10, 10).tiff().toBuffer(), 415, 'media_type_unsupported'],
    [
      'the first bytes of a PNG and a program after',
      () => Buffer.concat([png(1, 1).subarray(0, 8), Buffer.from(svg)]),
      422,
      'image_invalid',
    ],
    [
      'a PNG that ends in the middle',
      async () => (await drawing(400, 400).png().toBuffer()).subarray(0, 300),
      422,
      'image_invalid',
    ],
    ['a PNG with fewer rows than its header has', () => png(300, 300, 10), 422, 'image_invalid'],
    ['an empty file', () => Buffer.alloc(0), 422, 'image_invalid'],
    ['a bomb: 20 kilobytes of 400 megapixels', () => png(20_000, 20_000, 1000), 422, 'image_dimensions'],
    ['a bomb that can be unpacked', () => png(4000, 4000), 422, 'image_dimensions'],
    ['a ribbon', () => png(3000, 10), 422, 'image_dimensions'],
    ['a tower', () => png(10, 3000), 422, 'image_dimensions'],
    // spec: 9.21
    ['a megabyte and a byte', () => Buffer.concat([png(10, 10), Buffer.alloc(1024 * 1024)]), 413, 'too_large'],
  ])('%s', async (_, file, status, code) => {
    const before = await readdir(join(api.dataFolder, 'uploads'))
    const response = await upload(await file())
    expect(response.json()).toEqual({ code, message: code.replaceAll('_', ' ') })
    expect(response.statusCode).toBe(status)
    expect(await readdir(join(api.dataFolder, 'uploads'))).toEqual(before)
  })

  // spec: 9.21
  test('two files, no file, and unknown parts', async () => {
    const two = form(png(10, 10))
    two.append('second', new Blob([new Uint8Array(png(10, 10))]), 'b.png')
    const none = new FormData()
    none.set('type', 'avatar')
    const unknown = form(png(10, 10))
    unknown.set('folder', '../../etc')
    const statuses = []
    for (const each of [two, none, unknown]) statuses.push((await browser.postForm('/upload', each)).statusCode)
    expect(statuses).toEqual([422, 422, 400])
  })

  test('a body that is no form, and a form that breaks off', async () => {
    expect((await browser.post('/upload', { photo: 'x' })).statusCode).toBe(415)
    const broken = await browser.post('/upload', undefined, {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n\r\nhalf',
    })
    expect(broken.statusCode).toBe(400)
    expect(
      (await browser.post('/upload', undefined, { headers: { 'content-type': 'multipart/form-data' }, payload: 'x' }))
        .statusCode,
    ).toBe(400)
  })

  test('a form on a route without forms', async () => {
    expect((await browser.postForm('/login', form(png(1, 1)))).statusCode).toBe(415)
  })

  test('a stranger, before the form is read', async () => {
    expect((await api.browser().postForm('/upload', form(Buffer.alloc(5 * 1024 * 1024)))).statusCode).toBe(401)
  })

  test('the sixty-first image of an hour', async () => {
    const busy = await newcomer()
    const statuses = []
    for (let times = 0; times < 61; times++)
      statuses.push((await busy.postForm('/upload', form(Buffer.from('x')))).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 415), 429])
  })
})

test.each([
  '/uploads/',
  '/uploads/..%2f..%2fetc%2fpasswd',
  '/uploads/secret.txt',
  `/uploads/${'0'.repeat(64)}.png`,
  `/uploads/${'0'.repeat(64)}`,
])('%s is not found', async (url) => {
  await writeFile(join(api.dataFolder, 'uploads/secret.txt'), 'secret')
  const response = await api.app.inject(url)
  expect(response.statusCode).toBe(404)
  expect(response.body).not.toContain('secret')
})

describe('a bucket', () => {
  async function withBucket(env: Record<string, string> = {}) {
    const bucket = await startBucket()
    const remote = await testApi({ env: { ...bucket.env, ...env } })
    onTestFinished(async () => {
      await remote.close()
      bucket.stop()
    })
    return { bucket, remote, person: await newcomer(remote) }
  }

  test('stores images instead of the disk', async () => {
    const { bucket, remote, person } = await withBucket()
    const { url } = (await person.postForm('/upload', form(await drawing(600, 600).png().toBuffer()))).json()
    expect(await stored(url, remote)).toMatchObject({ format: 'png', width: 300 })
    expect([...bucket.objects].map(([path, { type }]) => [path, type])).toEqual([
      [url.slice('/uploads/'.length), 'image/png'],
    ])
    expect(await readdir(remote.dataFolder)).toEqual([])
    expect((await remote.app.inject(`/uploads/${'0'.repeat(64)}.png`)).statusCode).toBe(404)
  })

  test('that is down: 503', async () => {
    const { bucket, remote, person } = await withBucket()
    bucket.isDown = true
    const response = await person.postForm('/upload', form(png(10, 10)))
    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({ code: 'storage_unavailable', retry_after: 30 })
    const image = await remote.app.inject(`/uploads/${'0'.repeat(64)}.png`)
    expect([image.statusCode, image.json()]).toMatchObject([503, { code: 'storage_unavailable' }])
  })

  test('that does not know the key stores nothing', async () => {
    const { bucket, person } = await withBucket({ UPLOADS_S3_SECRET: 'another' })
    expect((await person.postForm('/upload', form(png(10, 10)))).statusCode).toBe(503)
    expect(bucket.objects.size).toBe(0)
  })
})
