import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@portal/command/free-ports'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { distFolder } from '../releases/release-settings.ts'
import { demoSecrets } from './demo-secrets.ts'

let folder: string
let taken: Server | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-start-'))
})
afterEach(async () => {
  taken?.close()
  taken = undefined
  await rm(folder, { recursive: true })
})

async function takePort(): Promise<number> {
  taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  return (taken.address() as AddressInfo).port
}

function start(env: Record<string, string>): { status: number | null; output: string } {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'start.ts')], {
    env: { PATH, NODE_COMPILE_CACHE, PORTAL_DATA: folder, ...env },
    encoding: 'utf8',
  })
  return { status, output: stderr }
}

test('prints one line and starts nothing when the port is in use', async () => {
  const port = await takePort()
  expect(start({ PORT: String(port) })).toEqual({
    status: 1,
    output: `The portal does not start: port ${port} is taken; choose another with PORT=${port + 1}\n`,
  })
  await expect(stat(join(folder, 'postgres'))).rejects.toThrow('ENOENT')
})

test('lists the missing settings in production, without a stack', () => {
  const { status, output } = start({ NODE_ENV: 'production' })
  expect(status).toBe(1)
  for (const name of ['PORTAL_ORIGIN', 'DATABASE_URL', 'SERVICE_TOKEN', 'OTP_PEPPER', 'VAULT_KEY']) {
    expect(output).toContain(`  ${name}: missing\n`)
  }
  expect(output).not.toContain('.ts:')
})

const besideApi = {
  NODE_ENV: 'production',
  PORTAL_ORIGIN: 'https://tips.example',
  API_URL: 'http://127.0.0.1:1',
  TRUST_PROXY: 'none',
}

function publicKey(): string {
  return String(generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }))
}

test('requires no secret for a portal server beside its API, and lists what it requires', () => {
  expect(start({ ...besideApi, PORTAL_ORIGIN: '' })).toEqual({
    status: 1,
    output: 'The portal does not start: Settings are missing or wrong:\n  PORTAL_ORIGIN: missing\n',
  })
})

test('requires a key for releases that others write in production, with an API or without', () => {
  const keyless = 'RELEASE_PUBLIC_KEY: missing\n'
  expect(start({ ...besideApi, RELEASES: 'https://storage.example/releases' })).toEqual({
    status: 1,
    output: `The portal does not start: Settings are missing or wrong:\n  ${keyless}`,
  })
  expect(start({ NODE_ENV: 'production', RELEASES: '/srv/releases' }).output).toContain(keyless)
})

test('requires no key for the builds of this working copy', async () => {
  const port = await takePort()
  expect(start({ ...besideApi, RELEASES: distFolder, PORT: String(port) }).output).toContain(`port ${port} is taken`)
})

test.each([
  ['where nothing was released', {}, /^The portal does not start: No shell is released: .*\n$/],
  [
    'where the bucket is unavailable',
    { RELEASES: 'http://127.0.0.1:2/releases', RELEASES_S3_KEY_ID: 'key', RELEASES_S3_SECRET: 'secret' },
    /^The portal does not start: The bucket at 127\.0\.0\.1:2 cannot be reached: connect ECONNREFUSED .*\n$/,
  ],
  ['with an invalid key', { RELEASE_PUBLIC_KEY: 'x' }, /^The portal does not start: RELEASE_PUBLIC_KEY .*\n$/],
])('prints one line for a portal server beside its API %s', async (_, env, expected) => {
  const port = await freePort()
  expect(
    start({ ...besideApi, RELEASES: folder, RELEASE_PUBLIC_KEY: publicKey(), ...env, PORT: String(port) }),
  ).toEqual({
    status: 1,
    output: expect.stringMatching(expected),
  })
})

test('prints one line when the data folder cannot be created', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const { status, output } = start({ PORTAL_DATA: file })
  expect(status).toBe(1)
  expect(output).toMatch(/^The portal does not start: EEXIST: .*\n$/)
})

test('creates the secrets of a demo once, readable only by their owner', async () => {
  const secrets = await demoSecrets(folder)
  expect(await demoSecrets(folder)).toEqual(secrets)
  expect(Buffer.from(secrets.VAULT_KEY ?? '', 'base64')).toHaveLength(32)
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600)
})

test('adds the secrets that an earlier version did not have, and keeps the others', async () => {
  const { ADMIN_TOKEN, ...earlier } = await demoSecrets(folder)
  await writeFile(join(folder, 'secrets.json'), JSON.stringify(earlier))
  const secrets = await demoSecrets(folder)
  expect(secrets).toEqual({ ...earlier, ADMIN_TOKEN: expect.stringMatching(/^demo:.{32},second:.{32}$/) })
  expect(await demoSecrets(folder)).toEqual(secrets)
})
