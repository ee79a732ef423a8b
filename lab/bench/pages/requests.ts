import { requestPath } from '@portal/contracts/endpoint'
import { getSessionBootstrap } from '@portal/contracts/session'
import { pageHeader } from '@portal/shared/page-protocol'
import type { RenderedWith } from '@portal/shared/rendering-protocol'
import { rawRequest } from '../../drills/load.ts'
import { type DrillPortal, pageHeaders } from '../../drills/portal.ts'
import { signIn } from '../../drills/shift.ts'
import { pagePaths } from '../rendering/visit.ts'

const users = 40

/** The requests of users for their pages, for the frames in place of these, and for the data that each page reads. */
export type Requests = { pages: string[]; frames: string[]; reads: string[] }

export async function requestsOfPages(portal: DrillPortal): Promise<Requests> {
  const all: Requests = { pages: [], frames: [], reads: [] }
  for (let user = 0; user < users; user += 1) {
    const { session } = await signIn(portal)
    const headers = {
      cookie: `session=${session}`,
      accept: 'text/html',
      'sec-fetch-dest': 'document',
      'sec-fetch-mode': 'navigate',
      // One address has only a share of the places.
      'x-forwarded-for': `203.0.113.${user}`,
    }
    for (const path of pagePaths) {
      const compressed = { ...headers, 'accept-encoding': 'gzip, deflate, br, zstd' }
      all.pages.push(rawRequest('GET', path, compressed))
      all.frames.push(rawRequest('GET', path, { ...compressed, [pageHeader]: 'frame' }))
      all.reads.push(
        ...(await findReads(portal, path, headers)).map((read) => rawRequest('GET', read, pageHeaders(session))),
      )
    }
  }
  return all
}

/** Returns the addresses of what the page was rendered with. @throws Error when it was not rendered */
async function findReads({ origin }: DrillPortal, path: string, headers: Record<string, string>): Promise<string[]> {
  const html = await (await fetch(origin + path, { headers })).text()
  const json = /<script type="application\/json" id="rendered">(.*?)<\/script>/s.exec(html)?.[1]
  if (!json) throw new Error(`${path} was not rendered on the server`)
  const { responses } = JSON.parse(json) as RenderedWith
  const reads = [{ path: getSessionBootstrap.path, params: {}, query: {} }, ...responses.map(({ read }) => read)]
  return reads.map((read) => `/api/v1${requestPath({ path: read.path as `/${string}` }, read)}`)
}
