import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select } from '@base-ui/react/select'
import { Icon } from '@portal/shared/ui/icon'
import styles from './dropdown.module.css'
import type { ListProps } from './dropdown-props.ts'
import { type OptionGroup, OptionText, optionGroups, shownOptions, useDialogAround, useOpenList } from './options.tsx'

/** Options in a list that opens immediately under its box. Typed letters lead to the option that begins with them. */
export function SelectList(props: ListProps) {
  const { multiple, disabled } = props
  const common = { ...useOpenList(), disabled, modal: false }
  return (
    <CSPProvider disableStyleElements>
      {multiple ? (
        <Select.Root {...common} multiple value={[...props.value]} onValueChange={props.onChange}>
          <BoxAndList {...props} />
        </Select.Root>
      ) : (
        <Select.Root {...common} value={props.value ?? ''} onValueChange={(value) => props.onChange(value || null)}>
          <BoxAndList {...props} />
        </Select.Root>
      )}
    </CSPProvider>
  )
}

function BoxAndList(props: ListProps) {
  const { box, label, onBlur, ref } = props
  return (
    <>
      <Select.Trigger {...box} ref={ref} onBlur={onBlur} />
      <Select.Portal container={useDialogAround(box.id)}>
        <Select.Positioner className={styles.positioner} sideOffset={4} alignItemWithTrigger={false}>
          {/* A dialog, as with the search: it holds the focus, and lies outside the landmarks of the page. */}
          <Select.Popup className={styles.popup} role="dialog" aria-label={label}>
            <Select.List className={styles.list} aria-label={label}>
              {optionGroups(shownOptions(props)).map((group) => (
                <Group key={group.value} {...group} />
              ))}
            </Select.List>
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </>
  )
}

/** `value`: the name of the group, '' for options without a group. */
function Group({ value, items }: OptionGroup) {
  return (
    <Select.Group>
      {value && <Select.GroupLabel className={styles.groupLabel}>{value}</Select.GroupLabel>}
      {items.map((option) => (
        <Select.Item
          key={option.value}
          value={option.value}
          label={option.label}
          disabled={option.disabled}
          className={styles.option}
        >
          <Select.ItemText render={<OptionText {...option} />} />
          <Select.ItemIndicator className={styles.check}>
            <Icon name="check" size={20} />
          </Select.ItemIndicator>
        </Select.Item>
      ))}
    </Select.Group>
  )
}
