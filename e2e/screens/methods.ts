import type { Page } from '@playwright/test'
import { listPayoutBindings } from '@portal/shared/contracts/payout-method'
import { answer, failToLoad, keepWaiting } from './api.ts'
import { mastercard, mir, sbpPhone, visa } from './data/methods.ts'
import { screensOf, skeleton } from './screen.ts'

const loaded = [answer(listPayoutBindings, { items: [mir, mastercard, sbpPhone, visa] })]
const remove = (what: string) => (page: Page) => page.getByRole('button', { name: `Удалить ${what}` }).click()

export const methodsScreens = screensOf('/settings/payout-methods', 'methods', [
  { state: 'loaded', answers: loaded, shows: 'Т-Банк — «Берёзка»' },
  { state: 'delete', answers: loaded, steps: remove('карту •• 0008'), shows: 'Оставить', wide: [1280] },
  { state: 'delete-default', answers: loaded, steps: remove('карту •• 4321'), shows: 'Понятно' },
  { state: 'empty', answers: [answer(listPayoutBindings, { items: [] })], shows: 'Способов вывода пока нет' },
  { state: 'loading', answers: [keepWaiting(listPayoutBindings)], shows: skeleton },
  { state: 'failed', answers: [failToLoad(listPayoutBindings)], shows: 'Не удалось загрузить данные' },
])
