import { Combobox } from '@base-ui/react/combobox'
import { Icon } from '@portal/shared/ui/icon'
import { chosenText } from './chosen-text.ts'
import styles from './dropdown.module.css'
import type { DropdownOption, DropdownProps } from './dropdown.tsx'

type Group = { value: string; items: DropdownOption[] }

const noneOption: DropdownOption = { value: '', label: 'Не выбрано' }

/** Options in a list that opens under its button, found by typing into it where `search` asks for it. */
export function DropdownControl(props: DropdownProps<string> & { id: string }) {
  const { id, options, search, none, multiple, disabled, error, hint, name, onBlur, ref } = props
  const shown = none && !multiple ? [noneOption, ...options] : options
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')

  const parts = (
    <>
      <Combobox.Trigger
        ref={ref}
        id={id}
        className={styles.trigger}
        onBlur={onBlur}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      >
        <span className={styles.value}>{chosenText(props)}</span>
        <Icon name="chevron-down" size={20} />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner className={styles.positioner} sideOffset={4}>
          <Combobox.Popup className={styles.popup} aria-label={props.label}>
            {search && <Combobox.Input className={styles.search} placeholder="Поиск..." aria-label="Поиск" />}
            <Combobox.Empty className={styles.empty}>Не найдено</Combobox.Empty>
            <Combobox.List className={styles.list}>
              {(entry: DropdownOption | Group) =>
                'items' in entry ? (
                  <Combobox.Group key={entry.value} items={entry.items}>
                    <Combobox.GroupLabel className={styles.groupLabel}>{entry.value}</Combobox.GroupLabel>
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

  const common = { items: grouped(shown), disabled, name, itemToStringLabel: labelOf }
  if (multiple) {
    const { value, onChange } = props
    return (
      <Combobox.Root
        {...common}
        multiple
        value={options.filter((one) => value.includes(one.value))}
        onValueChange={(chosen) => onChange(chosen.map((one) => one.value))}
      >
        {parts}
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
      {parts}
    </Combobox.Root>
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
