import { isOnline } from '@portal/shared/http/online'
import { Icon } from '@portal/shared/ui/icon'
import { NoBreak } from '@portal/shared/ui/no-break'
import { type ReactNode, useId, useState } from 'react'
import { useAfterPaint } from '../after-paint/after-paint.ts'
import { useLatePart } from '../late-part/late-part.ts'
import styles from './dropdown.module.css'
import type { Box, DropdownProps } from './dropdown-props.ts'

const loadSelect = async () => (await import('./select-list.tsx')).SelectList
const loadSearch = async () => (await import('./search-list.tsx')).SearchList

/** One of several options, or with `multiple` some of them: «Выбрано: N». */
export function Dropdown<T extends string>(props: DropdownProps<T>) {
  const { label, hideLabel, hint, search } = props
  const id = useId()
  const [isWanted, setWanted] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const load = search ? loadSearch : loadSelect
  const List = useLatePart(load, useAfterPaint(isWanted), () => {
    setWanted(false)
    setFailed(true)
  })
  const error = hasFailed && !List ? notOpened() : props.error
  const box: Box = {
    id,
    className: styles.box,
    'aria-labelledby': `${id}-label`,
    'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
    children: <BoxContent chosen={chosenContent(props)} placeholder={props.placeholder} />,
  }

  return (
    <div className={styles.dropdown}>
      <label className={hideLabel ? 'visually-hidden' : styles.label} id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      {List ? (
        <List {...(props as DropdownProps<string>)} box={box} />
      ) : (
        <ClosedBox {...props} box={box} isWanted={isWanted} onOpen={() => setWanted(true)} />
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <Icon name="alert" size={16} />
          <span>{error}</span>
        </p>
      )}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          <NoBreak>{hint}</NoBreak>
        </p>
      )}
    </div>
  )
}

function notOpened(): string {
  return isOnline() ? 'Не удалось открыть список. Попробуйте ещё раз' : 'Нет соединения с интернетом'
}

type ClosedBoxProps = Pick<DropdownProps<string>, 'disabled' | 'onBlur' | 'ref'> & {
  box: Box
  isWanted: boolean
  onOpen: () => void
}

/** Rendered until the list is first opened, because the list's code would delay the first paint. */
function ClosedBox({ box, isWanted, onOpen, disabled, onBlur, ref }: ClosedBoxProps) {
  return (
    <button
      {...box}
      ref={ref}
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      aria-busy={isWanted || undefined}
      disabled={disabled}
      onBlur={onBlur}
      onClick={onOpen}
      onKeyDown={({ key }) => (key === 'ArrowDown' || key === 'ArrowUp') && onOpen()}
    />
  )
}

function BoxContent({ chosen, placeholder = 'Не выбрано' }: { chosen: ReactNode; placeholder: string | undefined }) {
  return (
    <>
      <span className={styles.value} data-placeholder={!chosen || undefined}>
        {chosen ?? placeholder}
      </span>
      <Icon name="chevron-down" size={20} />
    </>
  )
}

function chosenContent<T extends string>({ multiple, value, options }: DropdownProps<T>): ReactNode {
  if (multiple) return value.length > 0 ? `Выбрано: ${value.length}` : null
  const chosen = options.find((option) => option.value === value)
  return chosen && (chosen.content ?? <NoBreak>{chosen.label}</NoBreak>)
}
