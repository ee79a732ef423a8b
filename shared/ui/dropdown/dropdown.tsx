import { useId } from 'react'

export type DropdownOption<T extends string = string> = {
  value: T
  label: string
  /** A second, quieter line. */
  hint?: string | undefined
  /** Options of one group stand under its heading; keep them together. */
  group?: string | undefined
}

type DropdownCommon<T extends string> = {
  label: string
  /** The label stays for assistive technology only. */
  hideLabel?: boolean | undefined
  options: readonly DropdownOption<T>[]
  /** A field «Поиск...» above the options. */
  search?: boolean | undefined
  /** A first option «Не выбрано» that gives null. */
  none?: boolean | undefined
  placeholder?: string | undefined
  error?: string | undefined
  hint?: string | undefined
  name?: string | undefined
  disabled?: boolean | undefined
  onBlur?: (() => void) | undefined
  ref?: React.Ref<HTMLButtonElement> | undefined
}

export type DropdownProps<T extends string> = DropdownCommon<T> &
  (
    | { multiple?: false | undefined; value: T | null; onChange: (value: T | null) => void }
    | { multiple: true; value: readonly T[]; onChange: (value: T[]) => void }
  )

export function Dropdown<T extends string>(props: DropdownProps<T>) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{props.label}</label>
      <select
        id={id}
        value={props.multiple ? '' : (props.value ?? '')}
        onChange={(event) => {
          if (!props.multiple) props.onChange((event.target.value || null) as T | null)
        }}
      >
        <option value="">Не выбрано</option>
        {props.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
