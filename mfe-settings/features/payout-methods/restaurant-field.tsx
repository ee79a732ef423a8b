import { listEmployees } from '@portal/contracts/employee'
import { DropdownField } from '@portal/shared/forms/dropdown-field'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { byBank, fromRestaurants } from './by-bank.ts'

/** Selects the restaurant, which decides the bank of a method. Is hidden for a user of one restaurant. */
export function RestaurantField({ restId }: { restId: string }) {
  const { data } = useSuspenseQuery(apiQuery(listEmployees, {}))
  const from = useFromRestaurants(restId)
  if (data.items.length < 2) return null
  return (
    <DropdownField
      name="rest_id"
      label="Ресторан"
      hint={`Сюда можно будет выводить чаевые ${from}`}
      options={data.items.map(({ restaurant: { id, name, bank } }) => ({ value: id, label: name, hint: bank }))}
    />
  )
}

/** `из ресторанов «Берёзка», «Старый мост»`: all that a method of this restaurant serves. */
export function useFromRestaurants(restId: string): string {
  const { data } = useSuspenseQuery(apiQuery(listEmployees, {}))
  const bank = data.items.find(({ restaurant }) => restaurant.id === restId)?.restaurant.bank
  const group = byBank([], data.items).find((one) => one.bank === bank)
  return group ? fromRestaurants(group) : ''
}
