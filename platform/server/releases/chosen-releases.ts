import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LiveReleases } from '../../releases/live.ts'
import { readCookie } from '../http/cookies.ts'
import type { Transport } from '../http/security.ts'
import type { ReadVisitor } from './visitor.ts'

// `?release=mfe-tips@3f2a91c04be7` shows a user with the right to do so one of the live releases of a remote, as before
// a canary is for more users. The browser stores the choice until it is closed, or until `?release=`. The right is
// checked at each use, so the cookie needs no signature.

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

/**
 * Releases that a browser has chosen, by the name of the remote: the value of the cookie is `mfe-tips@3f2a91c04be7`.
 */
export function readChoice(request: FastifyRequest, transport: Transport): Record<string, string> | undefined {
  return parseChoice(readCookie(request, cookieName(transport)) ?? '')
}

function parseChoice(text: string): Record<string, string> | undefined {
  const [, name, version] = /^(mfe-[a-z-]{1,40})@([\w.-]{1,64})$/.exec(text) ?? []
  return name && version ? { [name]: version } : undefined
}

/**
 * Stores the releases that an address with `release` chooses, and redirects to the address without it. If the user has
 * not entered the address, it redirects without storing a choice. Returns false when there is nothing to choose, and
 * for users without the right.
 */
export async function takeChoice(
  request: FastifyRequest,
  reply: FastifyReply,
  transport: Transport,
  { remotes }: LiveReleases,
  readVisitor: ReadVisitor,
): Promise<boolean> {
  const [pathname = '', query = ''] = request.url.split('?')
  const params = new URLSearchParams(query)
  const asked = params.get('release')
  if (asked === null) return false
  params.delete('release')
  // `//x` would be another host.
  const rest = `/${pathname.replace(/^\/+/, '')}${params.size > 0 ? `?${params}` : ''}`
  reply.header('Cache-Control', 'no-store')
  if (!isByUser(request)) {
    await reply.redirect(rest, 303)
    return true
  }
  if (!(await readVisitor(request, reply))?.canChoose) return false
  const [name = '', version] = Object.entries(parseChoice(asked) ?? {})[0] ?? []
  const remote = remotes.find((one) => one.name === name)
  const live = [remote?.current, remote?.canary?.release, remote?.previous]
  const versions = live.flatMap((release) => release?.version ?? [])
  if (asked !== '' && !(version && versions.includes(version))) {
    const known = versions.length > 0 ? `Сейчас доступны: ${versions.join(', ')}.` : 'Такой части портала нет.'
    await reply.code(404).type('text/plain; charset=utf-8').send(`Версии ${asked} в портале нет. ${known}\n`)
    return true
  }
  const age = asked === '' ? '; Max-Age=0' : ''
  const cookie = `${cookieName(transport)}=${asked}; Path=/; HttpOnly; SameSite=Lax${transport.isHttps ? '; Secure' : ''}${age}`
  await reply.header('Set-Cookie', cookie).redirect(rest, 303)
  return true
}
