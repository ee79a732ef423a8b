import { toast } from '@portal/shared/session/store'
import { Icon } from '@portal/shared/ui/icon'
import { type Ref, useId, useState } from 'react'
import { useLatePart } from '../late-part/late-part.ts'
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
  ref?: Ref<HTMLButtonElement> | undefined
}

export type DropdownProps<T extends string> = DropdownCommon<T> &
  (
    | { multiple?: false | undefined; value: T | null; onChange: (value: T | null) => void }
    | { multiple: true; value: readonly T[]; onChange: (value: T[]) => void }
  )

const load = async () => (await import('./dropdown-control.tsx')).DropdownControl

/** One of several options, or with `multiple` some of them: «Выбрано: N». */
export function Dropdown<T extends string>(props: DropdownProps<T>) {
  const { label, hideLabel, error, hint } = props
  const id = useId()
  const [wanted, setWanted] = useState(false)
  const DropdownControl = useLatePart(load, wanted, () => {
    setWanted(false)
    toast(navigator.onLine ? 'Не удалось открыть список. Попробуйте ещё раз' : 'Нет соединения с интернетом', 'error')
  })
  const box = {
    id,
    className: styles.trigger,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
    children: <Chosen {...props} />,
  } as const

  return (
    <div className={styles.dropdown}>
      <label className={hideLabel ? 'visually-hidden' : styles.label} id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      {DropdownControl ? (
        <DropdownControl {...(props as DropdownProps<string>)} box={box} />
      ) : (
        <ClosedBox {...props} box={box} busy={wanted} onOpen={() => setWanted(true)} />
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <Icon name="alert" size={16} />
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

type ClosedBoxProps = Pick<DropdownCommon<string>, 'disabled' | 'onBlur' | 'ref'> & {
  box: object
  busy: boolean
  onOpen: () => void
}

/** What stands until the box is first opened: the code of the list is not worth a byte of the first paint. */
function ClosedBox({ box, busy, onOpen, disabled, onBlur, ref }: ClosedBoxProps) {
  const preload = () => void load().catch(() => {})
  return (
    <button
      {...box}
      ref={ref}
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      aria-busy={busy || undefined}
      disabled={disabled}
      onBlur={onBlur}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onOpen}
      onKeyDown={({ key }) => (key === 'ArrowDown' || key === 'ArrowUp') && onOpen()}
    />
  )
}

function Chosen<T extends string>(props: DropdownProps<T>) {
  const text = chosenText(props)
  return (
    <>
      <span className={styles.value} data-placeholder={text === null || undefined}>
        {text ?? props.placeholder ?? 'Не выбрано'}
      </span>
      <Icon name="chevron-down" size={20} />
    </>
  )
}

function chosenText<T extends string>({ multiple, value, options }: DropdownProps<T>): string | null {
  if (multiple) return value.length > 0 ? `Выбрано: ${value.length}` : null
  return options.find((option) => option.value === value)?.label ?? null
}
