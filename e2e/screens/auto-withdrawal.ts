import type { Page } from '@playwright/test'
import { type AutoWithdrawal, getAutoWithdrawal, setAutoWithdrawal } from '@portal/contracts/auto-withdrawal'
import { getLimits } from '@portal/contracts/limits'
import { sendOtpToUser } from '@portal/contracts/otp'
import { listPayoutMethods, listPayoutTerms } from '@portal/contracts/payout-method'
import { mastercard, mir, payoutTerms, sbpPhone } from '@portal/platform/dev/examples/methods'
import { at } from '@portal/platform/dev/examples/now'
import { codeSent, declined, succeeded } from '@portal/platform/dev/examples/payouts'
import { failToLoad, neverRespond, respond } from '@portal/platform/dev/examples/responses'
import { skeleton, toScreens } from './screen.ts'

const daily: AutoWithdrawal = {
  binding_id: mir.id,
  schedule: { kind: 'daily', hour: 9 },
  day_limit: 50_000,
  keep: 2_000,
  method_title: 'Мир •• 4321',
  confirmed_at: at(9, '18:00'),
  next_run_at: at(-1, '09:00'),
  last_payout: { ...succeeded, automatic: true, created_at: at(0, '09:00') },
}

const byThreshold: AutoWithdrawal = {
  ...daily,
  schedule: { kind: 'threshold', amount: 5_000 },
  next_run_at: undefined,
  waited: { reason: 'limit', at: at(0, '19:12') },
}

const refused: AutoWithdrawal = {
  ...daily,
  next_run_at: undefined,
  stopped: { reason: 'refused', at: at(0, '09:01') },
  last_payout: { ...declined, automatic: true, created_at: at(0, '09:00') },
}

const toLimit = (limit: number) => ({ limit, left: limit })

const withRule = (rule: AutoWithdrawal | null) => [
  respond(getAutoWithdrawal, { rule }),
  respond(listPayoutMethods, { items: [mir, { ...mastercard, status: 'blocked' }, sbpPhone] }),
  respond(listPayoutTerms, { items: payoutTerms }),
  respond(getLimits, {
    payout: { min: 100, max: 75_000, day: toLimit(150_000), month: toLimit(600_000) },
    transfer: null,
  }),
  respond(sendOtpToUser, codeSent),
  respond(setAutoWithdrawal, { rule: daily }),
]

async function confirm(page: Page) {
  await page.getByText('По сумме').click()
  await page.getByLabel('Оставлять на балансе').fill('2000')
  await page.getByRole('button', { name: 'Включить' }).click()
}

export const autoWithdrawalScreens = toScreens('/out/auto', 'auto-withdrawal', [
  { state: 'loaded', responses: withRule(null), shows: 'Включить' },
  { state: 'confirm', responses: withRule(null), steps: confirm, shows: 'Код отправлен на' },
  { state: 'daily', responses: withRule(daily), shows: 'Подробности', wide: [1280] },
  { state: 'by-threshold', responses: withRule(byThreshold), shows: /лимит или число выводов/ },
  { state: 'refused', responses: withRule(refused), shows: 'Автовывод остановлен', wide: [768] },
  {
    state: 'empty',
    responses: [...withRule(null), respond(listPayoutMethods, { items: [] })],
    shows: 'Добавьте карту или телефон СБП',
  },
  { state: 'loading', responses: [...withRule(null), neverRespond(getAutoWithdrawal)], shows: skeleton },
  {
    state: 'failed',
    responses: [...withRule(null), failToLoad(getAutoWithdrawal)],
    shows: 'Не удалось загрузить данные',
  },
])
