import { getProfile, updateProfile } from '@portal/contracts/profile'
import { uploadImage } from '@portal/contracts/upload'
import { failToLoad, neverRespond, respond, respondWithError } from './api.ts'
import { bareProfile, profile } from './data/profile.ts'
import { vera } from './data/users.ts'
import { skeleton, toScreens } from './screen.ts'

const loaded = [respond(getProfile, profile), respond(updateProfile, profile)]

export const profileScreens = toScreens('/profile', 'profile', [
  { state: 'loaded', responses: loaded, shows: 'Отпуск на море', wide: [768], hasForcedColors: true },
  {
    state: 'goal-reached',
    responses: [respond(getProfile, { ...profile, goal: profile.goal && { ...profile.goal, earned: 90_000 } })],
    shows: /^Цель достигнута/,
  },
  { state: 'empty', user: vera, responses: [respond(getProfile, bareProfile)], shows: 'Рестораны' },
  {
    state: 'errors',
    responses: loaded,
    steps: async (page) => {
      await page.getByLabel('Имя', { exact: true }).fill('')
      await page.getByLabel('Сумма').fill('')
      await page.getByRole('button', { name: 'Сохранить' }).click()
    },
    shows: 'Введите имя',
  },
  {
    state: 'tags',
    responses: loaded,
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
    responses: loaded,
    steps: async (page) => {
      await page.getByLabel('О себе', { exact: true }).fill('Помогу выбрать вино')
      await page.getByRole('button', { name: 'Сохранить' }).click()
    },
    shows: 'Изменения сохранены',
  },
  { state: 'loading', responses: [neverRespond(getProfile)], shows: skeleton },
  { state: 'failed', responses: [failToLoad(getProfile)], shows: 'Не удалось загрузить данные' },
])
