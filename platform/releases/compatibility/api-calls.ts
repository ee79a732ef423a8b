import { CommandError } from '@portal/command/command'
import { getJson } from '@portal/command/send-request'
import { formatRelease, type Release } from '../../bundler/release.ts'
import { byItself, type Problem } from './problem.ts'

const RESPONSE_TIMEOUT_MS = 20_000

/**
 * Returns the calls of joining releases that the API of the portal at `origin` does not have: pages of a release that
 * is ahead of its API would get 404.
 * @throws CommandError when the API cannot be read
 */
export async function missingCalls(joining: readonly Release[], origin: string): Promise<Problem[]> {
  const calls = joining.flatMap((release) => (release.calls ?? []).map((call) => ({ release, call })))
  if (calls.length === 0) return []
  const known = await readCalls(new URL('/api/v1/openapi.json', origin))
  return calls
    .filter(({ call }) => !known.has(comparable(call)))
    .map(({ release, call }) => byItself(`${formatRelease(release)}: its call ${call} is not in the API at ${origin}`))
}

async function readCalls(address: URL): Promise<Set<string>> {
  try {
    const { paths } = (await getJson(address.href, { timeoutMs: RESPONSE_TIMEOUT_MS })) as {
      paths: Record<string, Record<string, unknown>>
    }
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => comparable(`${method.toUpperCase()} ${path}`)),
    )
    return new Set(calls)
  } catch (error) {
    throw new CommandError(`The calls cannot be compared with the API: ${address}: ${(error as Error).message}`)
  }
}

/** `GET /user/cards/{id}` → `GET /user/cards/{}`: names of parameters are not sent. */
function comparable(call: string): string {
  return call.replace(/\{\w+\}/g, '{}')
}
