import { act, cleanup, screen } from '@testing-library/react'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { keepInput } from './kept-input.ts'

function Fields() {
  const [amount, setAmount] = useState('')
  const [comment, setComment] = useState('')
  const [kind, setKind] = useState('all')
  const [isDefault, setIsDefault] = useState(false)
  const [bank, setBank] = useState('')
  return (
    <>
      <input aria-label="Сумма" value={amount} onChange={({ target }) => setAmount(target.value)} />
      <textarea aria-label="Комментарий" value={comment} onChange={({ target }) => setComment(target.value)} />
      {['all', 'tips', 'payouts'].map((value) => (
        <label key={value}>
          {value}
          <input type="radio" name="kind" checked={kind === value} onChange={() => setKind(value)} />
        </label>
      ))}
      <input
        type="checkbox"
        aria-label="По умолчанию"
        checked={isDefault}
        onChange={() => setIsDefault((before) => !before)}
      />
      <select aria-label="Банк" value={bank} onChange={({ target }) => setBank(target.value)}>
        <option value="">Все</option>
        <option value="sber">Сбер</option>
      </select>
      <output>{JSON.stringify({ amount, comment, kind, isDefault, bank })}</output>
    </>
  )
}

afterEach(() => {
  vi.useRealTimers()
  cleanup()
  document.body.replaceChildren()
})

const untouched = { amount: '', comment: '', kind: 'all', isDefault: false, bank: '' }

/** Shows what the server has rendered. */
function openHtml() {
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = renderToString(<Fields />)
  return root
}

const hydrate = (root: HTMLElement) => keepInput(root, [], () => hydrateRoot(root, <Fields />))

function typeInto(name: string, value: string) {
  const field = screen.getByLabelText<HTMLInputElement>(name)
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Types as a browser does: keys that wait for a busy page arrive without a pause. */
function pressKeys(name: string, keys: string) {
  const field = screen.getByLabelText<HTMLInputElement>(name)
  for (const key of keys) {
    field.dispatchEvent(new Event('beforeinput', { bubbles: true }))
    typeInto(name, field.value + key)
  }
}

const tap = (name: string) => screen.getByLabelText(name).click()

const state = () => JSON.parse(document.querySelector('output')?.textContent ?? '')

test('the page types again what was typed and chosen before the page was hydrated', async () => {
  const root = openHtml()
  typeInto('Сумма', '700')
  typeInto('Комментарий', 'за смену')
  tap('tips')
  tap('По умолчанию')
  screen.getByLabelText<HTMLSelectElement>('Банк').value = 'sber'
  let repeat = () => {}
  await act(() => {
    repeat = hydrate(root)
  })
  await act(repeat)
  expect(state()).toEqual({ amount: '700', comment: 'за смену', kind: 'tips', isDefault: true, bank: 'sber' })
})

test.each([
  ['a text', () => typeInto('Сумма', '700'), { amount: '700' }],
  ['a long text', () => typeInto('Комментарий', 'за смену'), { comment: 'за смену' }],
  ['a radio button', () => tap('tips'), { kind: 'tips' }],
  ['a checkbox', () => tap('По умолчанию'), { isDefault: true }],
])('the page loses no change of %s whose event hydrates the page', async (_kind, change, changed) => {
  vi.useFakeTimers()
  const root = openHtml()
  // The first event comes before React has hydrated anything.
  const repeat = hydrate(root)
  change()
  await act(() => vi.runAllTimersAsync())
  await act(repeat)
  expect(state()).toEqual({ ...untouched, ...changed })
})

test('the page loses none of several keys when the first one hydrates it', async () => {
  vi.useFakeTimers()
  const root = openHtml()
  const repeat = hydrate(root)
  pressKeys('Сумма', '500')
  await act(() => vi.runAllTimersAsync())
  await act(repeat)
  expect(state()).toEqual({ ...untouched, amount: '500' })
  expect(screen.getByLabelText<HTMLInputElement>('Сумма').value).toBe('500')
})

test('the page keeps what was typed and chosen last', async () => {
  const root = openHtml()
  typeInto('Сумма', '7')
  tap('tips')
  let repeat = () => {}
  await act(() => {
    repeat = hydrate(root)
  })
  await act(() => typeInto('Сумма', '700'))
  await act(() => tap('payouts'))
  await act(repeat)
  expect(state()).toEqual({ ...untouched, amount: '700', kind: 'payouts' })
})

test('the page types what was typed into the field that replaces the first one', async () => {
  const root = openHtml()
  typeInto('Сумма', '700')
  const repeat = keepInput(root, [], () => flushSync(() => createRoot(root).render(<Fields />)))
  await act(repeat)
  expect(state()).toMatchObject({ amount: '700' })
})

function SwitchAndForm() {
  const [events, setEvents] = useState<string[]>([])
  const add = (event: string) => setEvents((before) => [...before, event])
  return (
    <form onSubmit={(event) => add(`sent ${new FormData(event.currentTarget).get('amount')}`)}>
      <button type="button" aria-label="Скрыть" onClick={() => add('switched')} />
      <input aria-label="Сумма" name="amount" />
      <button type="submit" aria-label="Вывести" />
      <output>{JSON.stringify(events)}</output>
    </form>
  )
}

test('the page passes on, in order and once, what is pressed in a part before its code arrives', async () => {
  vi.useFakeTimers()
  const arrival = Promise.withResolvers<{ default: ComponentType }>()
  const Late = lazy(() => arrival.promise)
  const root = document.body.appendChild(document.createElement('div'))
  const inPart = (part: ReactNode) => <Suspense>{part}</Suspense>
  root.innerHTML = renderToString(inPart(<SwitchAndForm />))
  const repeat = keepInput(root, [], () => hydrateRoot(root, inPart(<Late />)))
  await act(repeat)
  tap('Скрыть')
  typeInto('Сумма', '700')
  tap('Вывести')
  tap('Вывести')
  arrival.resolve({ default: SwitchAndForm })
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(state()).toEqual(['switched', 'sent 700'])
})
