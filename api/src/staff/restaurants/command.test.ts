import { beforeAll, expect, test } from 'vitest'
import { sharedApi } from '../../http/testing/test-api.ts'
import { createAdminCommand } from '../../testing/admin-command.ts'

const api = sharedApi()
let admin: Awaited<ReturnType<typeof createAdminCommand>>
beforeAll(async () => {
  admin = await createAdminCommand(api)
})

const json = async (...args: string[]) => JSON.parse((await admin(...args, '--json')).output)

test('the command creates a restaurant, changes it, closes it, and lists what was done', async () => {
  const created = await admin(
    'restaurant',
    'create',
    '--name',
    'Старый мост',
    '--bank',
    'Т-Банк',
    '--external-id',
    'most',
  )
  expect(created).toMatchObject({ code: 0, errors: '' })
  expect(created.output).toMatch(/^id {13}[\da-f-]{36}\nвнешний id {5}most\nназвание {7}Старый мост\nбанк {11}Т-Банк\n/)
  const changed = await json('restaurant', 'change', 'most', '--bank', 'Альфа-Банк', '--time-zone', 'Asia/Omsk')
  expect(changed).toMatchObject({ bank: 'Альфа-Банк', time_zone: 'Asia/Omsk', name: 'Старый мост' })
  await admin('restaurant', 'close', 'most', '--reason', 'Ремонт')
  expect((await admin('restaurant', 'list')).output.split('\n')).toEqual([
    expect.stringMatching(
      /^ID +ВНЕШНИЙ ID +НАЗВАНИЕ +БАНК +ПРОВАЙДЕР +ЧАСОВОЙ ПОЯС +ДОЛЯ КОМИССИИ +СОТРУДНИКОВ +ЗАКРЫТ$/,
    ),
    expect.stringMatching(
      /^[\da-f-]{36} +most +Старый мост +Альфа-Банк +— +Asia\/Omsk +0 +0 +\d{4}-\d\d-\d\d \d\d:\d\d$/,
    ),
  ])
  const trail = await json('audit', 'list', '--subject', changed.id, '--actor', 'ivan')
  expect(trail.map(({ action, reason }: { action: string; reason: string }) => [action, reason])).toEqual([
    ['restaurant_closed', 'Ремонт'],
    ['restaurant_changed', null],
    ['restaurant_created', null],
  ])
})

test('`none` removes the provider and the external id of a restaurant', async () => {
  const given = ['--provider', 'sandbox', '--external-id', 'sad']
  const { id, ...created } = await json('restaurant', 'create', '--name', 'Сад', '--bank', 'Т-Банк', ...given)
  expect(created).toMatchObject({ payout_provider: 'sandbox', external_id: 'sad' })
  const changed = await json('restaurant', 'change', id, '--provider', 'none', '--external-id', 'none')
  expect(changed).toMatchObject({ payout_provider: null, external_id: null, name: 'Сад' })
})

test('a dry run changes nothing, and says so', async () => {
  const run = await admin('restaurant', 'create', '--name', 'Сухая', '--bank', 'Т-Банк', '--dry-run')
  expect(run).toMatchObject({ code: 0, errors: 'Пробный прогон: ничего не изменено.' })
  expect(run.output).toContain('Сухая')
  expect((await admin('restaurant', 'list')).output).not.toContain('Сухая')
})

// spec: 9.48
test('a rejected request is reported in plain sentences', async () => {
  const nowhere = await admin('restaurant', 'show', 'nowhere')
  expect(nowhere).toEqual({ code: 1, output: '', errors: 'Такого id нет. Все id показывает `list`.' })
  const wrong = await admin('restaurant', 'create', '--name', 'А', '--bank', 'Б', '--time-zone', 'Moscow')
  expect(wrong.errors).toBe('В запросе ошибка: time_zone — это не часовой пояс; пример: Europe/Moscow.')
})
