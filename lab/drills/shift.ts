import { hire, openSession, type Waiter } from '../../e2e/fixtures/people.ts'
import { rawRequest } from './load.ts'
import { type DrillPortal, pageHeaders, serviceToken } from './portal.ts'
import { bookTips, type Tip, tipsBody } from './tips.ts'

const users = 40
const tipsOfUser = 60

export type SignedIn = { waiter: Waiter; session: string }

type ShiftPortal = Pick<DrillPortal, 'origin' | 'database'>

/** Signs in a user with tips, a new one unless given. */
export async function signIn({ origin, database }: ShiftPortal, hired?: Waiter): Promise<SignedIn> {
  const waiter = hired ?? (await hire(database))
  await bookTips(
    origin,
    Array.from({ length: tipsOfUser }, (_, n) => sampleTip(waiter, n)),
  )
  return { waiter, session: await openSession(database, waiter.id) }
}

function sampleTip(waiter: Waiter, daysAgo: number): Tip {
  return { employeeId: waiter.places[0]?.employeeId, rubles: 100, paidAt: new Date(Date.now() - daysAgo * 86_400_000) }
}

/** Returns the requests of the pages of 40 users and of the payment side, each as often as in a shift. */
export async function requestsOfShift(portal: ShiftPortal): Promise<string[]> {
  const people = await Promise.all(Array.from({ length: users }, () => signIn(portal)))
  const requests = people.flatMap(({ waiter, session }, index) => {
    const headers = { ...pageHeaders(session), 'accept-encoding': 'gzip, deflate, br, zstd' }
    const get = (path: string) => rawRequest('GET', `/api/v1${path}`, headers)
    const tip = { authorization: `Bearer ${serviceToken}` }
    const restId = waiter.places[0]?.restId
    return [
      get('/session/bootstrap'),
      get('/user/balance'),
      get('/user/balance'),
      get('/user/billing'),
      get(`/user/billing?page=2&restId=${restId}`),
      get('/user/payout'),
      get(`/payouts/methods/${restId}`),
      rawRequest('POST', '/api/v1/ingest/tips', tip, tipsBody([sampleTip(waiter, index)])),
    ]
  })
  return requests
    .map((request, index) => ({ request, at: (index * 7) % requests.length }))
    .sort((a, b) => a.at - b.at)
    .map(({ request }) => request)
}
