import type { Employee } from '@portal/contracts/employee'
import { getSessionBootstrap } from '@portal/contracts/session'
import { apiQuery } from '@portal/shared/http/query'
import { restaurantSwitched } from '@portal/shared/session/store'
import type { QueryClient } from '@tanstack/react-query'

/**
 * Returns the response to `GET /session/bootstrap` that an inline script requested before the bundles. Only the first
 * call gets it: later calls, as after a login, return null and the caller sends the request. It is also null when no
 * user is signed in, and when the HTML contains the data.
 */
export function takeEarlyBootstrap(): Promise<Response> | null {
  const { bootstrap } = window.portal
  window.portal.bootstrap = null
  return bootstrap
}

/** Call it when the user has got another restaurant. `employee`: the new one, which is shown from now on. */
export function restaurantAdded(client: QueryClient, employee?: Employee): void {
  // The early response was requested before the restaurant was added.
  takeEarlyBootstrap()
  client.removeQueries(apiQuery(getSessionBootstrap, {}))
  if (employee) restaurantSwitched(employee)
}
