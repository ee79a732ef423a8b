import { getProfile, updateProfile } from '@portal/shared/contracts/profile'
import { uploadImage } from '@portal/shared/contracts/upload'
import { answer, failToLoad, keepWaiting, refuse } from './api.ts'
import { vera } from './data/people.ts'
import { bareProfile, profile } from './data/profile.ts'
import { screensOf, skeleton } from './screen.ts'

const loaded = [answer(getProfile, profile), answer(updateProfile, profile)]

export const profileScreens = screensOf('/profile', 'profile', [
  { state: 'loaded', answers: loaded, shows: 'Отпуск на море', wide: [768], forcedColors: true },
  { state: 'empty', person: vera, answers: [answer(getProfile, bareProfile)], shows: 'Рестораны' },
  {
    state: 'errors',
    answers: loaded,
    steps: async (page) => {
      await page.getByLabel('Имя', { exact: true }).fill('')
      await page.getByLabel('Сумма').fill('')
      await page.getByRole('button', { name: 'Сохранить' }).click()
    },
    shows: 'Введите имя',
  },
  {
    state: 'tags',
    answers: loaded,
    steps: (page) => page.getByRole('combobox', { name: 'Языки и роль' }).pressSequentially('б'),
    shows: (page) => page.getByRole('option', { name: 'Бармен' }),
  },
  {
    state: 'upload-failed',
    person: vera,
    answers: [answer(getProfile, bareProfile), refuse(uploadImage, 503, { code: 'storage_unavailable' })],
    steps: (page) =>
      page.getByLabel('Фото').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('none') }),
    shows: 'Ошибка',
  },
  {
    state: 'saved',
    answers: loaded,
    steps: async (page) => {
      await page.getByLabel('О себе', { exact: true }).fill('Помогу выбрать вино')
      await page.getByRole('button', { name: 'Сохранить' }).click()
    },
    shows: 'Изменения сохранены',
  },
  { state: 'loading', answers: [keepWaiting(getProfile)], shows: skeleton },
  { state: 'failed', answers: [failToLoad(getProfile)], shows: 'Не удалось загрузить данные' },
])
