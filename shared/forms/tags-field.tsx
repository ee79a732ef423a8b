import { Combobox } from '@base-ui/react/combobox'
import { FieldFrame, type FieldProps, useField } from '@portal/shared/forms/field'
import { Icon } from '@portal/shared/ui/icon'
import { useState } from 'react'
import { type TagOption, tagSuggestions } from './tag-suggestions.ts'
import styles from './tags-field.module.css'

type TagsFieldProps = FieldProps & { options: readonly TagOption[]; placeholder?: string }

/** Some of a list of options, found by typing. The form holds the list of their values. */
export function TagsField({ options, placeholder = 'Начните вводить', ...field }: TagsFieldProps) {
  const { value = [], change, blur, focusRef, control, frame } = useField<readonly string[]>(field)
  const [typed, setTyped] = useState('')
  // In the order they were chosen; a value that has left the list is not lost with the next change.
  const chosen = value.map((one) => options.find((option) => option.value === one) ?? { value: one, label: one })

  return (
    <FieldFrame {...frame}>
      <Combobox.Root
        multiple
        autoHighlight
        items={options}
        filteredItems={tagSuggestions(options, value, typed)}
        value={chosen}
        onValueChange={(next) => change(next.map((option) => option.value))}
        isItemEqualToValue={(one, other) => one.value === other.value}
        inputValue={typed}
        onInputValueChange={setTyped}
      >
        <Combobox.Chips className={styles.box} aria-label={field.label} aria-invalid={control['aria-invalid']}>
          {chosen.map(({ value: one, label }) => (
            <Combobox.Chip key={one} className={styles.tag} aria-label={label}>
              {label}
              <Combobox.ChipRemove className={styles.remove} aria-label={`Убрать: ${label}`}>
                <Icon name="close" size={16} />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          <Combobox.Input
            {...control}
            ref={focusRef}
            // The label outside is hidden from assistive technology while the list is open.
            aria-label={field.label}
            className={styles.input}
            placeholder={chosen.length === 0 ? placeholder : ''}
            autoComplete="off"
            onBlur={blur}
          />
        </Combobox.Chips>
        <Combobox.Portal>
          <Combobox.Positioner className={styles.positioner} sideOffset={4}>
            <Combobox.Popup className={styles.popup}>
              <Combobox.Empty className={styles.empty}>Не найдено</Combobox.Empty>
              <Combobox.List className={styles.list} aria-label={field.label}>
                {(option: TagOption) => (
                  <Combobox.Item key={option.value} value={option} className={styles.option}>
                    {option.label}
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      <p className="visually-hidden" role="status" aria-live="polite">
        {chosen.length === 0 ? 'Ничего не выбрано' : `Выбрано: ${chosen.map(({ label }) => label).join(', ')}`}
      </p>
    </FieldFrame>
  )
}
