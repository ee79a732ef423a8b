import { link, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestApi, sharedApi, type TestApi, type TestBrowser } from '../../http/testing/test-api.ts'
import { countParts } from './count-parts.ts'
import { startBucket } from './testing/bucket.ts'

const api = sharedApi()
let browser: TestBrowser

const newcomer = async (at: TestApi = api) => await at.signedIn(await at.createUser())
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
    ['a progressive photo', () => drawing(1200, 800).jpeg({ progressive: true }), { width: 300, height: 200 }],
    [
      'a photo that the camera held upright',
      () => drawing(1200, 800).withMetadata({ orientation: 6 }).jpeg(),
      { width: 300, height: 450 },
    ],
  ])('%s', async (_, draw, size) => {
    const { url } = (await upload(await draw().toBuffer(), { filename: 'whatever.jpg' })).json()
    expect(await stored(url)).toMatchObject({ format: 'png', ...size })
  })

  test('a photo with a preview in its head, and one and a film behind it, is no bomb', async () => {
    const photo = await drawing(900, 600).jpeg({ progressive: true }).toBuffer()
    const preview = Buffer.concat(Array.from({ length: 5 }, () => photo.subarray(0, 10_000)))
    const head = Buffer.from([0xff, 0xe1, 0, 0])
    head.writeUInt16BE(preview.length + 2, 2)
    // A decoder would read the film as a frame in arithmetic coding.
    const film = Buffer.from([0xff, 0xc9, 0, 2])
    const file = Buffer.concat([photo.subarray(0, 2), head, preview, photo.subarray(2), photo, film])
    expect((await upload(file)).statusCode).toBe(200)
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

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A valid PNG of this number of black pixels, with other chunks before them. */
function png(width: number, height: number, rows = height, ...extra: Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = deflateSync(Buffer.alloc(rows * (width + 1)), { level: 9 })
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

type Segment = { marker: number; bytes: Buffer }

/** Splits a JPEG into segments, without its first two bytes. The data of a scan belong to its segment. */
function readSegments(jpeg: Buffer): Segment[] {
  const segments: Segment[] = []
  for (let at = 2; jpeg[at + 1] !== 0xd9; ) {
    const marker = jpeg.readUInt8(at + 1)
    let end = at + 2 + jpeg.readUInt16BE(at + 2)
    while (marker === 0xda && !(jpeg[end] === 0xff && jpeg[end + 1] !== 0)) end += 1
    segments.push({ marker, bytes: jpeg.subarray(at, end) })
    at = end
  }
  return segments
}

const EOI = Buffer.from([0xff, 0xd9])

/**
 * A valid JPEG of 12 megapixels with one scan for each bit of each coefficient. All of them are zero, so that a scan
 * has only a few bytes.
 */
async function jpegWithManyScans(): Promise<Buffer> {
  const [width, height] = [4_000, 3_000]
  const jpeg = await drawing(width, height).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
  const segments = readSegments(jpeg)
  const head = segments.slice(0, segments.findIndex(({ marker }) => marker === 0xda) + 1)
  // One code of one bit: the end of a band, for 16,384 blocks and as many more as the next 14 bits say.
  const table = Buffer.from([0xff, 0xc4, 0, 20, 0x10, 1, ...Array(15).fill(0), 0xe0])
  let bits = ''
  for (let blocks = (width / 8) * (height / 8); blocks > 0; blocks -= 32_767) {
    bits += `0${Math.max(Math.min(blocks, 32_767) - 16_384, 0)
      .toString(2)
      .padStart(14, '0')}`
  }
  const data = bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, '1'), 2)) ?? []
  const stuffed = data.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte]))
  const scans: Buffer[] = []
  for (const component of [1, 2, 3]) {
    for (let coefficient = 1; coefficient < 63; coefficient++) {
      for (let low = 13; low >= 0; low--) {
        const bitPlane = ((low === 13 ? 0 : low + 1) << 4) | low
        scans.push(Buffer.from([0xff, 0xda, 0, 8, 1, component, 0, coefficient, coefficient, bitPlane, ...stuffed]))
      }
    }
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...head.map(({ bytes }) => bytes), table, ...scans, EOI])
}

/** A small PNG with a hundred compressed texts of 8 MB. */
function pngWithManyTexts(): Buffer {
  const text = Buffer.concat([Buffer.from('Title\0\0'), deflateSync(Buffer.alloc(8_000_000), { level: 9 })])
  return png(10, 10, 10, ...Array.from({ length: 100 }, () => chunk('zTXt', text)))
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'

test('a JPEG in arithmetic coding, which the decoder may take seconds for, counts as many scans', async () => {
  const jpeg = await drawing(30, 30).jpeg().toBuffer()
  expect(countParts(jpeg)).toBe(1)
  jpeg.writeUInt8(0xc9, jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 1)
  expect(countParts(jpeg)).toBe(Number.POSITIVE_INFINITY)
})

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
    ['a bomb of 2,604 scans in 100 kilobytes', jpegWithManyScans, 422, 'image_invalid'],
    ['a bomb of a hundred texts that unpack to 8 MB each', pngWithManyTexts, 422, 'image_invalid'],
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

  test('an anonymous client, before the form is read', async () => {
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

test.each([
  ['a link', (path: string, secret: string) => symlink(secret, path)],
  ['a hard link', (path: string, secret: string) => link(secret, path)],
])('%s with the name of an image is not found', async (_, put) => {
  const secret = join(api.dataFolder, 'secrets.json')
  await writeFile(secret, 'secret')
  const name = `${'1'.repeat(64)}.png`
  await put(join(api.dataFolder, 'uploads', name), secret)
  onTestFinished(() => rm(join(api.dataFolder, 'uploads', name)))
  expect((await api.app.inject(`/uploads/${name}`)).statusCode).toBe(404)
})

describe('a bucket', () => {
  async function withBucket(env: Record<string, string> = {}) {
    const bucket = await startBucket()
    const remote = await createTestApi({ env: { ...bucket.env, ...env } })
    onTestFinished(async () => {
      await remote.close()
      bucket.stop()
    })
    return { bucket, remote, user: await newcomer(remote) }
  }

  test('stores images instead of the disk', async () => {
    const { bucket, remote, user } = await withBucket()
    const { url } = (await user.postForm('/upload', form(await drawing(600, 600).png().toBuffer()))).json()
    expect(await stored(url, remote)).toMatchObject({ format: 'png', width: 300 })
    expect([...bucket.objects].map(([path, { type }]) => [path, type])).toEqual([
      [url.slice('/uploads/'.length), 'image/png'],
    ])
    expect(await readdir(remote.dataFolder)).toEqual([])
    expect((await remote.app.inject(`/uploads/${'0'.repeat(64)}.png`)).statusCode).toBe(404)
  })

  test('responds with 503 if it is down', async () => {
    const { bucket, remote, user } = await withBucket()
    bucket.isDown = true
    const response = await user.postForm('/upload', form(png(10, 10)))
    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({ code: 'storage_unavailable', retry_after: 30 })
    const image = await remote.app.inject(`/uploads/${'0'.repeat(64)}.png`)
    expect([image.statusCode, image.json()]).toMatchObject([503, { code: 'storage_unavailable' }])
  })

  test('stores nothing if it does not know the key', async () => {
    const { bucket, user } = await withBucket({ UPLOADS_S3_SECRET: 'another' })
    expect((await user.postForm('/upload', form(png(10, 10)))).statusCode).toBe(503)
    expect(bucket.objects.size).toBe(0)
  })
})
