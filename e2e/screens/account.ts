import type { Page } from '@playwright/test'
import { type AppLock, getAppLock } from '@portal/contracts/app-lock'
import { getAutoWithdrawal } from '@portal/contracts/auto-withdrawal'
import { getLimits } from '@portal/contracts/limits'
import { changePassword } from '@portal/contracts/password'
import { deleteAccount, getHelp } from '@portal/contracts/personal-data'
import { listSessions, type UserSession } from '@portal/contracts/user-session'
import { mir } from '@portal/platform/dev/examples/methods'
import { at } from '@portal/platform/dev/examples/now'
import { failToLoad, neverRespond, respond, respondWithError } from '@portal/platform/dev/examples/responses'
import { skeleton, toScreens } from './screen.ts'

const daily = {
  binding_id: mir.id,
  schedule: { kind: 'daily', hour: 9 },
  day_limit: 50_000,
  method_title: 'Мир •• 4321',
  confirmed_at: at(9, '18:00'),
} as const

const settings = toScreens('/settings', 'settings', [
  {
    state: 'loaded',
    responses: [respond(getAutoWithdrawal, { rule: daily })],
    shows: /^Каждый день в 09:00/,
    hasForcedColors: true,
  },
])

async function changeTo(page: Page, next: string, repeat = next) {
  await page.getByLabel('Текущий пароль').fill('demo-Chaevye-1')
  await page.getByLabel('Новый пароль', { exact: true }).fill(next)
  await page.getByLabel('Новый пароль ещё раз').fill(repeat)
  await page.getByRole('button', { name: 'Сменить пароль' }).click()
}

const password = toScreens('/settings/password', 'password', [
  { state: 'loaded', shows: 'Новый пароль' },
  { state: 'errors', steps: (page) => changeTo(page, 'short', 'other'), shows: 'Пароли не совпадают' },
  {
    state: 'refused',
    responses: [
      respondWithError(changePassword, 422, {
        code: 'wrong_password',
        errors: { current_password: ['wrong_password'] },
      }),
    ],
    steps: (page) => changeTo(page, 'another-Chaevye-2'),
    shows: 'Текущий пароль указан неверно',
  },
  {
    state: 'changed',
    responses: [respond(changePassword, undefined)],
    steps: (page) => changeTo(page, 'another-Chaevye-2'),
    shows: 'Пароль изменён',
  },
])

const here: UserSession = {
  id: 'here',
  current: true,
  browser: 'Chrome',
  device: 'Android',
  created_at: at(3, '09:10'),
  last_seen_at: at(0, '19:40'),
}
const elsewhere: UserSession[] = [
  { ...here, id: 'laptop', current: false, browser: 'Safari', device: 'Mac', last_seen_at: at(1, '23:05') },
  { ...here, id: 'unknown', current: false, browser: null, device: null, last_seen_at: at(2, '14:30') },
]

const sessions = toScreens('/settings/sessions', 'sessions', [
  { state: 'loaded', responses: [respond(listSessions, { items: [here, ...elsewhere] })], shows: 'Этот сеанс' },
  { state: 'one', responses: [respond(listSessions, { items: [here] })], shows: 'Этот сеанс' },
  { state: 'loading', responses: [neverRespond(listSessions)], shows: skeleton },
  { state: 'failed', responses: [failToLoad(listSessions)], shows: 'Не удалось загрузить данные' },
])

const accepted = { version: '2026-11-01', given_at: at(4, '09:10') }
const help = respond(getHelp, {
  contact: { email: 'help@tips.example', phone: '+78001234567', hours: 'ежедневно с 9 до 21 (МСК)' },
  operator_name: 'ООО «Ромашка»',
  documents: [
    { ...accepted, kind: 'offer' },
    { ...accepted, kind: 'personal_data' },
  ],
})
const noHelp = respond(getHelp, { contact: { email: null, phone: null }, documents: [] })

const helpScreens = toScreens('/settings/help', 'help', [
  { state: 'loaded', responses: [help], shows: 'Условия оферты' },
  {
    state: 'answer',
    responses: [help],
    steps: (page) => page.getByText('Не приходит код из СМС').click(),
    shows: 'Подождите минуту',
  },
  { state: 'empty', responses: [noHelp], shows: 'Принятых документов нет' },
  { state: 'loading', responses: [neverRespond(getHelp)], shows: skeleton },
  { state: 'failed', responses: [failToLoad(getHelp)], shows: 'Не удалось загрузить данные' },
])

async function openDeletion(page: Page) {
  await page.getByRole('button', { name: 'Удалить аккаунт' }).click()
  await page.getByLabel('Текущий пароль').fill('demo-Chaevye-1')
}

async function confirmDeletion(page: Page) {
  await openDeletion(page)
  await page.getByRole('button', { name: 'Удалить', exact: true }).click()
}

const personalData = toScreens('/settings/personal-data', 'personal-data', [
  { state: 'loaded', shows: 'Скачать мои данные' },
  { state: 'deletion', steps: openDeletion, wide: [1280], shows: 'Удалить аккаунт?' },
  {
    state: 'rest',
    responses: [respondWithError(deleteAccount, 409, { code: 'rest_left' })],
    steps: confirmDeletion,
    shows: 'Отказываюсь от остатка',
  },
  {
    state: 'debt',
    responses: [respondWithError(deleteAccount, 409, { code: 'debt_left' })],
    steps: confirmDeletion,
    shows: 'Долг останется за моим номером',
  },
])

const periods = { day: { limit: 150_000, left: 143_500 }, month: { limit: 600_000, left: 412_300 } }
const ofPayouts = { min: 100, max: 75_000, ...periods }
const ofTransfers = {
  min: 1,
  max: 75_000,
  day: { limit: 150_000, left: 0 },
  month: { limit: 1_500_000, left: 950_000 },
}
const lowered = { reason: 'недавно восстановлен пароль', until: at(-1, '14:05'), limit: 10_000, left: 6_000 }

const unlocked: AppLock = { digits: null, after_minutes: null, locked: false, has_passkeys: false }

const opening = toScreens('/settings/opening', 'opening', [
  {
    state: 'loaded',
    responses: [respond(getAppLock, unlocked)],
    steps: (page) => page.getByText('Скрыты', { exact: true }).click(),
    shows: /^Свернёте портал/,
  },
  {
    state: 'with-lock',
    responses: [respond(getAppLock, { ...unlocked, digits: 4, after_minutes: 5 })],
    shows: 'Код-пароль включён',
  },
  { state: 'loading', responses: [neverRespond(getAppLock)], shows: skeleton },
  { state: 'failed', responses: [failToLoad(getAppLock)], shows: 'Не удалось загрузить данные' },
])

const limits = toScreens('/settings/limits', 'limits', [
  {
    state: 'loaded',
    responses: [respond(getLimits, { payout: ofPayouts, transfer: ofTransfers })],
    shows: 'Перевод средств',
  },
  {
    state: 'lowered',
    responses: [respond(getLimits, { payout: { ...ofPayouts, lowered }, transfer: null })],
    shows: 'Лимит временно снижен',
  },
  { state: 'loading', responses: [neverRespond(getLimits)], shows: skeleton },
  { state: 'failed', responses: [failToLoad(getLimits)], shows: 'Не удалось загрузить данные' },
])

export const accountScreens = [
  ...helpScreens,
  ...personalData,
  ...settings,
  ...limits,
  ...opening,
  ...password,
  ...sessions,
]
