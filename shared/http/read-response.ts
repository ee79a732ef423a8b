import type { Endpoint, ResponseOf } from '@portal/contracts/endpoint'

// The remotes of a page are built at different times, so each may have its own version of a contract. The cache has a
// response as the server sent it, and each remote parses it by its own version.

type Parse<Response> = (received: unknown) => Response

const parsers = new WeakMap<Endpoint, Parse<unknown>>()
/** What the server sent, by what a contract has made of it. */
const originals = new WeakMap<object, unknown>()

/**
 * Returns the function that parses the responses of an endpoint and drops unknown fields. An endpoint always gets the
 * same function, and a response the same result, so React sees no change. The function throws a ZodError.
 */
export function responseReader<E extends Endpoint>(endpoint: E): Parse<ResponseOf<E>> {
  const parse = parsers.get(endpoint) ?? createParser(endpoint)
  parsers.set(endpoint, parse)
  return parse as Parse<ResponseOf<E>>
}

function createParser({ response: contract }: Endpoint): Parse<unknown> {
  const results = new WeakMap<object, unknown>()
  return (received) => {
    if (!isObject(received)) return contract?.parse(received)
    const result = results.get(received) ?? contract?.parse(received)
    results.set(received, result)
    if (isObject(result)) originals.set(result, received)
    return result
  }
}

/** Returns a response as the server sent it, with the fields that the contract dropped. */
export function asReceived<Response>(result: Response): Response {
  return isObject(result) && originals.has(result) ? (originals.get(result) as Response) : result
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
