import { splitCharacters } from '@portal/contracts/characters'
import { formatRubles } from '@portal/contracts/money-text'
import * as z from 'zod'
import { deriveKey, sealText, unsealText } from '../../base/sealed-text.ts'
import { html } from '../../http/html.ts'
import type { Page } from '../../http/page.ts'
import type { Secrets } from '../../settings/secrets.ts'

/** The facts of a certificate that its check confirms. `phoneEnd`: the last four digits. `income`: kopecks. */
const CertificateFacts = z.object({ number: z.string(), initials: z.string(), phoneEnd: z.string(), income: z.int() })
export type CertificateFacts = z.infer<typeof CertificateFacts>

/**
 * The text of the QR code on a certificate. It holds the facts themselves, so that the portal stores no certificates,
 * and is encrypted, so that no history or log of addresses tells anybody's income.
 */
export function sealFacts([{ value }]: Secrets<Buffer>, facts: CertificateFacts): string {
  return sealText(checkKey(value), JSON.stringify(facts)).toString('base64url')
}

/** Returns the facts that this portal has sealed with one of its keys, or undefined. */
export function openFacts(keys: Secrets<Buffer>, text: string): CertificateFacts | undefined {
  const bytes = Buffer.from(text, 'base64url')
  for (const { value } of keys) {
    try {
      return CertificateFacts.parse(JSON.parse(unsealText(checkKey(value), bytes)))
    } catch {
      // This key has not sealed it.
    }
  }
  return undefined
}

function checkKey(vaultKey: Buffer): Buffer {
  return deriveKey(vaultKey, 'income certificate')
}

/** `Анна Смирнова` → `А. С.` */
export function toInitials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return words.map((word) => `${splitCharacters(word)[0]}.`).join('\u00A0')
}

/** The page that a bank opens by the QR code. `facts` is undefined if no key of now has sealed such a code. */
export function certificatePage(facts: CertificateFacts | undefined, operatorName: string | null): Page {
  if (!facts) {
    return {
      title: 'Справка не подтверждена',
      lang: 'ru',
      body: html`<p class="card">Не получилось проверить справку: она выдана давно, или код прочитан не полностью. Наведите камеру на QR-код ещё раз или попросите новую справку.</p>`,
    }
  }
  const { number, initials, phoneEnd, income } = facts
  return {
    title: 'Справка подтверждена',
    lang: 'ru',
    body: html`<p class="lead">Сверьте эти данные со справкой.</p>
<div class="card">
<p>Номер: <b>${number}</b></p>
<p>Получатель: <b><bdi>${initials}</bdi></b></p>
<p>Телефон оканчивается на <b>${phoneEnd}</b></p>
<p>Доход за ${number.slice(0, 4)} год: <b>${formatRubles(income / 100)}</b></p>
</div>
<p class="muted">Телефон подтверждён кодом из СМС, имя указал сам получатель. Справку выдал сервис «Чаевые»${operatorName ? `, оператор — ${operatorName}` : ''}.</p>`,
  }
}
