import { CheckboxField } from '@portal/shared/forms/checkbox-field'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { MoneyField } from '@portal/shared/forms/money-field'
import { PasswordField } from '@portal/shared/forms/password-field'
import { PhoneField } from '@portal/shared/forms/phone-field'
import { TextField } from '@portal/shared/forms/text-field'
import { ApiError } from '@portal/shared/http/api-error'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { createPortal } from 'react-dom'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { length } from '../rules/sizes.ts'
import { required } from '../rules/values.ts'
import { renderForm } from './testing/render-form.tsx'

const Person = z.object({
  name: z.string().check(required()),
  city: z.string().check(required('Введите город'), length(2, 50)),
})

const fields = (
  <>
    <TextField name="name" label="Имя" />
    <TextField name="city" label="Город" />
  </>
)

const name = () => screen.getByRole('textbox', { name: 'Имя' })
const city = () => screen.getByRole('textbox', { name: 'Город' })
const submit = () => screen.getByRole('button', { name: 'Отправить' })

/** A promise that the test ends. */
function pending() {
  return Promise.withResolvers<void>()
}

function problem(status: number, code: string, errors?: Record<string, string[]>) {
  return new ApiError(status, { code, message: code, ...(errors && { errors }) })
}

/** Lays out each field at this distance from the top of the window. */
function placeFields(top: number) {
  vi.spyOn(HTMLInputElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 300, 52))
}

afterEach(() => {
  vi.restoreAllMocks()
})

// spec: 4.9
test('blocks when a rule is broken, shows the error and focuses its field', async () => {
  const { user, sent } = renderForm({ schema: Person, values: { name: 'Анна', city: '' }, children: fields })
  placeFields(100)
  await user.click(submit())
  await waitFor(() => expect(city()).toHaveFocus())
  expect(city()).toBeInvalid()
  expect(city()).toHaveAccessibleDescription('Введите город')
  expect(name()).toBeValid()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(sent).toEqual([])
})

