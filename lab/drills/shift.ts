import { hire, openSession, type TestUser } from '../../e2e/fixtures/users.ts'
import { rawRequest } from './load.ts'
import { type DrillPortal, pageHeaders, serviceToken } from './portal.ts'
import { bookTips, type Tip, tipsBody } from './tips.ts'

const USERS = 40
const TIPS_PER_USER = 60

export type SignedIn = { user: TestUser; session: string }

type ShiftPortal = Pick<DrillPortal, 'origin' | 'database'>

/** Signs in a new user with tips. */
export async function signIn({ origin, database }: ShiftPortal): Promise<SignedIn> {
  const user = await hire(database)
  await bookTips(
    origin,
    Array.from({ length: TIPS_PER_USER }, (_, n) => sampleTip(user, n)),
  )
  return { user, session: await openSession(database, user.id) }
}

function sampleTip(user: TestUser, daysAgo: number): Tip {
  return {
    employeeId: user.workplaces[0]?.employeeId,
    rubles: 100,
    paidAt: new Date(Date.now() - daysAgo * 86_400_000),
  }
}

/** Returns requests of 40 users and of the payment side, in the proportions of the time after a shift. */
export async function shiftRequests(portal: ShiftPortal): Promise<string[]> {
  const users = await Promise.all(Array.from({ length: USERS }, () => signIn(portal)))
  const requests = users.flatMap(({ user, session }, index) => {
    const headers = { ...pageHeaders(session), 'accept-encoding': 'gzip, deflate, br, zstd' }
    const get = (path: string) => rawRequest('GET', `/api/v1${path}`, headers)
    const tip = { authorization: `Bearer ${serviceToken}` }
    const restId = user.workplaces[0]?.restId
    return [
      get('/session/bootstrap'),
      get('/user/balance'),
      get('/user/balance'),
      get('/user/billing'),
      get(`/user/billing?page=2&restId=${restId}`),
      get('/user/payout'),
      get(`/payouts/methods/${restId}`),
      rawRequest('POST', '/api/v1/ingest/tips', tip, tipsBody([sampleTip(user, index)])),
    ]
  })
  return requests
    .map((request, index) => ({ request, at: (index * 7) % requests.length }))
    .sort((a, b) => a.at - b.at)
    .map(({ request }) => request)
}
