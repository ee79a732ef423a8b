import { getProfile } from '@portal/contracts/profile'
import { uploadImage } from '@portal/contracts/upload'
import { profilePage } from '@portal/platform/dev/examples/page-responses'
import { bareProfile, profile } from '@portal/platform/dev/examples/profile'
import { failToLoad, neverRespond, respond, respondWithError } from '@portal/platform/dev/examples/responses'
import { vera } from '@portal/platform/dev/examples/users'
import { skeleton, toScreens } from './screen.ts'

export const profileScreens = toScreens('/profile', 'profile', [
  { state: 'loaded', responses: profilePage, shows: 'Отпуск на море', wide: [768], hasForcedColors: true },
  {
    state: 'goal-reached',
    responses: [respond(getProfile, { ...profile, goal: profile.goal && { ...profile.goal, earned: 90_000 } })],
    shows: /^Цель достигнута/,
  },
  { state: 'empty', user: vera, responses: [respond(getProfile, bareProfile)], shows: 'Рестораны' },
  {
    state: 'errors',
    responses: profilePage,
    steps: async (page) => {
      await page.getByLabel('Имя', { exact: true }).fill('')
      await page.getByLabel('Сумма').fill('')
      await page.getByRole('button', { name: 'Сохранить' }).click()
    },
    shows: 'Введите имя',
  },
  {
    state: 'tags',
    responses: profilePage,
    steps: (page) => page.getByRole('combobox', { name: 'Языки и роль' }).pressSequentially('б'),
    shows: (page) => page.getByRole('option', { name: 'Бармен' }),
  },
  {
    state: 'upload-failed',
    user: vera,
    responses: [respond(getProfile, bareProfile), respondWithError(uploadImage, 503, { code: 'storage_unavailable' })],
    steps: (page) =>
      page.getByLabel('Фото').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('none') }),
    shows: 'Ошибка',
  },
  {
    state: 'saved',
    responses: profilePage,
    steps: async (page) => {
      await page.getByLabel('О себе', { exact: true }).fill('Помогу выбрать вино')
      await page.getByRole('button', { name: 'Сохранить' }).click()
    },
    shows: 'Изменения сохранены',
  },
  { state: 'loading', responses: [neverRespond(getProfile)], shows: skeleton },
  { state: 'failed', responses: [failToLoad(getProfile)], shows: 'Не удалось загрузить данные' },
])
