/** The seed in `npm test`: the same requests each time. `npm run fuzz` uses another seed and more calls. */
export const TEST_SEED = 1
/** The number of requests to each operation. */
export const TEST_CALLS = 40

/** Requests that failed once, as `npm run fuzz` prints them. */
export const regressions: readonly string[] = [
  // Path parameters above the limit of the router.
  'GET /user/balance/{restId} 1 20',
  'POST /user/password/change/{a}/{b} 1 2',
  'DELETE /user/sessions/{id} 1 0',
  // Fields of the names constructor and toString.
  'POST /user/password/request 1 49',
  'PATCH /user/profile 1 30',
  'POST /user/payout 1 38',
  // A tip that two calls book at once, and budgets that two calls lock in another order.
  ...[7, 8, 9, 10].map((n) => `POST /ingest/tips 7 ${n + 10}`),
  ...[130, 136, 200, 217].map((n) => `POST /user/password/request 2026 ${n}`),
]
