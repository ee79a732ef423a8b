import { pino } from 'pino'
import { expect, test } from 'vitest'
import { sbpBanks } from './sbp-banks.ts'
import { requireSbpBank } from './sbp-connection.ts'
import { createProviderSbpDirectory } from './sbp-directory.ts'

const log = pino({ level: 'silent' })
const members = [
  { id: '100000000777', name: 'Новый банк' },
  { id: '100000000004', name: 'Tinkoff' },
  { id: '100000000111', name: 'SBERBANK' },
]

/** Creates a directory with a provider whose list may fail, and with a clock. */
function createDirectory() {
  const state = { now: 0, calls: 0, fails: false }
  const directory = createProviderSbpDirectory(
    {
      async sbpBanks() {
        state.calls += 1
        if (state.fails) throw new Error('it does not respond')
        return members
      },
    },
    { log, now: () => state.now },
  )
  return { state, directory }
}

test('the directory has only the banks of the provider, under the names that users know, popular ones first', async () => {
  const { directory } = createDirectory()
  expect((await directory.banks?.())?.map(({ name, popular }) => [name, popular])).toEqual([
    ['Сбербанк', true],
    ['Т-Банк', true],
    ['Новый банк', false],
  ])
  expect(await requireSbpBank(directory, '100000000777')).toMatchObject({ name: 'Новый банк' })
  await expect(requireSbpBank(directory, '100000000005')).rejects.toMatchObject({ code: 'bank_unknown' })
})

test('the list is requested once for all, and again after an hour', async () => {
  const { state, directory } = createDirectory()
  await Promise.all([directory.banks?.(), directory.banks?.(), directory.banks?.()])
  state.now = 3_599_999
  await directory.banks?.()
  expect(state.calls).toBe(1)
  state.now = 3_600_000
  await directory.banks?.()
  expect(state.calls).toBe(2)
})

test('the directory has the last list, or our own one, while the provider does not respond', async () => {
  const { state, directory } = createDirectory()
  state.fails = true
  expect(await directory.banks?.()).toEqual(sbpBanks)
  await directory.banks?.()
  expect(state.calls).toBe(1)
  state.now = 30_000
  state.fails = false
  expect(await directory.banks?.()).toHaveLength(3)
  state.now = 4_000_000
  state.fails = true
  expect(await directory.banks?.()).toHaveLength(3)
})
