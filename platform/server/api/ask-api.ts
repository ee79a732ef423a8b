import type { FastifyInstance, FastifyRequest, LightMyRequestResponse } from 'fastify'

type ApiRequest = { method: 'GET' | 'POST'; url: `/${string}`; payload?: unknown }

/** Sends a request to the API as the browser of another request would, whichever process the API runs in. */
export async function askApi(
  app: FastifyInstance,
  { id, headers, socket }: FastifyRequest,
  { method, url, payload }: ApiRequest,
): Promise<LightMyRequestResponse> {
  return await app.inject({
    method,
    url,
    headers: {
      ...forwarded(headers, ofReader),
      // The browser has sent these for a page of the portal, or for one of another site.
      ...(method === 'POST' && forwarded(headers, ofWriter)),
      accept: 'application/json',
      'x-request-id': id,
    },
    ...(payload !== undefined && { payload: payload as object }),
    remoteAddress: socket.remoteAddress ?? '127.0.0.1',
  })
}

/** Headers by which the API knows the session and the browser. */
const ofReader = ['cookie', 'user-agent', 'x-forwarded-for', 'x-forwarded-proto', 'traceparent']
/**
 * Headers by which it knows that a page of the portal sends the change;
 * the last one is for an API of the previous version.
 */
const ofWriter = ['host', 'origin', 'sec-fetch-site', 'x-requested-with']

function forwarded(headers: FastifyRequest['headers'], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
