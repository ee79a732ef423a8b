// @vitest-environment happy-dom
import { type CardFormState, cardFormKey } from '@portal/shared/page-protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const script = 'https://yookassa.ru/payouts-data/3.1.0/widget.js'
const state: CardFormState = { userId: 'anna', account: '504001', restId: 'berezka', label: 'Зарплатная' }
const read = { payout_token: 'pt-1', first6: '220070', last4: '4321', issuer_name: 'T-Bank', card_type: 'MIR' }

type Options = { account_id: string; success_callback(read: object): void; error_callback(code: unknown): void }

/** The scripts that the document has loaded, and the forms that it has rendered. */
let scripts: HTMLScriptElement[]
let forms: (Options & { isCleared: boolean; rendered(): void; failed(): void })[]
let opened: string[]

const part = (name: string) => document.getElementById(`provider-form-${name}`) as HTMLElement
const shown = () => ['status', 'problem', 'retry'].filter((name) => !part(name).hidden)
const settled = () => vi.advanceTimersByTimeAsync(0)

async function openDocument(handedOver: object | null = state): Promise<void> {
  if (handedOver) sessionStorage.setItem(cardFormKey, JSON.stringify(handedOver))
  document.body.innerHTML = ['problem', 'status', 'container', 'retry', 'back']
    .map((name) => `<button id="provider-form-${name}" ${/problem|retry/.test(name) ? 'hidden' : ''}></button>`)
    .join('')
  vi.stubGlobal('providerForm', { script, back: '/settings/cards/add' })
  vi.resetModules()
  await import('./provider-form.ts')
}

/** The provider's script has come. */
function runScript(): void {
  window.PayoutsData = class {
    readonly own: (typeof forms)[number]
    readonly done: Promise<unknown>
    constructor(options: Options) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      this.done = promise
      this.own = { ...options, isCleared: false, rendered: resolve, failed: reject }
      forms.push(this.own)
    }
    render() {
      return this.done
    }
    clearListeners() {
      this.own.isCleared = true
    }
  } as never
  scripts.at(-1)?.onload?.(new Event('load'))
}

async function openForm() {
  await openDocument()
  runScript()
  forms[0]?.rendered()
  await settled()
}

beforeEach(() => {
  scripts = []
  forms = []
  opened = []
  vi.useFakeTimers()
  vi.spyOn(document.head, 'append').mockImplementation((node) => void scripts.push(node as HTMLScriptElement))
  vi.spyOn(location, 'replace').mockImplementation((address) => void opened.push(String(address)))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  window.PayoutsData = undefined as never
})

// spec: 2.124
test('hands the card that the form has read to the page of a new card, once, and leaves', async () => {
  await openForm()
  expect([scripts[0]?.src, forms[0]?.account_id, shown()]).toEqual([script, '504001', []])
  forms[0]?.success_callback(read)
  forms[0]?.success_callback({ ...read, last4: '9999' })
  expect(JSON.parse(sessionStorage.getItem(cardFormKey) ?? '')).toEqual({
    ...state,
    card: { token: 'pt-1', first6: '220070', last4: '4321', issuer: 'T-Bank' },
  })
  expect(opened).toEqual(['/settings/cards/add'])
  expect(part('status').textContent).toBe('Карта принята. Возвращаемся в портал…')
})

test.each([null, { restId: 'berezka' }])(
  'loads nothing without what the page of a new card hands over: %j',
  async (given) => {
    await openDocument(given)
    expect(scripts).toEqual([])
    expect(part('problem').textContent).toMatch(/^Форма открывается со страницы «Новая карта»/)
    expect(shown()).toEqual(['problem'])
  },
)

test('says that the script does not load, and loads it again', async () => {
  await openDocument()
  scripts[0]?.onerror?.(new Event('error'))
  expect(part('problem').textContent).toMatch(/^Форма ЮKassa не загрузилась/)
  expect(shown()).toEqual(['problem', 'retry'])
  part('retry').click()
  expect([scripts.length, shown()]).toEqual([2, ['status']])
  runScript()
  forms[0]?.rendered()
  await settled()
  expect(shown()).toEqual([])
})

test.each(['script', 'form'])(
  'says so after 20 seconds without the %s, and shows it when it comes after all',
  async (late) => {
    await openDocument()
    if (late === 'form') runScript()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(shown()).toEqual(['problem', 'retry'])
    if (late === 'script') runScript()
    forms[0]?.rendered()
    await settled()
    expect(shown()).toEqual([])
  },
)

test('a script that comes after another attempt has begun renders no second form', async () => {
  await openDocument()
  await vi.advanceTimersByTimeAsync(20_000)
  const [first] = scripts
  part('retry').click()
  runScript()
  first?.onload?.(new Event('load'))
  expect(forms).toHaveLength(1)
})

test('says that the form does not load when its script has no form, and when the form fails', async () => {
  await openDocument()
  scripts[0]?.onload?.(new Event('load'))
  expect(shown()).toEqual(['problem', 'retry'])
  part('retry').click()
  runScript()
  forms[0]?.failed()
  await settled()
  expect(shown()).toEqual(['problem', 'retry'])
})

test.each([
  ['card_country_code_error', /На карты этой страны/],
  ['card_unknown_country_code_error', /не узнаёт эту карту/],
  ['internal_service_error', /сейчас не отвечает/],
  ['something_new', /не приняла карту/],
])('shows in Russian what %s means, and begins with a new form', async (code, text) => {
  await openForm()
  forms[0]?.error_callback(code)
  expect(part('problem').textContent).toMatch(text)
  part('retry').click()
  expect([forms.length, forms[0]?.isCleared, scripts.length]).toEqual([2, true, 1])
})

test.each([
  { ...read, payout_token: '' },
  { ...read, first6: undefined },
  { ...read, last4: '2200701395954321' },
])('hands no card over from a result in another shape: %j', async (result) => {
  await openForm()
  forms[0]?.success_callback(result)
  expect(JSON.parse(sessionStorage.getItem(cardFormKey) ?? '')).toEqual(state)
  expect([opened, shown()]).toEqual([[], ['problem', 'retry']])
})

test('says that the storage of the browser is full', async () => {
  await openForm()
  vi.stubGlobal('sessionStorage', {
    setItem() {
      throw new DOMException('', 'QuotaExceededError')
    },
  })
  forms[0]?.success_callback(read)
  expect(part('problem').textContent).toMatch(/^Браузер не даёт порталу место/)
  expect(opened).toEqual([])
})

test('leads back without a card, and leaves no entry of the form in the history', async () => {
  await openForm()
  part('back').click()
  expect(opened).toEqual(['/settings/cards/add'])
})
