import type { CardFormState } from '@portal/shared/page-protocol'

/** `script`: of the provider; `key`: of what the pages hand over; `back`: the page of a new card. */
export type ProviderFormOptions = { script: string; key: string; back: string }

/** Runs in the document of a provider's form, written into it as text, as are its options. */
export function providerFormScript(options: string): string {
  return `(${text})(${options})`
}

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

// The browser gets the text of this function, so it may use no imports and nothing of this module.
function openForm({ script, key, back }: ProviderFormOptions) {
  const LOAD_TIMEOUT_MS = 20_000
  const find = (name: string) => document.getElementById(`provider-form-${name}`) as HTMLElement
  const [status, problem, container, retry, leave] = [
    find('status'),
    find('problem'),
    find('container'),
    find('retry'),
    find('back'),
  ]
  const texts: Record<string, string> = {
    card_country_code_error: 'На карты этой страны ЮKassa не выплачивает. Введите другую карту.',
    card_unknown_country_code_error: 'ЮKassa не узнаёт эту карту. Проверьте номер или введите другую.',
    internal_service_error: 'ЮKassa сейчас не отвечает. Повторите через минуту.',
  }
  const notLoaded =
    'Форма ЮKassa не загрузилась. Проверьте интернет и повторите. Если включён блокировщик рекламы, отключите его для этой страницы.'
  const notOpened = 'Форма открывается со страницы «Новая карта». Вернитесь туда и начните ещё раз.'
  let widget: Widget | undefined
  let loading: HTMLScriptElement | undefined
  let timer = 0
  let isOver = false

  const say = (text: string) => {
    status.hidden = !text
    status.textContent = text
  }
  const showProblem = (text: string, isFinal = false) => {
    clearTimeout(timer)
    say('')
    problem.hidden = false
    problem.textContent = text
    retry.hidden = isFinal
  }
  /** The colours of the portal, as the form wants them: `#1d1b17`. */
  const colorOf = (name: string) => {
    document.body.append(probe)
    probe.style.color = `var(${name})`
    const parts = getComputedStyle(probe).color.match(/\d+/g) ?? []
    probe.remove()
    return `#${parts
      .slice(0, 3)
      .map((part) => Number(part).toString(16).padStart(2, '0'))
      .join('')}`
  }
  const probe = document.createElement('span')

  const readState = () => {
    try {
      const state = JSON.parse(sessionStorage.getItem(key) ?? 'null') as CardFormState | null
      return state?.account && state.userId ? state : null
    } catch {
      return null
    }
  }
  const state = readState()
  if (!state) {
    showProblem(notOpened, true)
    return
  }

  const succeed = (read: Record<string, unknown>) => {
    // The form may report a card twice.
    if (isOver) return
    const [token, first6, last4] = [read.payout_token, read.first6, read.last4].map(String)
    const isCard =
      /^[\x21-\x7e]{1,200}$/.test(token ?? '') && /^\d{6}$/.test(first6 ?? '') && /^\d{4}$/.test(last4 ?? '')
    if (!isCard) {
      showProblem(texts.internal_service_error ?? '')
      return
    }
    const issuer = typeof read.issuer_name === 'string' ? [...read.issuer_name].slice(0, 50).join('') : ''
    try {
      sessionStorage.setItem(key, JSON.stringify({ ...state, card: { token, first6, last4, issuer } }))
    } catch {
      showProblem('Браузер не даёт порталу место для данных. Освободите память телефона и повторите.')
      return
    }
    isOver = true
    widget?.clearListeners?.()
    container.hidden = true
    problem.hidden = true
    retry.hidden = true
    say('Карта принята. Возвращаемся в портал…')
    location.replace(back)
  }

  const render = () => {
    const Form = window.PayoutsData
    if (!Form) {
      showProblem(notLoaded)
      return
    }
    try {
      const form = new Form({
        type: 'payout',
        account_id: state.account,
        customization: {
          colors: {
            control_primary: colorOf('--accent'),
            control_primary_content: colorOf('--on-accent'),
            background: colorOf('--surface'),
            text: colorOf('--text'),
            border: colorOf('--border-strong'),
            control_secondary: colorOf('--surface-sunken'),
          },
        },
        success_callback: succeed,
        error_callback: (code) => {
          if (!isOver) showProblem(texts[String(code)] ?? 'ЮKassa не приняла карту. Повторите или введите другую.')
        },
      })
      widget = form
      form.render(container.id).then(
        () => {
          if (isOver || widget !== form) return
          clearTimeout(timer)
          say('')
          // It took longer than it may, and is there now.
          if (problem.textContent === notLoaded) {
            problem.hidden = true
            retry.hidden = true
          }
        },
        () => showProblem(notLoaded),
      )
    } catch {
      showProblem(notLoaded)
    }
  }

  const load = () => {
    widget?.clearListeners?.()
    container.replaceChildren()
    problem.hidden = true
    retry.hidden = true
    say('Загружаем форму ЮKassa…')
    clearTimeout(timer)
    timer = setTimeout(showProblem, LOAD_TIMEOUT_MS, notLoaded)
    if (window.PayoutsData) {
      render()
      return
    }
    // An earlier one that comes late would render a second form.
    if (loading) loading.onload = null
    loading?.remove()
    loading = document.createElement('script')
    loading.src = script
    loading.onload = render
    loading.onerror = () => showProblem(notLoaded)
    document.head.append(loading)
  }
  retry.onclick = load
  leave.onclick = (event) => {
    // The document is no place to come back to.
    event.preventDefault()
    location.replace(back)
  }
  load()
}

/** The script without comments and indentation. */
const text = openForm.toString().replace(/^\s*(?:\/\/.*|\/\*\*.*\*\/)?\n?/gm, '')
