import { DropdownField } from '@portal/shared/forms/dropdown-field'

const lifetimes = [
  { value: '1', label: '1 день' },
  { value: '7', label: '7 дней' },
  { value: '30', label: '30 дней' },
]

/** The days until an invitation ends; the form holds their number as a text. */
export function LifetimeField({ name }: { name: string }) {
  return <DropdownField name={name} label="Сколько действует" options={lifetimes} />
}
