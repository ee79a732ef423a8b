import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJson, sendRequest } from '@portal/command/send-request'
import { OperatorProposal } from '@portal/contracts/admin/proposal'
import type { ApiProblem } from '@portal/contracts/api-problem'
import { type BodyOf, type Endpoint, endpointPath, type QueryOf, type ResponseOf } from '@portal/contracts/endpoint'
import { describeProblem } from './problem-text.ts'

/** An import of a large team takes some seconds. */
const REQUEST_TIMEOUT_MS = 60_000

/** The portal has stored the request as a proposal. Another operator confirms it by sending the same request. */
export class Proposed extends Error {
  override readonly name = 'Proposed'
  readonly proposal: OperatorProposal

  constructor(proposal: OperatorProposal) {
    super('Proposed')
    this.proposal = proposal
  }
}

/** Why a command has no result. The message is printed as one line. */
export class Rejected extends Error {
  override readonly name = 'Rejected'
}

type Input<E extends Endpoint> = {
  params?: Record<string, string>
  query?: Partial<QueryOf<E>>
  body?: BodyOf<E>
}

export type Call = <E extends Endpoint>(endpoint: E, input?: Input<E>) => Promise<ResponseOf<E>>

type Target = { origin: string; token: string; dryRun: boolean }

/** Returns a client of the endpoints in the contracts, as an operator. @throws Rejected, Proposed */
export function createClient({ origin, token, dryRun }: Target): Call {
  return async (endpoint, { params = {}, query = {}, body } = {}) => {
    const url = new URL(`${origin}/api/v1${endpointPath(endpoint, params)}`)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const { status, text } = await sendRequest({
      url: url.href,
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(dryRun && endpoint.method !== 'GET' && { 'x-dry-run': '1' }),
      },
      ...(body !== undefined && { body: body as object }),
      timeoutMs: REQUEST_TIMEOUT_MS,
    }).catch((error: Error) => {
      throw new Rejected(`Портал ${origin} не отвечает: ${error.message}. Проверьте адрес: --portal или PORTAL_ORIGIN.`)
    })
    const json = parseJson(text)
    // A proxy in front of the API may respond with a page.
    if (status < 200 || status > 299) throw new Rejected(describeProblem(status, Object(json) as Partial<ApiProblem>))
    if (status === 202) throw new Proposed(OperatorProposal.parse(json))
    return (endpoint.response ? endpoint.response.parse(json) : undefined) as ResponseOf<typeof endpoint>
  }
}

type Variables = Record<string, string | undefined>

/**
 * Reads the address of the portal and the operator's token. For a portal that `npm start` runs on this machine, the
 * token is read from its data folder.
 * @throws Rejected without a token, or when it would be sent over the network without encryption
 */
export async function readTarget(env: Variables, portal: string | undefined): Promise<Omit<Target, 'dryRun'>> {
  const address = portal ?? (env.PORTAL_ORIGIN || 'http://localhost:3000')
  if (!URL.canParse(address)) {
    throw new Rejected(`${address} — не адрес портала. Пример: https://tips.example`)
  }
  const { protocol, hostname, origin } = new URL(address)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) {
    throw new Rejected(`Адрес ${origin} должен начинаться с https: иначе токен уйдёт по сети незашифрованным`)
  }
  const setting = env.ADMIN_TOKEN || (isLocal ? await localToken(env) : undefined)
  if (!setting)
    throw new Rejected('Нет ADMIN_TOKEN. Задайте в нём своё имя и секрет из одноимённой настройки API: olga:<секрет>.')
  // The variable may have the form of the API's setting, `olga:secret`, or only the secret.
  const [first = ''] = setting.split(',')
  return { origin, token: first.slice(first.indexOf(':') + 1).trim() }
}

/** The token of the portal that `npm start` runs on this machine. */
async function localToken({ PORTAL_DATA }: Variables): Promise<string | undefined> {
  const folder = PORTAL_DATA || join(import.meta.dirname, '../../.data')
  const text = await readFile(join(folder, 'secrets.json'), 'utf8').catch(() => '{}')
  return (JSON.parse(text) as Variables).ADMIN_TOKEN
}

/** Reads a file that the operator has named. @throws Rejected with the reason in one sentence */
export async function readInput(file: string): Promise<Buffer> {
  return await readFile(file).catch((error: Error) => {
    throw new Rejected(`Не удалось прочитать ${file}: ${error.message}`)
  })
}
