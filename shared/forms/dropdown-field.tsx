import { type FieldProps, useField } from '@portal/shared/forms/field'
import { Dropdown } from '@portal/shared/ui/dropdown'
import type { DropdownOption } from '../ui/dropdown/dropdown-props.ts'

type DropdownFieldProps = Omit<FieldProps, 'hint'> & {
  hint?: string
  options: readonly DropdownOption[]
  search?: boolean
  none?: boolean
  placeholder?: string
}

/** The form holds the value of the chosen option, or null without one. */
export function DropdownField(props: DropdownFieldProps) {
  const { value, change, blur, focusRef, frame } = useField<string | null>(props)
  return (
    <Dropdown {...props} ref={focusRef} value={value ?? null} onChange={change} onBlur={blur} error={frame.error} />
  )
}
