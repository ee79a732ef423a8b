import { listEmployees } from '@portal/shared/contracts/employee'
import { apiQuery } from '@portal/shared/http/query'
import { useNavigate } from '@portal/shared/router'
import { restaurantSwitched, useCurrentEmployee } from '@portal/shared/session/store'
import { Dropdown } from '@portal/shared/ui/dropdown'
import { useQuery } from '@tanstack/react-query'

/** For those who work at several restaurants. The choice sets whose money the screens show, and goes home. */
export function RestaurantSelector() {
  const current = useCurrentEmployee()
  const navigate = useNavigate()
  const { data } = useQuery(apiQuery(listEmployees, {}))
  const employees = data?.items ?? []
  if (employees.length < 2) return null

  function choose(id: string | null) {
    const employee = employees.find((one) => one.id === id)
    if (!employee || employee.id === current.id) return
    restaurantSwitched(employee)
    navigate('/')
  }

  return (
    <Dropdown
      label="Ресторан"
      value={current.id}
      onChange={choose}
      options={employees.map(({ id, restaurant }) => ({ value: id, label: restaurant.name }))}
    />
  )
}
