import { listPayoutMethods } from '@portal/contracts/payout-method'
import { failToLoad, neverRespond, respond } from './api.ts'
import { mastercard, mir, sbpPhone, visa } from './data/methods.ts'
import { skeleton, toScreens } from './screen.ts'

const loaded = [respond(listPayoutMethods, { items: [mir, mastercard, sbpPhone, visa] })]

export const methodsScreens = toScreens('/settings/payout-methods', 'methods', [
  { state: 'loaded', responses: loaded, shows: 'Т-Банк — «Берёзка»' },
  { state: 'empty', responses: [respond(listPayoutMethods, { items: [] })], shows: 'Способов вывода пока нет' },
  { state: 'loading', responses: [neverRespond(listPayoutMethods)], shows: skeleton },
  { state: 'failed', responses: [failToLoad(listPayoutMethods)], shows: 'Не удалось загрузить данные' },
])
