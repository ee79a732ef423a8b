import { uploadImage } from '@portal/contracts/upload'
import { UploadField } from '@portal/shared/forms/upload-field'
import { NetworkError, ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { stubImages } from './testing/browser-images.ts'
import { renderForm } from './testing/render-form.tsx'

const photo = new File(['large'], 'Фото.JPG', { type: 'image/jpeg' })
let drawn: ReturnType<typeof stubImages>

beforeEach(() => {
  drawn = stubImages({ width: 1200, height: 800 })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function open(photo_url: string | null = null, fileType?: string) {
  return renderForm({
    schema: z.object({ photo_url: z.nullable(z.string()) }),
    values: { photo_url },
    children: <UploadField name="photo_url" label="Фото" {...(fileType && { fileType })} />,
  })
}

const field = () => screen.getByLabelText(/Фото/)
const preview = () => document.querySelector('img')
const submit = () => screen.getByRole('button', { name: 'Отправить' })

/** A dragged file, as far as the page sees it. */
const dragged = (...files: File[]) => ({
  dataTransfer: { types: files.length > 0 ? ['Files'] : ['text/plain'], files },
})

// spec: 7.2
test('offers .jpg, .jpeg and .png', () => {
  open()
  expect(field()).toHaveAttribute('accept', '.jpg,.jpeg,.png,image/jpeg,image/png')
})

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0])
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47])

test.each([
  ['a .jpg', new File(['large'], 'фото.jpg', { type: 'image/jpeg' })],
  ['a .PNG', new File(['large'], 'ФОТО.PNG', { type: 'image/png' })],
  ['a JPEG without an extension', new File(['large'], 'photo', { type: 'image/jpeg' })],
  ['a JPEG of a browser on Windows', new File(['large'], 'photo.jfif', { type: 'image/jpeg' })],
  ['a JPEG of an unknown type', new File([jpeg], 'photo')],
  ['a PNG under another name', new File([png], 'photo.heic', { type: 'image/heic' })],
])('uploads %s, and sends no type when the field has none', async (_, file) => {
  stub(uploadImage, ({ form }) => ({ url: `/uploads/${[...(form?.keys() ?? [])].join('+')}.png` }))
  open()
  fireEvent.drop(document.body, dragged(file))
  await waitFor(() => expect(preview()).toHaveAttribute('src', '/uploads/photo_url.png'))
})

// spec: 4.8, 5.6
test('sends a small PNG named after the field, and holds the address of the stored image', async () => {
  const uploads: [string, File | string][][] = []
  const gate = Promise.withResolvers<void>()
  stub(uploadImage, async ({ form }) => {
    uploads.push([...(form?.entries() ?? [])] as [string, File | string][])
    await gate.promise
    return { url: '/uploads/1.png' }
  })
  const { user, sent } = open(null, 'avatar')
  await user.upload(field(), photo)
  expect(await screen.findByText('Загружаем изображение')).toBeInTheDocument()
  expect(preview()).toBeNull()

  gate.resolve()
  await waitFor(() => expect(preview()).toHaveAttribute('src', '/uploads/1.png'))
  expect(preview()).toHaveAttribute('width', '148')
  expect(preview()).toHaveAttribute('height', '148')
  expect(screen.queryByText('Загружаем изображение')).toBeNull()
  expect(drawn).toEqual([{ width: 300, height: 200 }])
  const [[type, image] = []] = uploads
  expect(type).toEqual(['type', 'avatar'])
  const [name, file] = image ?? []
  expect(name).toBe('photo_url')
  expect(file instanceof File && [file.name, file.type]).toEqual(['photo_url.png', 'image/png'])

  await user.click(submit())
  await waitFor(() => expect(sent).toEqual([{ photo_url: '/uploads/1.png' }]))
})

