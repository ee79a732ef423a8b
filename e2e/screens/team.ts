import type { Page } from '@playwright/test'
import {
  inviteToTeam,
  listTeam,
  listTeamInvitations,
  sendTeamInvitation,
  type TeamInvitation,
  type TeamMember,
} from '@portal/contracts/team'
import { at } from '@portal/platform/dev/examples/now'
import { failToLoad, neverRespond, respond, respondWithError } from '@portal/platform/dev/examples/responses'
import { anna, marina, vera } from '@portal/platform/dev/examples/users'
import { press } from '../fixtures/steps.ts'
import { skeleton, toScreens } from './screen.ts'

const newMember = (name: string, phone_last2: string, more: Partial<TeamMember> = {}): TeamMember => ({
  ...{ id: `member-${phone_last2}`, name, phone_last2, photo_url: null, roles: [] },
  ...{ default: false, manager: false, signed_in: true, blocked: false },
  ...more,
})

const own = newMember('Марина Лескова', '08', { id: 'marina-at-berezka', manager: true, roles: ['role_administrator'] })
const team = [
  newMember('Анна Смирнова', '01', {
    default: true,
    roles: ['role_waiter', 'role_sommelier'],
    photo_url: '/uploads/a.png',
  }),
  newMember('Борис Ким', '02', { roles: ['role_waiter'] }),
  newMember('Вера Новикова', '03', { signed_in: false }),
  newMember('Ильдар Сафин', '06', { roles: ['role_bartender'], blocked: true }),
  own,
  newMember('Роман Гусев', '09', { manager: true }),
]

const link = (change: Partial<TeamInvitation> = {}): TeamInvitation => ({
  id: 'i1',
  link: 'https://tips.example/i/Xq3vN8sLk2PbT7Ya',
  ...{ phone_masked: null, name: null, manager: false, uses: 0, max_uses: 1 },
  expires_at: at(-7, '19:40'),
  ...change,
})
const personal = link({ id: 'i2', phone_masked: '+7 (916) •••-••-07', name: 'Глеб Орлов' })
const invitations = [personal, link({ max_uses: 10, uses: 3 })]

const page = [
  respond(listTeam, { items: team }),
  respond(listTeamInvitations, { items: invitations }),
  respond(inviteToTeam, link({ max_uses: 5 })),
  respond(sendTeamInvitation, undefined),
]

const openMember = (name: string) => (on: Page) => on.getByRole('list', { name: 'Сотрудники' }).getByText(name).click()
const openInvitation = (name: string) => (on: Page) =>
  on.getByRole('list', { name: 'Открытые приглашения' }).getByText(name).click()

async function fillSms(on: Page) {
  await press(on, 'Пригласить')
  await on.getByText('По СМС', { exact: true }).click()
  await on.getByLabel('Телефон').fill('9161234507')
  await on.getByLabel('Имя').fill('Глеб Орлов')
}

const long = 'Константин-Александр Преображенский-Заволжский'

export const teamScreens = toScreens(
  '/team',
  'team',
  [
    { state: 'loaded', shows: 'Роман Гусев' },
    {
      state: 'dismissed',
      responses: [respond(listTeam, { items: [own], dismissed: [newMember('Борис Ким', '02')] })],
      shows: 'Убраны за сутки',
    },
    {
      state: 'no-colleagues',
      responses: [respond(listTeam, { items: [own] }), respond(listTeamInvitations, { items: [] })],
      shows: /^Пригласите коллегу/,
    },
    {
      state: 'long-names',
      responses: [
        respond(listTeam, {
          items: [
            newMember(long, '77', {
              signed_in: false,
              blocked: true,
              roles: ['role_pastry_cook', 'role_administrator'],
            }),
          ],
        }),
        respond(listTeamInvitations, { items: [{ ...personal, name: long, manager: true }] }),
      ],
      shows: /^Константин-Александр/,
    },
    {
      state: 'new-link',
      steps: (on: Page) => press(on, 'Пригласить'),
      shows: 'Создать ссылку',
      wide: [1280],
    },
    {
      state: 'link',
      steps: async (on: Page) => {
        await press(on, 'Пригласить')
        await press(on, 'Создать ссылку')
      },
      shows: (on: Page) => on.getByRole('img', { name: 'QR-код ссылки' }),
      wide: [1280],
    },
    {
      state: 'poster',
      steps: async (on: Page) => {
        await press(on, 'Пригласить')
        await press(on, 'Создать ссылку')
        await on.getByRole('article', { includeHidden: true }).waitFor({ state: 'attached' })
      },
      shows: 'Распечатать',
      isPrinted: true,
    },
    { state: 'new-sms', steps: fillSms, shows: 'Отправить СМС' },
    {
      state: 'sms-errors',
      steps: async (on: Page) => {
        await press(on, 'Пригласить')
        await on.getByText('По СМС', { exact: true }).click()
        await press(on, 'Отправить СМС')
      },
      shows: 'Введите номер телефона полностью',
    },
    {
      state: 'sms-not-sent',
      responses: [
        respond(inviteToTeam, personal),
        respondWithError(sendTeamInvitation, 503, { code: 'sms_unavailable' }),
      ],
      steps: async (on: Page) => {
        await fillSms(on)
        await press(on, 'Отправить СМС')
      },
      shows: /^СМС не ушло/,
    },
    {
      state: 'sms-sent',
      responses: [respond(inviteToTeam, personal)],
      steps: async (on: Page) => {
        await fillSms(on)
        await press(on, 'Отправить СМС')
      },
      shows: /^СМС со ссылкой отправлено/,
    },
    { state: 'invitation', steps: openInvitation('Глеб Орлов'), shows: 'Отозвать' },
    {
      state: 'revoke',
      steps: async (on: Page) => {
        await openInvitation('Глеб Орлов')(on)
        await press(on, 'Отозвать')
      },
      shows: 'Отозвать приглашение?',
    },
    { state: 'member', steps: openMember('Борис Ким'), shows: 'Убрать из команды' },
    {
      state: 'dismiss',
      steps: async (on: Page) => {
        await openMember('Борис Ким')(on)
        await press(on, 'Убрать из команды')
      },
      shows: 'Убрать из команды?',
      wide: [1280],
    },
    { state: 'default-employee', steps: openMember('Анна Смирнова'), shows: /^Этот сотрудник делит/ },
    { state: 'loading', responses: [neverRespond(listTeam), neverRespond(listTeamInvitations)], shows: skeleton },
    {
      state: 'failed',
      responses: [failToLoad(listTeam), failToLoad(listTeamInvitations)],
      shows: (on: Page) => on.getByText('Команда: не удалось загрузить данные'),
    },
    { state: 'other-restaurant', user: anna, shows: 'Этот раздел — в другом ресторане', wide: [1280] },
    { state: 'refused', user: vera, shows: 'Доступ запрещен', wide: [1280] },
  ].map((state) => ({ user: marina, ...state, responses: [...page, ...(state.responses ?? [])] })),
)
