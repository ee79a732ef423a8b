import { Combobox } from '@base-ui/react/combobox'
import { Icon } from '@portal/shared/ui/icon'
import { type ComponentProps, useLayoutEffect, useState } from 'react'
import styles from './dropdown.module.css'
import type { DropdownOption, DropdownProps } from './dropdown.tsx'

type Group = { value: string; items: DropdownOption[] }

const noneOption: DropdownOption = { value: '', label: 'Не выбрано' }

type DropdownControlProps = DropdownProps<string> & { box: ComponentProps<typeof Combobox.Trigger> }

/** Options in a list that opens under its box, found by typing into it where `search` asks for it. Opens at once. */
export function DropdownControl(props: DropdownControlProps) {
  const { options, none, multiple, disabled, name } = props
  const shown = none && !multiple ? [noneOption, ...options] : options
  const common = { defaultOpen: true, items: grouped(shown), disabled, name, itemToStringLabel: labelOf }

  if (multiple) {
    const { value, onChange } = props
    return (
      <Combobox.Root
        {...common}
        multiple
        value={options.filter((one) => value.includes(one.value))}
        onValueChange={(chosen) => onChange(chosen.map((one) => one.value))}
      >
        <BoxAndList {...props} />
      </Combobox.Root>
    )
  }
  const { value, onChange } = props
  return (
    <Combobox.Root
      {...common}
      value={shown.find((one) => one.value === (value ?? '')) ?? null}
      onValueChange={(chosen) => onChange(chosen?.value || null)}
    >
      <BoxAndList {...props} />
    </Combobox.Root>
  )
}

function BoxAndList({ box, label, search, onBlur, ref }: DropdownControlProps) {
  // A modal <dialog> of the browser lies above the page: a list outside it is out of reach. Null: not known yet.
  const [dialog, setDialog] = useState<HTMLElement | null | undefined>(null)
  useLayoutEffect(() => setDialog(document.getElementById(box.id ?? '')?.closest('dialog') ?? undefined), [box.id])
  return (
    <>
      <Combobox.Trigger {...box} ref={ref} onBlur={onBlur} />
      <Combobox.Portal container={dialog}>
        <Combobox.Positioner className={styles.positioner} sideOffset={4}>
          <Combobox.Popup className={styles.popup} aria-label={label} data-search={search || undefined}>
            {search && <Combobox.Input className={styles.search} placeholder="Поиск..." aria-label="Поиск" />}
            <Combobox.Empty className={styles.empty}>Не найдено</Combobox.Empty>
            <Combobox.List className={styles.list} aria-label={label}>
              {(entry: DropdownOption | Group) =>
                'items' in entry ? (
                  <Combobox.Group key={entry.value} items={entry.items}>
                    {entry.value && (
                      <Combobox.GroupLabel className={styles.groupLabel}>{entry.value}</Combobox.GroupLabel>
                    )}
                    <Combobox.Collection>{option}</Combobox.Collection>
                  </Combobox.Group>
                ) : (
                  option(entry)
                )
              }
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </>
  )
}

function labelOf({ label }: DropdownOption): string {
  return label
}

function grouped(options: readonly DropdownOption[]): readonly (DropdownOption | Group)[] {
  if (!options.some(({ group }) => group)) return options
  return [...Map.groupBy(options, ({ group }) => group ?? '')].map(([value, items]) => ({ value, items }))
}

function option(one: DropdownOption) {
  return (
    <Combobox.Item key={one.value} value={one} className={styles.option}>
      <span className={styles.optionText}>
        {one.label}
        {one.hint && <span className={styles.hint}>{one.hint}</span>}
      </span>
      <Combobox.ItemIndicator className={styles.check}>
        <Icon name="check" size={20} />
      </Combobox.ItemIndicator>
    </Combobox.Item>
  )
}
