import { type Employee, listEmployees } from '@portal/contracts/employee'
import { apiQuery } from '@portal/shared/http/query'
import { useNavigate } from '@portal/shared/router'
import { restaurantSwitched } from '@portal/shared/session/store'
import { useQuery } from '@tanstack/react-query'

/** The user's employees, one for each restaurant. */
export function useEmployees(): readonly Employee[] {
  return useQuery(apiQuery(listEmployees, {})).data?.items ?? []
}

/** Selects the restaurant whose money the screens show, and goes home. */
export function useSwitchRestaurant(): (employee: Employee) => void {
  const navigate = useNavigate()
  return (employee) => {
    restaurantSwitched(employee)
    navigate('/')
  }
}
