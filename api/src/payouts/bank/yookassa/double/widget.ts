import { randomUUID } from 'node:crypto'
import { widgetPath } from '../client.ts'

// The form for cards as the provider documents it: a script defines `PayoutsData` and opens a form in an iframe of the
// provider's origin; the page gets a token of the card. The protocol between the script and the iframe is not
// documented, so the double has its own.

export type StoredCard = { payout_token: string; first6: string; last4: string; issuer_name: string }

/** The error for each card number that the form rejects, by its last digits. Numbers with 0004 are reported twice. */
const errors: Record<string, string> = {
  '0001': 'card_country_code_error',
  '0002': 'card_unknown_country_code_error',
  '0003': 'internal_service_error',
}

const formPath = '/payouts-data/form'
const cardsPath = '/payouts-data/cards'

type Request = { method: string; pathname: string; body: string }
type Response = { type: string; body: string }

/** Returns the response to a request of the form, or undefined for any other. `onCard` gets each stored card. */
export function respondAsWidget(
  { method, pathname, body }: Request,
  onCard: (card: StoredCard) => void,
): Response | undefined {
  if (pathname === widgetPath) return { type: 'text/javascript', body: widgetScript }
  if (pathname === formPath) return { type: 'text/html; charset=utf-8', body: formPage }
  if (method !== 'POST' || pathname !== cardsPath) return undefined
  const { number } = JSON.parse(body) as { number: string }
  const error = errors[number.slice(-4)]
  if (error) return { type: 'application/json', body: JSON.stringify({ error }) }
  const card = {
    payout_token: `pt-${randomUUID()}`,
    first6: number.slice(0, 6),
    last4: number.slice(-4),
    issuer_name: 'Sberbank',
  }
  onCard(card)
  const data = { ...card, issuer_country: 'RU', card_type: 'MIR' }
  return { type: 'application/json', body: JSON.stringify({ data, times: number.endsWith('0004') ? 2 : 1 }) }
}

const widgetScript = `{
  const { origin } = new URL(document.currentScript.src)
  window.PayoutsData = class {
    constructor(options) {
      const { type, account_id, success_callback, error_callback } = options
      if (!['payout', 'safedeal'].includes(type) || !account_id || !success_callback || !error_callback)
        throw new TypeError('PayoutsData: a parameter is missing')
      this.options = options
    }
    render(id) {
      const frame = document.createElement('iframe')
      frame.title = 'Данные карты'
      frame.src = origin + '${formPath}?' + new URLSearchParams(this.options.customization?.colors)
      this.listener = ({ source, data }) => {
        if (source !== frame.contentWindow) return
        if (data.error) this.options.error_callback(data.error)
        else for (let time = 0; time < data.times; time += 1) this.options.success_callback(data.data)
      }
      addEventListener('message', this.listener)
      return new Promise((resolve) => {
        frame.onload = resolve
        document.getElementById(id).append(frame)
      })
    }
    clearListeners() {
      removeEventListener('message', this.listener)
    }
  }
}`

const formPage = `<!doctype html>
<html lang="ru">
<meta charset="utf-8">
<title>Данные карты</title>
<style>
  body { margin: 0; font: 16px/1.4 system-ui, sans-serif; }
  form { display: grid; gap: 12px; padding: 16px; }
  input { box-sizing: border-box; width: 100%; padding: 14px; border: 1px solid; border-radius: 8px; font: inherit; background: none; color: inherit; }
  button { padding: 14px; border: 0; border-radius: 8px; font: inherit; }
</style>
<main><form>
  <h1 style="margin: 0; font-size: 18px">Куда перевести деньги</h1>
  <label>Номер карты <input name="number" inputmode="numeric" autocomplete="cc-number"></label>
  <button>Сохранить карту</button>
</form></main>
<script>
  const color = (name) => new URLSearchParams(location.search).get(name)
  Object.assign(document.body.style, { background: color('background'), color: color('text') })
  document.querySelector('input').style.borderColor = color('border')
  const button = document.querySelector('button')
  Object.assign(button.style, { background: color('control_primary'), color: color('control_primary_content') })
  document.forms[0].onsubmit = async (event) => {
    event.preventDefault()
    const number = document.querySelector('input').value.replace(/\\D/g, '')
    const response = await fetch('${cardsPath}', { method: 'POST', body: JSON.stringify({ number }) })
    parent.postMessage(await response.json(), '*')
  }
</script>
</html>
`
