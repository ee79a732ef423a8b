import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addPreview, findPreview, withPreview } from './previews.ts'
import { prune } from './prune.ts'
import { requireSigningKey } from './read-only.ts'
import { publicKeys } from './signature.ts'
import { createFolderStore } from './stores/folder-store.ts'
import { createTestReleases, payouts, shell, tips } from './testing/sample-releases.ts'

const releases = createTestReleases()
const version = 'preview-t1'
const preview = { name: 'mfe-tips', version }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a preview', () => {
  test('ends after two weeks unless it is stored again, and is then removed with its files', async () => {
    const { store } = releases
    await addPreview(store, releases.build(tips({ version })))
    expect(await findPreview(store, shell(), preview)).toMatchObject({ until: '2026-12-15T12:00:00.000Z' })
    vi.setSystemTime('2026-12-10')
    await addPreview(store, releases.build(tips({ version })))
    vi.setSystemTime('2026-12-20')
    const registry = { sequence: 0, names: {} }
    await prune(store, 'mfe-tips', registry, () => {})
    expect(await findPreview(store, shell(), preview)).toMatchObject({ release: { version } })
    vi.setSystemTime('2026-12-25')
    expect(await findPreview(store, shell(), preview)).toBeUndefined()
    await prune(store, 'mfe-tips', registry, () => {})
    expect([await store.previews.list(), await store.listReleases('mfe-tips')]).toEqual([[], []])
  })

  test('no other file in the folder of previews removes a release', async () => {
    const { store } = releases
    const live = 't1'
    await store.putRelease('mfe-tips', live, releases.build(tips({ version: live })))
    for (const file of [`mfe-tips@${live}.json`, `mfe-tips@preview-/../${live}.json`]) {
      const list = async () => [file]
      const listed = { ...store, previews: { ...store.previews, list } }
      await prune(listed, 'mfe-tips', { sequence: 0, names: {} }, () => {})
      expect(await store.listReleases('mfe-tips')).toEqual([live])
    }
  })

  test('is kept while its record cannot be read or verified', async () => {
    const { store } = releases
    await addPreview(store, releases.build(tips({ version })))
    const fail = () => Promise.reject(new Error('The bucket does not respond'))
    for (const read of [fail, async () => undefined, async () => '{}']) {
      const failing = { ...store, previews: { ...store.previews, read } }
      await prune(failing, 'mfe-tips', { sequence: 0, names: {} }, () => {})
      expect(await findPreview(store, shell(), preview)).toMatchObject({ release: { version } })
    }
  })

  test('is removed when its remote has twenty newer ones', async () => {
    const { store } = releases
    for (let number = 1; number <= 21; number += 1) {
      vi.setSystemTime(Date.now() + 1_000)
      await addPreview(store, releases.build(tips({ version: `preview-${number}` })))
    }
    await prune(store, 'mfe-tips', { sequence: 0, names: {} }, () => {})
    expect(await store.previews.list()).toHaveLength(20)
    expect(await store.listReleases('mfe-tips')).not.toContain('preview-1')
  })

  test('is not shown in a shell that lacks what it uses', async () => {
    await addPreview(releases.store, releases.build(tips({ version })))
    expect(await findPreview(releases.store, shell({ gives: {} }), preview)).toBeUndefined()
  })

  test('keeps the remotes in the order of their names', () => {
    const remotes = [payouts(), tips()].map((current) => ({ name: current.name, current }))
    const live = { sequence: 1, shell: shell(), remotes }
    for (const release of [payouts({ version }), tips({ version })]) {
      const shown = withPreview(live, { release, until: '2026-12-15T12:00:00.000Z' })
      expect(shown.remotes.map(({ name }) => name)).toEqual(['mfe-payouts', 'mfe-tips'])
    }
  })

  test('is signed by a key for previews of its remote, which can release nothing', async () => {
    const [own, foreign] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')]
    const pem = (key: typeof own) => key.publicKey.export({ type: 'spki', format: 'pem' })
    const keys = publicKeys(`ci=previews+mfe-tips:${pem(own)},other=mfe-payouts:${pem(foreign)}`)
    const open = (key?: typeof own) => ({
      ...createFolderStore(releases.folder),
      publicKeys: keys,
      signingKey: key?.privateKey,
    })
    await requireSigningKey(open(own), ['mfe-tips'], 'preview')
    await expect(requireSigningKey(open(own), ['mfe-tips'])).rejects.toThrow('may not sign mfe-tips')
    await expect(requireSigningKey(open(own), ['mfe-payouts'], 'preview')).rejects.toThrow('previews of mfe-tips')

    await addPreview(open(foreign), releases.build(tips({ version })))
    await expect(findPreview(open(), shell(), preview)).rejects.toThrow('not signed by a key for it')
    await addPreview(open(own), releases.build(tips({ version })))
    expect(await findPreview(open(), shell(), preview)).toMatchObject({ release: { version } })
  })
})
