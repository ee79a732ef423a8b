import { randomUUID } from 'node:crypto'
import { type Browser, chromium } from '@playwright/test'
import { say } from '@portal/command/command'
import { dayIn } from '@portal/contracts/calendar'
import { browserOptions } from '../../../e2e/fixtures/browser-options.ts'
import { newPhone } from '../../../e2e/fixtures/users.ts'
import type { Operator } from '../operator.ts'
import type { Drill } from '../run-drill.ts'
import { sendWebhook } from '../tips.ts'
import { type Deployment, deploy } from './deployment.ts'
import { type Employee, registerEmployee } from './employee.ts'
import { decideStuckPayout } from './stuck-payout.ts'

/** Until the open page of a blocked employee is at sign-in. */
const MAX_BLOCKING_MS = 1_000

/**
 * Two restaurants go live, from an empty database in production, as docs/operating.md says. Operators create them and
 * invite employees, who register on a phone, get tips and withdraw by the provider of their restaurant. Operators
 * decide about a stuck withdrawal. Each step waits for what a page shows, and fails the drill when that does not come.
 */
export const golive: Drill = async (running) => {
  const start = performance.now()
  const deployment = await deploy(running)
  const { olga } = deployment.operators
  say(
    `An empty database, migrated; the portal serves in production, with doubles of SMSC.ru and ЮKassa: ${since(start)}`,
  )
  const browser = await chromium.launch(browserOptions())
  running.started({ stop: () => browser.close() })

  const { anna, boris, vera } = await putOnPortal(deployment, olga, browser)
  await earn(deployment, { anna, boris, vera })
  await withdraw(anna, 'ЮKassa', 1_000)
  await withdraw(vera, 'the sandbox', 500)
  await decideStuckPayout(deployment, boris)
  const differences = await reconcile(deployment, olga)
  const blockedMs = await block(olga, anna)
  const wrong = (await olga('ledger', 'check')) as unknown[]
  say(`The ledger: ${wrong.length} differences`)

  return {
    figure: `two restaurants live in ${since(start)}: ${differences} differences from ЮKassa, ${wrong.length} of the ledger, an open page at sign-in ${blockedMs} ms after its employee was blocked`,
    holds: differences === 0 && wrong.length === 0 && blockedMs <= MAX_BLOCKING_MS,
  }
}

async function putOnPortal(deployment: Deployment, olga: Operator, browser: Browser) {
  for (const [name, bank, provider, id] of [
    ['Берёзка', 'Т-Банк', 'yookassa', 'berezka'],
    ['Причал', 'Альфа-Банк', 'sandbox', 'prichal'],
  ] as const) {
    await olga('restaurant', 'create', '--name', name, '--bank', bank, '--provider', provider, '--external-id', id)
  }

  /** `last2` are the last two digits of the phone, by which the double decides about its payouts. */
  async function hire(name: string, restaurant: string, externalId: string, last2: string): Promise<Employee> {
    const phone = newPhone().slice(0, -2) + last2
    const options = ['--phone', phone, '--name', name, '--external-id', externalId]
    const { link } = (await olga('employee', 'invite', restaurant, ...options)) as { link: string }
    const start = performance.now()
    const employee = await registerEmployee(deployment, browser, { name, phone, link })
    say(`${name} opens ${link} on a phone, and registers by a code from an SMS: ${since(start)}`)
    return employee
  }
  return {
    anna: await hire('Анна Смирнова', 'berezka', 'w-17', '11'),
    boris: await hire('Борис Ким', 'berezka', 'w-18', '13'),
    vera: await hire('Вера Новикова', 'prichal', 'w-3', '12'),
  }
}

type Employees = { anna: Employee; boris: Employee; vera: Employee }

async function earn(deployment: Deployment, { anna, boris, vera }: Employees): Promise<void> {
  const start = performance.now()
  const tips = [
    { restaurant: 'berezka', employee: 'w-17', amount: 1_250 },
    { restaurant: 'berezka', employee: 'w-18', amount: 800 },
    { restaurant: 'prichal', employee: 'w-3', amount: 900 },
  ].map((tip) => ({ external_id: randomUUID(), paid_at: new Date().toISOString(), ...tip }))
  const response = await sendWebhook(deployment.origin, deployment.webhookSecret, tips)
  if (!response.ok) throw new Error(`The API answered ${response.status} to the webhook: ${await response.text()}`)
  await Promise.all([anna.seesBalance(1_250), boris.seesBalance(800), vera.seesBalance(900)])
  say(`The till signs a webhook with the tips of all three: they are on their open pages after ${since(start)}`)
}

async function withdraw(employee: Employee, provider: string, rubles: number): Promise<void> {
  await employee.addOwnPhone('Т-Банк')
  await employee.getsMessage(/добавлен .*СБП/)
  await employee.withdraw(rubles)
  const start = performance.now()
  await employee.seesPayout('Выплачено')
  say(
    `${employee.name} adds her phone by СБП, which an SMS confirms, and withdraws ${rubles} ₽ by ${provider}: «Выплачено» after ${since(start)}`,
  )
}

/** Compares today with what the provider has, and returns the number of differences. */
async function reconcile({ yookassa }: Deployment, olga: Operator): Promise<number> {
  const day = dayIn('Europe/Moscow', new Date())
  const report = (await olga('reconciliation', 'run', '--provider', 'yookassa', '--day', day)) as Report
  const paid = yookassa.store.all().map(({ amount, status }) => `${amount.value} ₽ ${status}`)
  say(`ЮKassa has ${paid.join(', ')}; ${report.payments} of its payments and ${report.payouts} payouts compared`)
  return report.open
}

type Report = { payments: number; payouts: number; open: number }

/** Returns the time from the line of the audit trail until the employee's open page is at sign-in. */
async function block(olga: Operator, employee: Employee): Promise<number> {
  const { signedOut } = await employee.staysOpen()
  await olga('user', 'block', employee.phone, '--reason', 'Телефон украден')
  const lines = await olga('audit', 'list', '--action', 'user_blocked')
  const [line] = lines as { at: string }[]
  const ms = +(await signedOut) - Date.parse(line?.at ?? '')
  say(`${employee.name}’s open page is at sign-in after ${ms} ms`)
  return ms
}

function since(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}
