import type { Employee } from '@portal/contracts/employee'
import { getSessionBootstrap } from '@portal/contracts/session'
import { apiQuery } from '@portal/shared/http/query'
import { restaurantSwitched } from '@portal/shared/session/store'
import type { QueryClient } from '@tanstack/react-query'
import { takeEarlyBootstrap } from './early.ts'

/** Call it when the user has got another restaurant. `employee`: the new one, which is shown from now on. */
export function restaurantAdded(client: QueryClient, employee?: Employee): void {
  // The early response was requested before the restaurant was added.
  takeEarlyBootstrap()
  client.removeQueries(apiQuery(getSessionBootstrap, {}))
  if (employee) restaurantSwitched(employee)
}
