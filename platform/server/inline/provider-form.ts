// Runs in the document of a provider's form.
import { type CardFormState, cardFormKey } from '@portal/shared/page-protocol'

/** `script` is the provider's script, and `back` is the page of a new card. */
export type ProviderFormOptions = { script: string; back: string }

type Widget = { render(container: string): Promise<unknown>; clearListeners?(): void }
type WidgetOptions = {
  type: 'payout'
  account_id: string
  customization: { colors: Record<string, string> }
  success_callback(read: Record<string, unknown>): void
  error_callback(code: unknown): void
}

declare global {
  interface Window {
    /** The form of ЮKassa, as its script defines it. */
    PayoutsData?: new (
      options: WidgetOptions,
    ) => Widget
  }
}

/** What the document has before this script (platform/server/pages/provider-form.ts). */
declare const providerForm: ProviderFormOptions

const LOAD_TIMEOUT_MS = 20_000

const unavailable = 'ЮKassa сейчас не отвечает. Повторите через минуту.'
const problemTexts: Record<string, string> = {
  card_country_code_error: 'На карты этой страны ЮKassa не выплачивает. Введите другую карту.',
  card_unknown_country_code_error: 'ЮKassa не узнаёт эту карту. Проверьте номер или введите другую.',
  internal_service_error: unavailable,
}
const notLoaded =
  'Форма ЮKassa не загрузилась. Проверьте интернет и повторите. Если включён блокировщик рекламы, отключите его для этой страницы.'
const notOpened = 'Форма открывается со страницы «Новая карта». Вернитесь туда и начните ещё раз.'

const find = (name: string) => document.getElementById(`provider-form-${name}`) as HTMLElement
const status = find('status')
const problem = find('problem')
const container = find('container')
const retry = find('retry')

let widget: Widget | undefined
let loading: HTMLScriptElement | undefined
let timer = 0
let isOver = false

function say(text: string): void {
  status.hidden = !text
  status.textContent = text
}

function hideProblem(): void {
  problem.hidden = true
  retry.hidden = true
}

function showProblem(text: string): void {
  clearTimeout(timer)
  say('')
  problem.hidden = false
  problem.textContent = text
  retry.hidden = false
}

/** The colours of the portal, as the form wants them: `#1d1b17`. */
function cssColor(name: string): string {
  const probe = document.createElement('span')
  document.body.append(probe)
  probe.style.color = `var(${name})`
  const parts = getComputedStyle(probe).color.match(/\d+/g) ?? []
  probe.remove()
  return `#${parts
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`
}

function readState(): CardFormState | null {
  try {
    const state = JSON.parse(sessionStorage.getItem(cardFormKey) ?? 'null') as CardFormState | null
    return state?.account && state.userId ? state : null
  } catch {
    return null
  }
}

function toCard(read: Record<string, unknown>): CardFormState['card'] {
  const [token = '', first6 = '', last4 = ''] = [read.payout_token, read.first6, read.last4].map(String)
  const isCard = /^[\x21-\x7e]{1,200}$/.test(token) && /^\d{6}$/.test(first6) && /^\d{4}$/.test(last4)
  const issuer = typeof read.issuer_name === 'string' ? [...read.issuer_name].slice(0, 50).join('') : ''
  return isCard ? { token, first6, last4, issuer } : undefined
}

function succeed(state: CardFormState, read: Record<string, unknown>): void {
  // The form may report a card twice.
  if (isOver) return
  const card = toCard(read)
  if (!card) {
    showProblem(unavailable)
    return
  }
  try {
    sessionStorage.setItem(cardFormKey, JSON.stringify({ ...state, card }))
  } catch {
    showProblem('Браузер не даёт порталу место для данных. Освободите память телефона и повторите.')
    return
  }
  isOver = true
  widget?.clearListeners?.()
  container.hidden = true
  hideProblem()
  say('Карта принята. Возвращаемся в портал…')
  location.replace(providerForm.back)
}

function widgetOptions(state: CardFormState): WidgetOptions {
  return {
    type: 'payout',
    account_id: state.account,
    customization: {
      colors: {
        control_primary: cssColor('--accent'),
        control_primary_content: cssColor('--on-accent'),
        background: cssColor('--surface'),
        text: cssColor('--text'),
        border: cssColor('--border-strong'),
        control_secondary: cssColor('--surface-sunken'),
      },
    },
    success_callback: (read) => succeed(state, read),
    error_callback: (code) => {
      if (!isOver) showProblem(problemTexts[String(code)] ?? 'ЮKassa не приняла карту. Повторите или введите другую.')
    },
  }
}

async function render(state: CardFormState): Promise<void> {
  if (!window.PayoutsData) {
    showProblem(notLoaded)
    return
  }
  try {
    const form = new window.PayoutsData(widgetOptions(state))
    widget = form
    await form.render(container.id)
    if (isOver || widget !== form) return
    clearTimeout(timer)
    say('')
    // The form has appeared after its time limit.
    if (problem.textContent === notLoaded) hideProblem()
  } catch {
    showProblem(notLoaded)
  }
}

function load(state: CardFormState): void {
  widget?.clearListeners?.()
  container.replaceChildren()
  hideProblem()
  say('Загружаем форму ЮKassa…')
  clearTimeout(timer)
  timer = setTimeout(showProblem, LOAD_TIMEOUT_MS, notLoaded)
  if (window.PayoutsData) {
    render(state)
    return
  }
  // An earlier script that loads late would render a second form.
  if (loading) loading.onload = null
  loading?.remove()
  loading = document.createElement('script')
  loading.src = providerForm.script
  loading.onload = () => render(state)
  loading.onerror = () => showProblem(notLoaded)
  document.head.append(loading)
}

function leave(event: Event): void {
  // The user must not come back to this document.
  event.preventDefault()
  location.replace(providerForm.back)
}

const handedOver = readState()
if (handedOver) {
  retry.onclick = () => load(handedOver)
  find('back').onclick = leave
  load(handedOver)
} else {
  showProblem(notOpened)
  retry.hidden = true
}
