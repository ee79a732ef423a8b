import { Combobox } from '@base-ui/react/combobox'
import { hasWords } from '@portal/contracts/find-text'
import { Icon } from '@portal/shared/ui/icon'
import styles from './dropdown.module.css'
import type { DropdownOption, ListProps } from './dropdown-props.ts'
import { type OptionGroup, OptionText, optionGroups, shownOptions, useDialogAround, useOpenList } from './options.tsx'

/** Options in a list that opens under its box, found by words of their names. It opens immediately. */
export function SearchList(props: ListProps) {
  const { options, multiple, disabled } = props
  const shown = shownOptions(props)
  const common = {
    ...useOpenList(),
    disabled,
    items: optionGroups(shown),
    itemToStringLabel: searchedText,
    filter: (option: DropdownOption, typed: string) => hasWords(searchedText(option), typed),
  }
  return multiple ? (
    <Combobox.Root
      {...common}
      multiple
      value={options.filter(({ value }) => props.value.includes(value))}
      onValueChange={(chosen) => props.onChange(chosen.map(({ value }) => value))}
    >
      <BoxAndList {...props} />
    </Combobox.Root>
  ) : (
    <Combobox.Root
      {...common}
      value={shown.find(({ value }) => value === (props.value ?? '')) ?? null}
      onValueChange={(chosen) => props.onChange(chosen?.value || null)}
    >
      <BoxAndList {...props} />
    </Combobox.Root>
  )
}

function BoxAndList({ box, label, onBlur, ref }: ListProps) {
  return (
    <>
      <Combobox.Trigger {...box} ref={ref} onBlur={onBlur} />
      <Combobox.Portal container={useDialogAround(box.id)}>
        <Combobox.Positioner className={styles.positioner} sideOffset={4}>
          <Combobox.Popup className={styles.popup} aria-label={label} data-search>
            <Combobox.Input className={styles.search} placeholder="Поиск..." aria-label="Поиск" />
            <Combobox.Empty className={styles.empty}>Не найдено</Combobox.Empty>
            <Combobox.List className={styles.list} aria-label={label}>
              {(group: OptionGroup) => <Group key={group.value} {...group} />}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </>
  )
}

/** `value`: the name of the group, '' for options without a group. */
function Group({ value, items }: OptionGroup) {
  return (
    <Combobox.Group items={items}>
      {value && <Combobox.GroupLabel className={styles.groupLabel}>{value}</Combobox.GroupLabel>}
      <Combobox.Collection>
        {(option: DropdownOption) => (
          <Combobox.Item key={option.value} value={option} disabled={option.disabled} className={styles.option}>
            <OptionText {...option} />
            <Combobox.ItemIndicator className={styles.check}>
              <Icon name="check" size={20} />
            </Combobox.ItemIndicator>
          </Combobox.Item>
        )}
      </Combobox.Collection>
    </Combobox.Group>
  )
}

function searchedText({ label, keywords = '' }: DropdownOption): string {
  return `${label} ${keywords}`
}
