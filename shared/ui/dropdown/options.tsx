import { useBackCloses } from '@portal/shared/router'
import { NoBreak } from '@portal/shared/ui/no-break'
import { useLayoutEffect, useRef, useState } from 'react'
import { isSecondPress } from '../double-click/double-click.ts'
import styles from './dropdown.module.css'
import type { DropdownOption, DropdownProps } from './dropdown-props.ts'

/** Its '' stands for null: a list has no item without a value. */
const noneOption: DropdownOption = { value: '', label: 'Не выбрано' }

export type OptionGroup = { value: string; items: DropdownOption[] }

export function shownOptions({ options, none, multiple }: DropdownProps<string>): readonly DropdownOption[] {
  return none && !multiple ? [noneOption, ...options] : options
}

/** Groups are in the order of their first options; options without a group are in one without a name. */
export function optionGroups(options: readonly DropdownOption[]): OptionGroup[] {
  const groups = new Map<string, DropdownOption[]>()
  for (const option of options) {
    const { group = '' } = option
    const items = groups.get(group)
    if (items) items.push(option)
    else groups.set(group, [option])
  }
  return [...groups].map(([value, items]) => ({ value, items }))
}

export function OptionText({ label, hint, content }: DropdownOption) {
  return (
    <span className={styles.optionText}>
      {content ?? (
        <>
          <span>
            <NoBreak>{label}</NoBreak>
          </span>
          {hint && (
            <span className={styles.hint}>
              <NoBreak>{hint}</NoBreak>
            </span>
          )}
        </>
      )}
    </span>
  )
}

/**
 * The element to put the list in. A modal <dialog> lies above the page, so a list outside of it is out of reach. Null:
 * not known yet. Undefined: the usual element.
 */
export function useDialogAround(id: string): HTMLElement | null | undefined {
  const [dialog, setDialog] = useState<HTMLElement | null | undefined>(null)
  useLayoutEffect(() => setDialog(document.getElementById(id)?.closest('dialog') ?? undefined), [id])
  return dialog
}

/** For a list that is open from the beginning. «Назад» closes it; the second half of a double click does not. */
export function useOpenList() {
  const [open, setOpen] = useState(true)
  const [mountedAt] = useState(() => performance.now())
  const openedAt = useRef(mountedAt)
  useBackCloses(open, () => setOpen(false))

  function onOpenChange(next: boolean, { reason, event }: { reason: string; event: Event }) {
    if (next) openedAt.current = event.timeStamp
    else if (reason === 'trigger-press' && isSecondPress(event, openedAt.current)) return
    setOpen(next)
  }

  return { open, onOpenChange }
}
