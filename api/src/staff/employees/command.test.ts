import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../../http/testing/test-api.ts'
import { newPhone } from '../../money/ledger/testing/test-ledger.ts'
import { createAdminCommand } from '../../testing/admin-command.ts'

let api: TestApi
let admin: Awaited<ReturnType<typeof createAdminCommand>>
let folder: string
beforeAll(async () => {
  api = await createTestApi()
  admin = await createAdminCommand(api)
  folder = await mkdtemp(join(tmpdir(), 'portal-admin-'))
  await admin('restaurant', 'create', '--name', 'Берёзка', '--bank', 'Т-Банк', '--external-id', 'berezka')
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await api.close()
})

const json = async (...args: string[]) => JSON.parse((await admin(...args, '--json')).output)

test('the command invites a user by phone, with a QR code in the terminal and as a picture', async () => {
  const phone = newPhone()
  const file = join(folder, 'anna.svg')
  const args = ['employee', 'invite', 'berezka', '--phone', phone.replace('+7', '8'), '--name', 'Анна']
  const { code, output } = await admin(...args, '--qr', '--qr-file', file)
  expect(code).toBe(0)
  expect(output).toMatch(/[█▀▄]{10}/)
  expect(output).toMatch(/^ссылка +http:\/\/localhost:3000\/i\/\w{17}$/m)
  expect(await readFile(file, 'utf8')).toMatch(/^<svg /)
  // With --json the QR code is not part of the output.
  const again = await admin(...args, '--qr', '--json')
  expect(output).toContain(JSON.parse(again.output).link)
  expect(again.errors).toMatch(/[█▀▄]{10}/)
  expect((await json('invitation', 'list', '--restaurant', 'berezka', '--state', 'open')).length).toBe(1)
})

test('the command imports a team from a file, with a report by line and exit code 1 for wrong lines', async () => {
  const file = join(folder, 'team.csv')
  await writeFile(file, `name;phone;external_id\nВера;${newPhone()};v\nГлеб;12;g\n`)
  const first = await admin('employee', 'import', 'berezka', file)
  expect(first.code).toBe(1)
  expect(first.output.split('\n')).toEqual([
    expect.stringMatching(/^СТРОКА +ИТОГ +ИМЯ +ЧТО НЕ ТАК +ССЫЛКА$/),
    expect.stringMatching(/^2 +invited +Вера +— +http:\/\/localhost:3000\/i\/\w{17}$/),
    expect.stringMatching(/^3 +rejected +Глеб +телефон — не российский мобильный номер +—$/),
  ])
  expect((await json('employee', 'import', 'berezka', file)).map(({ result }: { result: string }) => result)).toEqual([
    'unchanged',
    'rejected',
  ])
  expect(await admin('employee', 'import', 'berezka', join(folder, 'none.csv'))).toMatchObject({ code: 1, output: '' })
})

test('the command makes an employee a manager and the default one, blocks by phone, and dismisses', async () => {
  const { id } = await json('restaurant', 'show', 'berezka')
  const anna = await api.createUser({ restaurant: { id, bank: 'Т-Банк' } })
  const browser = await api.signedIn(anna)
  await admin('employee', 'change', anna.id, '--external-id', 'anna')
  await admin('employee', 'manager', 'anna')
  await admin('employee', 'default', 'anna')
  const confirmed = await admin.another('employee', 'default', 'anna', '--json')
  expect(JSON.parse(confirmed.output)).toMatchObject({ manager: true, default: true, external_id: 'anna' })
  expect(await json('employee', 'manager', 'anna', '--off')).toMatchObject({ manager: false, default: true })
  expect((await admin('user', 'show', anna.phone)).output).toMatch(/^рестораны +Берёзка$/m)
  expect(await admin('user', 'block', anna.phone, '--reason', 'Телефон украден')).toMatchObject({ output: 'Готово.' })
  expect((await browser.get('/session/bootstrap')).json()).toMatchObject({ code: 'account_disabled' })
  await admin('user', 'unblock', anna.userId, '--reason', 'Нашёлся')
  await admin('employee', 'dismiss', 'anna', '--reason', 'Уволилась')
  const [employee] = await json('employee', 'list', 'berezka')
  expect(employee).toMatchObject({ blocked_at: null, dismissed_at: expect.any(String) })
  expect((await admin('user', 'block', newPhone(), '--reason', 'Нет')).errors).toBe(
    'Нет человека с таким телефоном. Пригласите его: `employee invite`.',
  )
})
