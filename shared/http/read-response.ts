import type { Endpoint, ResponseOf } from '@portal/contracts/endpoint'

// Remotes of one page may be built with different contracts of one call. They share its response,
// and each reads it by its own.

type Read<Response> = (received: unknown) => Response

const readers = new WeakMap<Endpoint, Read<unknown>>()
/** Responses as they were received, by what a contract has read of them. */
const received = new WeakMap<object, unknown>()

/**
 * Returns the function that reads a response by a contract, which drops the fields that it does not know. It is one
 * function for each contract, and returns one object for each response. It throws a ZodError.
 */
export function responseReader<E extends Endpoint>(endpoint: E): Read<ResponseOf<E>> {
  const read = readers.get(endpoint) ?? createReader(endpoint)
  readers.set(endpoint, read)
  return read as Read<ResponseOf<E>>
}

function createReader({ response: contract }: Endpoint): Read<unknown> {
  const known = new WeakMap<object, unknown>()
  return (response) => {
    if (!isObject(response)) return contract?.parse(response)
    const read = known.get(response) ?? contract?.parse(response)
    known.set(response, read)
    if (isObject(read)) received.set(read, response)
    return read
  }
}

/** Returns a response as it was received: also with what the contract that has read it does not know. */
export function asReceived<Response>(read: Response): Response {
  return isObject(read) && received.has(read) ? (received.get(read) as Response) : read
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
