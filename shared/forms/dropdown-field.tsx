import { type FieldProps, useField } from '@portal/shared/forms/field'
import { Dropdown, type DropdownOption } from '@portal/shared/ui/dropdown'

type DropdownFieldProps = Omit<FieldProps, 'hint'> & {
  hint?: string
  options: readonly DropdownOption[]
  search?: boolean
  none?: boolean
  placeholder?: string
}

/** One option's value, null while none is chosen. */
export function DropdownField({ name, ...dropdown }: DropdownFieldProps) {
  const { error, value, change, blur, focusRef } = useField<string | null>(name)
  return (
    <Dropdown
      {...dropdown}
      ref={focusRef}
      name={name}
      value={value ?? null}
      onChange={change}
      onBlur={blur}
      error={error}
    />
  )
}