// spec: 6.7
test.each([
  ['above', -400],
  ['below', 2000],
])('shows the incomplete message when the first wrong field is %s the window, and focuses it', async (_, top) => {
  const { user } = renderForm({ schema: Person, values: { name: '', city: '' }, children: fields })
  placeFields(top)
  await user.click(submit())
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Форма не заполнена.Извините, не все поля заполнены верно.',
  )
  expect(name()).toHaveFocus()
  placeFields(100)
  await user.click(submit())
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

// spec: 7.5
test('names the field for a rule without a text of its own', async () => {
  const { user } = renderForm({ schema: Person, values: { name: '', city: 'Омск' }, children: fields })
  await user.click(submit())
  expect(await screen.findByText('Имя — обязательное поле')).toBeVisible()
})

test('clears the error of a corrected field immediately, and sends what was typed last', async () => {
  const { user, sent } = renderForm({ schema: Person, values: { name: '', city: 'Омск' }, children: fields })
  await user.click(submit())
  await user.type(name(), 'Вера')
  await waitFor(() => expect(name()).toBeValid())
  await user.keyboard('!{Enter}')
  await waitFor(() => expect(sent).toEqual([{ name: 'Вера!', city: 'Омск' }]))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('names the field for a value of another type than the schema’s', async () => {
  const { user } = renderForm({
    schema: z.object({ amount: z.number(), city: z.string() }),
    values: { amount: null, city: 7 },
    children: (
      <>
        <MoneyField name="amount" label="Сумма" />
        <TextField name="city" label="Город" />
      </>
    ),
  })
  await user.click(submit())
  await waitFor(() => expect(city()).toHaveAccessibleDescription('Город — проверьте, что введено'))
  expect(screen.getByLabelText('Сумма')).toHaveAccessibleDescription('Сумма — обязательное поле')
})

// spec: 7.5
test('shows all of this in English on an English page', async () => {
  document.documentElement.lang = 'en'
  const { user } = renderForm({
    schema: Person,
    values: { name: '', city: 'Ы' },
    children: fields,
  })
  placeFields(2000)
  await user.click(submit())
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Form incomplete.Sorry, not all fields are filled out correctly.',
  )
  expect(name()).toHaveAccessibleDescription('Имя is required.')
  expect(city()).toHaveAccessibleDescription('Город must be between 2 and 50 characters.')
  document.documentElement.lang = ''
})

/** A form with one rule that is checked by a server; the test resolves the requests. */
function formWithServerRule() {
  const requests: PromiseWithResolvers<boolean>[] = []
  const isFree = () => {
    requests.push(Promise.withResolvers())
    return requests.at(-1)?.promise
  }
  const Unique = z.object({ name: z.string().check(z.refine(isFree, 'Имя занято')) })
  const form = renderForm({
    schema: Unique,
    values: { name: 'Анна' },
    children: <TextField name="name" label="Имя" />,
  })
  return { ...form, requests }
}

test('waits, closed, for a rule that a server checks, and blocks when it is broken', async () => {
  const { user, sent, requests } = formWithServerRule()
  await user.dblClick(submit())
  await waitFor(() => expect(submit()).toHaveAttribute('aria-busy', 'true'))
  expect(name()).toBeDisabled()
  expect(sent).toEqual([])

  requests[0]?.resolve(false)
  expect(await screen.findByText('Имя занято')).toBeVisible()
  expect(name()).toBeEnabled()
  expect(name()).toHaveFocus()
  expect(name()).toHaveValue('Анна')
  expect(sent).toEqual([])
  expect(requests).toHaveLength(1)
})

// spec: 6.6
test('waits for a rule that a server checks, and is sent when it holds', async () => {
  const { user, sent, requests } = formWithServerRule()
  await user.click(submit())
  requests[0]?.resolve(true)
  await waitFor(() => expect(sent).toEqual([{ name: 'Анна' }]))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('blocks when the server of a rule does not respond, shows that, and checks again', async () => {
  const { user, sent, requests } = formWithServerRule()
  await user.click(submit())
  requests[0]?.reject(problem(0, 'offline'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Нет соединения с интернетом')
  expect(sent).toEqual([])

  await user.click(submit())
  requests[1]?.resolve(true)
  await waitFor(() => expect(sent).toEqual([{ name: 'Анна' }]))
})

test.each([
  // spec: 6.6
  ['a double click', async (user: User) => user.dblClick(submit())],
  // spec: 6.6
  ['Enter twice', async (user: User) => user.type(name(), '{Enter}{Enter}')],
  // spec: 6.6
  [
    'Enter twice before a render',
    async () => {
      name().closest('form')?.requestSubmit()
      name().closest('form')?.requestSubmit()
    },
  ],
])('%s sends once, and the form is closed until the response', async (_, twice) => {
  const response = pending()
  const { user, sent } = renderForm({
    schema: Person,
    values: { name: 'Анна', city: 'Омск' },
    children: fields,
    onSubmit: () => response.promise,
  })
  await twice(user)
  await waitFor(() => expect(submit()).toHaveAttribute('aria-busy', 'true'))
  expect(name()).toBeDisabled()
  expect(submit()).toBeDisabled()

  response.resolve()
  await waitFor(() => expect(name()).toBeEnabled())
  expect(sent).toHaveLength(1)
})

test('sends nothing on the second click of a double one when the response came before it', async () => {
  const { user, sent } = renderForm({ schema: Person, values: { name: 'Анна', city: 'Омск' }, children: fields })
  await user.click(submit())
  await waitFor(() => expect(sent).toHaveLength(1))
  await waitFor(() => expect(name()).toBeEnabled())
  fireEvent.click(submit(), { detail: 2 })
  expect(name()).toBeEnabled()
  fireEvent.click(submit(), { detail: 1 })
  await waitFor(() => expect(name()).toBeDisabled())
  await waitFor(() => expect(sent).toHaveLength(2))
})

/** Sets a value as the extension of a password manager does: without an event, and unseen by React. */
function setSilently(field: HTMLElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
}

const SignIn = z.object({ phone: z.string(), password: z.string(), remembered: z.boolean() })
const signInFields = (
  <>
    <PhoneField name="phone" label="Телефон" />
    <PasswordField name="password" label="Пароль" autoComplete="current-password" />
    <CheckboxField name="remembered" label="Запомнить меня" />
  </>
)

test.each([
  ['without an event', () => {}],
  ['with a change event', (field: HTMLElement) => fireEvent(field, new Event('change', { bubbles: true }))],
])('sends what its inputs show, also what was put in %s', async (_, notify) => {
  const { user, sent } = renderForm({
    schema: SignIn,
    values: { phone: '', password: '', remembered: false },
    children: signInFields,
  })
  const [phone, password] = [screen.getByLabelText('Телефон'), screen.getByLabelText('Пароль')]
  const remembered = screen.getByRole<HTMLInputElement>('checkbox')
  setSilently(phone, '89991234567')
  setSilently(password, 'чайка 77')
  for (const field of [phone, password]) notify(field)
  remembered.checked = true
  await user.click(submit())
  await waitFor(() => expect(sent).toEqual([{ phone: '+79991234567', password: 'чайка 77', remembered: true }]))
  expect(phone).toHaveValue('+7 (999) 123-45-67')
  expect(password).toHaveValue('чайка 77')
  expect(remembered).toBeChecked()
})

// spec: 10.12
test('shows a failed call in the form; what was typed stays and can be sent again', async () => {
  let offline = true
  const { user, sent } = renderForm({
    schema: Person,
    values: { name: 'Анна', city: 'Омск' },
    children: fields,
    onSubmit: async () => {
      if (offline) throw problem(0, 'offline')
    },
  })
  await user.click(submit())
  expect(await screen.findByRole('alert')).toHaveTextContent('Нет соединения с интернетом')
  expect(name()).toHaveValue('Анна')
  expect(submit()).toHaveFocus()

  offline = false
  await user.click(submit())
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(sent).toHaveLength(2)
})

test('shows an error of the response at its field', async () => {
  const response = pending()
  const { user } = renderForm({
    schema: Person,
    values: { name: 'Анна', city: 'Омск' },
    children: fields,
    errorTexts: { name_taken: 'Это имя занято' },
    onSubmit: () => response.promise,
  })
  await user.click(submit())
  await waitFor(() => expect(name()).toBeDisabled())
  response.reject(problem(422, 'invalid', { name: ['name_taken'] }))

  await waitFor(() => expect(name()).toHaveAccessibleDescription('Это имя занято'))
  expect(name()).toHaveFocus()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows an error of a field that the form lacks in the form', async () => {
  const { user } = renderForm({
    schema: Person,
    values: { name: 'Анна', city: 'Омск' },
    children: fields,
    errorTexts: { gone: 'Ресторан закрыт' },
    onSubmit: async () => {
      throw problem(422, 'gone', { restaurant: ['gone'] })
    },
  })
  await user.click(submit())
  expect(await screen.findByRole('alert')).toHaveTextContent('Ресторан закрыт')
})

test('sends only the form in a sheet, which React sees inside the form that opened it', async () => {
  const inner: unknown[] = []
  function Inner() {
    const form = useZodForm(z.object({ city: z.string() }), { defaultValues: { city: 'Омск' } })
    return createPortal(
      <Form form={form} onSubmit={(values) => void inner.push(values)}>
        <SubmitButton>Подтвердить</SubmitButton>
      </Form>,
      document.body,
    )
  }
  const { user, sent } = renderForm({
    schema: z.object({ name: z.string() }),
    values: { name: 'Анна' },
    children: <Inner />,
  })
  await user.click(screen.getByRole('button', { name: 'Подтвердить' }))
  await waitFor(() => expect(inner).toEqual([{ city: 'Омск' }]))
  expect(sent).toEqual([])
})

type User = ReturnType<typeof renderForm>['user']
