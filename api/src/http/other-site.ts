import type { FastifyRequest } from 'fastify'

/**
 * Returns whether another site's page made the browser send the request. Its attacker must not learn the lengths of compressed responses
 * with personal data beside a text of the attacker's choice.
 */
export function isOfOtherSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}
