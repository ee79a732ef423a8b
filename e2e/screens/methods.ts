import { listPayoutBindings } from '@portal/shared/contracts/payout-method'
import { answer, failToLoad, keepWaiting } from './api.ts'
import { mastercard, mir, sbpPhone, visa } from './data/methods.ts'
import { screensOf, skeleton } from './screen.ts'

const loaded = [answer(listPayoutBindings, { items: [mir, mastercard, sbpPhone, visa] })]

export const methodsScreens = screensOf('/settings/payout-methods', 'methods', [
  { state: 'loaded', answers: loaded, shows: 'Т-Банк — «Берёзка»' },
  { state: 'empty', answers: [answer(listPayoutBindings, { items: [] })], shows: 'Способов вывода пока нет' },
  { state: 'loading', answers: [keepWaiting(listPayoutBindings)], shows: skeleton },
  { state: 'failed', answers: [failToLoad(listPayoutBindings)], shows: 'Не удалось загрузить данные' },
])