test.for([
  ['no response', new NetworkError(), 'Нет соединения с интернетом'],
  ['a file too large', new ProblemResponse(413, 'too_large'), 'Файл слишком большой. Выберите другой.'],
  ['no image', new ProblemResponse(422, 'image_invalid'), 'Не получилось открыть картинку. Выберите другой файл.'],
  [
    'too often',
    new ProblemResponse(429, 'too_many', { retry_after: 30 }),
    'Слишком много попыток. Повторите через 30 секунд',
  ],
] as const)('%s: «Ошибка», the spinner stops, the old image stays', async ([, failure, reason]) => {
  stub(uploadImage, () => {
    throw failure
  })
  const { user } = open('/uploads/old.png')
  await user.upload(field(), photo)
  expect(await screen.findByRole('alert')).toHaveTextContent(`Ошибка${reason}`)
  expect(screen.queryByText('Загружаем изображение')).toBeNull()
  expect(preview()).toHaveAttribute('src', '/uploads/old.png')
})

test.for([
  // spec: 7.2
  ['no image', new File(['x'], 'резюме.pdf', { type: 'application/pdf' }), 'Выберите файл .jpg, .jpeg или .png'],
  [
    'a HEIC',
    new File(['\0\0\0\u0018ftypheic'], 'IMG_1.HEIC', { type: 'image/heic' }),
    'Выберите файл .jpg, .jpeg или .png',
  ],
  [
    'a damaged image',
    new File(['damaged'], 'фото.png', { type: 'image/png' }),
    'Не получилось открыть картинку. Выберите другой файл.',
  ],
] as const)('%s is not sent', async ([, file, reason]) => {
  let requests = 0
  stub(uploadImage, () => {
    requests += 1
    return { url: '/uploads/1.png' }
  })
  open()
  fireEvent.drop(document.body, dragged(file))
  expect(await screen.findByRole('alert')).toHaveTextContent(`Ошибка${reason}`)
  expect(requests).toBe(0)
})

// spec: 6.8
test('uploads the next file after a failure, and removes the alert', async () => {
  stub(uploadImage, () => {
    throw new NetworkError()
  })
  const { user } = open()
  await user.upload(field(), photo)
  await screen.findByRole('alert')
  stub(uploadImage, () => ({ url: '/uploads/2.png' }))
  await user.upload(field(), photo)
  await waitFor(() => expect(preview()).toHaveAttribute('src', '/uploads/2.png'))
  expect(screen.queryByRole('alert')).toBeNull()
})

// spec: 4.8
test('shows the target of a file dragged over the page, and accepts it anywhere', async () => {
  stub(uploadImage, () => ({ url: '/uploads/3.png' }))
  open()
  fireEvent.dragOver(document.body, dragged())
  expect(screen.queryByText('Отпустите файл')).toBeNull()

  fireEvent.dragOver(document.body, dragged(photo))
  expect(screen.getByText('Отпустите файл')).toBeVisible()
  fireEvent.dragLeave(document.body)
  expect(screen.queryByText('Отпустите файл')).toBeNull()

  fireEvent.dragOver(document.body, dragged(photo))
  fireEvent.drop(document.body, dragged(photo))
  expect(screen.queryByText('Отпустите файл')).toBeNull()
  await waitFor(() => expect(preview()).toHaveAttribute('src', '/uploads/3.png'))
})

test('waits for the image when the form is sent meanwhile', async () => {
  const gate = Promise.withResolvers<void>()
  stub(uploadImage, async () => {
    await gate.promise
    return { url: '/uploads/4.png' }
  })
  const { user, sent } = open()
  await user.upload(field(), photo)
  await user.click(submit())
  expect(sent).toEqual([])
  await act(async () => gate.resolve())
  await waitFor(() => expect(sent).toEqual([{ photo_url: '/uploads/4.png' }]))
})

test('does not send the form without an image that failed', async () => {
  const gate = Promise.withResolvers<void>()
  stub(uploadImage, async () => {
    await gate.promise
    throw new NetworkError()
  })
  const { user, sent } = open()
  await user.upload(field(), photo)
  await user.click(submit())
  await act(async () => gate.resolve())
  expect(await screen.findByRole('alert')).toHaveTextContent('Ошибка')
  expect(submit()).toBeEnabled()
  expect(sent).toEqual([])
})

test('removes the image on «Убрать»', async () => {
  const { user, sent } = open('/uploads/old.png')
  await user.click(screen.getByRole('button', { name: 'Убрать' }))
  expect(preview()).toBeNull()
  await user.click(submit())
  await waitFor(() => expect(sent).toEqual([{ photo_url: null }]))
})
