import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { emptyRegistry } from './registry.ts'
import { releaseStoreFrom, sourceStoreFrom } from './release-settings.ts'
import { readRegistry } from './releases.ts'
import { signRegistry } from './signature.ts'
import { createFolderStore } from './stores/folder-store.ts'
import { createTestStores } from './testing/test-stores.ts'

const pem = (key: KeyObject) => String(key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }))
const inOneLine = (text: string) => Buffer.from(text).toString('base64')

const [ours, theirs] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')]
const [signing, verifying] = [pem(ours.privateKey), pem(ours.publicKey)]
const rsa = pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)

test.each([
  ['PEM', (text: string) => text],
  ['its base64', inOneLine],
])('reads keys from %s', (_, written) => {
  const { signingKey, publicKeys } = releaseStoreFrom({
    RELEASE_SIGNING_KEY: written(signing),
    RELEASE_PUBLIC_KEY: written(verifying),
  })
  expect(signingKey?.equals(ours.privateKey)).toBe(true)
  expect(publicKeys?.release?.key.equals(ours.publicKey)).toBe(true)
})

test('reads several public keys with names', () => {
  const RELEASE_PUBLIC_KEY = `2026:${inOneLine(verifying)}, 2025:${inOneLine(pem(theirs.publicKey))}`
  const { publicKeys } = releaseStoreFrom({ RELEASE_PUBLIC_KEY })
  expect(Object.keys(publicKeys ?? {})).toEqual(['2025', '2026'])
  expect(publicKeys?.['2025']?.key.equals(theirs.publicKey)).toBe(true)
})

test('reads public keys for some names', () => {
  const RELEASE_PUBLIC_KEY = `2026:${inOneLine(verifying)},tips=mfe-tips+shell:${pem(theirs.publicKey)}`
  const { publicKeys } = releaseStoreFrom({ RELEASE_PUBLIC_KEY })
  expect(publicKeys).toMatchObject({ 2026: { names: undefined }, tips: { names: ['mfe-tips', 'shell'] } })
})

test.each([
  ['RELEASE_PUBLIC_KEY', `tips=tips:${inOneLine(verifying)}`, 'a key for tips, which is neither shell nor a remote'],
  ['RELEASE_PUBLIC_KEY', `tips=mfe-tips+:${inOneLine(verifying)}`, 'a key for , which is neither shell nor a remote'],
  ['RELEASE_PUBLIC_KEY', `tips=:${inOneLine(verifying)}`, 'not an Ed25519 key in PEM'],
  ['RELEASE_SIGNING_KEY', verifying, 'the public key; the private one is needed'],
  ['RELEASE_SIGNING_KEY', inOneLine(verifying), 'the public key; the private one is needed'],
  ['RELEASE_PUBLIC_KEY', signing, 'the private key; the public one is needed'],
  ['RELEASE_PUBLIC_KEY', inOneLine(signing), 'the private key; the public one is needed'],
  ['RELEASE_SIGNING_KEY', rsa, 'not an Ed25519 key in PEM'],
  ['RELEASE_PUBLIC_KEY', 'x', 'not an Ed25519 key in PEM'],
  ['RELEASE_PUBLIC_KEY', `2026:${inOneLine(verifying)},2025:x`, 'not an Ed25519 key in PEM'],
  ['RELEASE_PUBLIC_KEY', `2026:${inOneLine(verifying)},2026:${inOneLine(verifying)}`, 'two keys with the name 2026'],
])('rejects %s that is another kind of key, and names it', (name, text, what) => {
  expect(() => releaseStoreFrom({ [name]: text })).toThrow(new Error(`${name} is ${what}`))
})

const temporary = createTestStores()
const openHere = (env: Record<string, string>) => releaseStoreFrom({ RELEASES: temporary.folder, ...env })
const openSource = (env: Record<string, string>) => sourceStoreFrom(temporary.folder, env)

test.each([
  ['another key', openHere, { RELEASE_SIGNING_KEY: signing }, theirs.privateKey, ': set the signing key of this store'],
  ['another key', openHere, { RELEASE_PUBLIC_KEY: verifying }, theirs.privateKey, ': add the public key that belongs'],
  ['another key', openSource, { FROM_PUBLIC_KEY: verifying }, theirs.privateKey, ': set the public key of the store'],
  ['none', openHere, { RELEASE_SIGNING_KEY: signing }, undefined, ': it has no signature. Release with'],
  ['none', openSource, { FROM_PUBLIC_KEY: verifying }, undefined, ': it has no signature. Release with'],
])(
  'a registry that is signed by %s is rejected, and the message names the setting',
  async (_, open, env, key, text) => {
    await createFolderStore(temporary.folder).addRegistry(1, signRegistry({ ...emptyRegistry, sequence: 1 }, key))
    const [setting] = Object.keys(env)
    const reading = readRegistry(await open(env))
    await expect(reading).rejects.toThrow(`The registry is not signed by a key of ${setting}${text}`)
  },
)

test.each([
  ['this repository', undefined, 'dist unless set'],
  ['the repository of a team', {}, 'needed'],
])('the help says of RELEASES what holds in %s', async (_, sdkModules, about) => {
  vi.resetModules()
  vi.doMock('../bundler/paths.ts', () => ({ repository: '/team', sdkModules }))
  const { releaseSettings } = await import('./release-settings.ts')
  expect(releaseSettings.RELEASES).toMatch(new RegExp(`; ${about}$`))
})
