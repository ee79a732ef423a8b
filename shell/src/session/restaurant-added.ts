import type { Employee } from '@portal/contracts/employee'
import { restaurantSwitched } from '@portal/shared/session/store'
import type { QueryClient } from '@tanstack/react-query'
import { takeEarlyBootstrap } from '../remotes/early.ts'
import { sessionQuery } from './load-session.ts'

/** The person has one restaurant more than was loaded. `employee`: the new one, which is shown from now on. */
export function restaurantAdded(client: QueryClient, employee?: Employee): void {
  // Fetched when the page was opened, so before there was another.
  takeEarlyBootstrap()
  client.removeQueries(sessionQuery)
  if (employee) restaurantSwitched(employee)
}
