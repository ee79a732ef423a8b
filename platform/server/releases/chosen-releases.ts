import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LiveReleases } from '../../releases/live.ts'
import type { ShownPreview } from '../../releases/previews.ts'
import { formatCookie, readCookie } from '../http/cookies.ts'
import { askToShow, isFromPortal } from '../http/forms.ts'
import type { Transport } from '../http/security.ts'
import type { ReadVisitor } from './visitor.ts'

// `?release=mfe-tips@3f2a91c04be7` shows a user with the right to do so one of the live releases of a remote, as before
// a canary is for more users, or a preview. The browser stores the choice until it is closed, or until `?release=`. The
// right is checked at each use, so the cookie needs no signature.

export type Choice = { name: string; version: string }

/** Returns the preview of a choice, or undefined when there is none that can be shown now. */
export type FindPreview = (request: FastifyRequest, choice: Choice) => Promise<ShownPreview | undefined>

/** What the decision about a choice needs. */
type Choosing = { transport: Transport; readVisitor: ReadVisitor; findPreview: FindPreview }

/** Where the form with the button sends a choice. */
export const CHOICE_ADDRESS = '/preview/choice'

const cookieName = ({ isHttps }: Transport) => (isHttps ? '__Host-releases' : 'releases')

/**
 * Returns whether the user has entered the address. A link of another site must not choose an earlier release with a
 * known defect. A link of the portal must not either, because another site can make a portal page open the address
 * (`/login?back=…`) or reload. Every supported browser sends these headers. The service worker does not handle such an
 * address, because its own requests have fewer of these headers.
 */
function isByUser({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  return site === 'none' && mode === 'navigate' && destination === 'document'
}

/** Returns the release that a browser has chosen: the value of the cookie is `mfe-tips@3f2a91c04be7`. */
export function readChoice(request: FastifyRequest, transport: Transport): Choice | undefined {
  return parseChoice(readCookie(request, cookieName(transport)) ?? '')
}

function parseChoice(text: string): Choice | undefined {
  const [, name, version] = /^(mfe-[a-z-]{1,40})@([\w.-]{1,64})$/.exec(text) ?? []
  return name && version ? { name, version } : undefined
}

/**
 * Stores the release that an address with `release` chooses, and redirects to the address without it. If the user has
 * not entered the address, it asks whether to show a preview, and redirects without storing another choice. Returns
 * false when there is nothing to choose, and for users without the right.
 */
export async function takeChoice(
  request: FastifyRequest,
  reply: FastifyReply,
  { remotes }: LiveReleases,
  choosing: Choosing,
): Promise<boolean> {
  const [pathname = '', query = ''] = request.url.split('?')
  const params = new URLSearchParams(query)
  const asked = params.get('release')
  if (asked === null) return false
  params.delete('release')
  // `//x` would be another host.
  const rest = `/${pathname.replace(/^\/+/, '')}${params.size > 0 ? `?${params}` : ''}`
  reply.header('Cache-Control', 'no-store')
  const choice = parseChoice(asked)
  if (!isByUser(request)) {
    const preview = await allowedPreview(request, reply, choice, choosing)
    return preview ? asksToShow(reply, asked, preview, rest) : redirected(reply, rest)
  }
  if (!(await choosing.readVisitor(request, reply))?.canChoose) return false
  const preview = choice && (await choosing.findPreview(request, choice))
  const remote = remotes.find((one) => one.name === choice?.name)
  const live = [remote?.current, remote?.canary?.release, remote?.previous]
  const versions = live.flatMap((release) => release?.version ?? [])
  if (asked !== '' && !preview && !(choice && versions.includes(choice.version))) {
    const known = versions.length > 0 ? `Сейчас доступны: ${versions.join(', ')}.` : 'Такой части портала нет.'
    await reply.code(404).type('text/plain; charset=utf-8').send(`Версии ${asked} в портале нет. ${known}\n`)
    return true
  }
  return redirected(reply.header('Set-Cookie', choiceCookie(asked, choosing.transport)), rest)
}

/** Returns the preview of a choice for a user with the right to choose it. */
async function allowedPreview(
  request: FastifyRequest,
  reply: FastifyReply,
  choice: Choice | undefined,
  { readVisitor, findPreview }: Choosing,
): Promise<ShownPreview | undefined> {
  const isAllowed = choice && (await readVisitor(request, reply))?.canChoose
  return isAllowed ? findPreview(request, choice) : undefined
}

async function redirected(reply: FastifyReply, address: string): Promise<true> {
  await reply.redirect(address, 303)
  return true
}

/** A link, such as in a pull request, shows the page with the button, which other sites can neither press nor frame. */
async function asksToShow(reply: FastifyReply, asked: string, { until }: ShownPreview, address: string): Promise<true> {
  const text = `Показать в этом браузере предпросмотр ${asked}? Эту сборку ещё не выпустили, посмотреть её можно до ${formatDay(until)}. У остальных ничего не изменится.`
  const fields = { release: asked, address }
  await reply.type('text/html; charset=utf-8').send(askToShow({ text, action: CHOICE_ADDRESS, fields }))
  return true
}

/** Stores the preview that a form of the portal sends, or ends the choice. Other releases cannot be chosen by it. */
export async function choosePreview(
  request: FastifyRequest,
  reply: FastifyReply,
  choosing: Choosing,
): Promise<FastifyReply> {
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const asked = form.get('release') ?? ''
  const isAllowed = async () =>
    asked === '' || Boolean(await allowedPreview(request, reply, parseChoice(asked), choosing))
  if (!isFromPortal(request) || !(await isAllowed())) return reply.code(403).send('Forbidden\n')
  const address = form.get('address') ?? ''
  const back = /^\/(?![/\\])/.test(address) ? address : '/'
  return reply.header('Set-Cookie', choiceCookie(asked, choosing.transport)).redirect(back, 303)
}

function choiceCookie(asked: string, transport: Transport): string {
  const maxAge = asked === '' ? 0 : undefined
  return formatCookie(cookieName(transport), asked, transport, { sameSite: 'Lax', maxAge })
}

const dayFormat = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', timeZone: 'Europe/Moscow' })

/** `2026-12-13T…` → `13 декабря` */
export function formatDay(time: string): string {
  return dayFormat.format(new Date(time))
}
