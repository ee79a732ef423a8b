import type { ReactNode, Ref } from 'react'

export type DropdownOption<T extends string = string> = {
  value: T
  label: string
  /** A second, quieter line. */
  hint?: string | undefined
  /** Replaces the label and hint in the list and in the box. The option is still found by its label. */
  content?: ReactNode
  /** What the search finds it by, beside the label. */
  keywords?: string | undefined
  /** It cannot be chosen; its content says why. */
  disabled?: boolean | undefined
  /** Options of one group are listed under its heading. */
  group?: string | undefined
}

type DropdownCommon<T extends string> = {
  label: string
  /** The label stays for assistive technology only. */
  hideLabel?: boolean | undefined
  options: readonly DropdownOption<T>[]
  /** A field «Поиск...» above the options. */
  search?: boolean | undefined
  /** A first option «Не выбрано» whose value is null. */
  none?: boolean | undefined
  placeholder?: string | undefined
  error?: string | undefined
  hint?: string | undefined
  disabled?: boolean | undefined
  onBlur?: (() => void) | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

export type DropdownProps<T extends string> = DropdownCommon<T> &
  (
    | { multiple?: false | undefined; value: T | null; onChange: (value: T | null) => void }
    | { multiple: true; value: readonly T[]; onChange: (value: T[]) => void }
  )

/** What the list is given: it draws its box with these. */
export type ListProps = DropdownProps<string> & { box: Box }

export type Box = {
  id: string
  className: string | undefined
  'aria-labelledby': string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  children: ReactNode
}
