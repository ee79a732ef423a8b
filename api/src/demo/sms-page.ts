import { momentText } from '@portal/contracts/date-text'
import { parsePhone } from '@portal/contracts/parse-phone'
import { formatPhone } from '@portal/contracts/phone-text'
import type { Db } from '../db/connect.ts'
import type { App, AppDependencies } from '../http/app-dependencies.ts'
import { html } from '../http/html.ts'
import { servePage } from '../http/page.ts'

const MAX_SHOWN = 50

/** A parameter may occur twice in an address. */
type Query = { phone?: string | string[] }

/** `/demo/sms` shows the messages to all phones of the demo. `/demo/sms.json?phone=` returns them for scripts. */
export function demoSmsRoutes(app: App, { db }: Pick<AppDependencies, 'db'>): void {
  app.get<{ Querystring: Query }>('/demo/sms.json', async ({ query }) => await newestMessages(db, query.phone))

  servePage(app, '/demo/sms', async ({ phone }) => {
    const [messages, phones] = await Promise.all([newestMessages(db, phone), phonesWithMessages(db)])
    return {
      title: 'Сообщения',
      lang: 'ru',
      body: html`<p class="lead">Коды, которые в настоящей работе приходят на телефон. <a href="">Обновить</a></p>
<nav aria-label="Телефоны">
<a href="sms"${phone ? html`` : html` aria-current="page"`}>Все</a>
${phones.map((one) => html`<a href="sms?phone=${encodeURIComponent(one)}"${one === phone ? html` aria-current="page"` : html``}>${formatPhone(one)}</a>`)}
</nav>
${messages.length === 0 ? html`<p class="card">Сообщений пока нет. Запросите код в портале и обновите страницу.</p>` : html``}
${messages.map(
  (message) => html`<article class="card">
<p class="muted">${formatPhone(message.phone)} · ${momentText(message.at, 'Europe/Moscow')}</p>
${message.code ? html`<p class="code">${message.code}</p>` : html``}
<p>${message.text}</p>
</article>`,
)}`,
    }
  })
}

async function newestMessages(db: Db, phone: Query['phone'] = []) {
  let query = db.selectFrom('sandbox.sms').select(['phone', 'text', 'code', 'at'])
  const phones = [phone].flat().map((each) => parsePhone(each).phone ?? each)
  if (phones.some(Boolean)) query = query.where('phone', 'in', phones)
  return await query.orderBy('id', 'desc').limit(MAX_SHOWN).execute()
}

async function phonesWithMessages(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('sandbox.sms').select('phone').distinct().orderBy('phone').limit(MAX_SHOWN).execute()
  return rows.map(({ phone }) => phone)
}
