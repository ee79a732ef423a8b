import type { Employee } from '@portal/contracts/employee'
import { getSessionBootstrap } from '@portal/contracts/session'
import { apiQuery } from '@portal/shared/http/query'
import { restaurantSwitched } from '@portal/shared/session/store'
import type { QueryClient } from '@tanstack/react-query'
import { takeEarlyBootstrap } from '../remotes/early.ts'

/** The person has one restaurant more than was loaded. `employee`: the new one, which is shown from now on. */
export function restaurantAdded(client: QueryClient, employee?: Employee): void {
  // Fetched when the page was opened, so before there was another.
  takeEarlyBootstrap()
  client.removeQueries(apiQuery(getSessionBootstrap, {}))
  if (employee) restaurantSwitched(employee)
}
