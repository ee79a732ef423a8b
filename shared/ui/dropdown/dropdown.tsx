import { Icon } from '@portal/shared/ui/icon'
import { lazy, Suspense, useId } from 'react'
import { chosenText } from './chosen-text.ts'
import styles from './dropdown.module.css'

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

// Its code is not worth a byte of the first paint: until it is there, the box stands with its value.
const DropdownControl = lazy(async () => ({ default: (await import('./dropdown-control.tsx')).DropdownControl }))

/** One of several options, or with `multiple` some of them: «Выбрано: N». */
export function Dropdown<T extends string>(props: DropdownProps<T>) {
  const { label, hideLabel, error, hint } = props
  const id = useId()
  return (
    <div className={styles.dropdown}>
      <label className={hideLabel ? 'visually-hidden' : styles.label} id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <Suspense
        fallback={
          <span className={styles.trigger}>
            <span className={styles.value}>{chosenText(props)}</span>
            <Icon name="chevron-down" size={20} />
          </span>
        }
      >
        <DropdownControl {...(props as DropdownProps<string>)} id={id} />
      </Suspense>
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
