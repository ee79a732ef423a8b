import { FieldFrame, type FieldProps, useField } from '@portal/shared/forms/field'
import { Icon } from '@portal/shared/ui/icon'
import { useRef } from 'react'
import { useSuggestionList } from './suggestion-list.ts'
import { type TagOption, tagSuggestions } from './tag-suggestions.ts'
import styles from './tags-field.module.css'

type TagsFieldProps = FieldProps & { options: readonly TagOption[]; placeholder?: string }

/** Some of a list of options, found by typing. The form holds the list of their values. */
export function TagsField({ options, placeholder = 'Начните вводить', ...field }: TagsFieldProps) {
  const { value = [], change, blur, focusRef, control, frame } = useField<readonly string[]>(field)
  const input = useRef<HTMLInputElement | null>(null)
  // In the order they were chosen; a value that is no option any more survives the next change.
  const chosen = value.map((one) => options.find((option) => option.value === one) ?? { value: one, label: one })
  const list = useSuggestionList({
    suggest: (typed) => tagSuggestions(options, value, typed),
    onChoose: (option) => change([...value, option.value]),
    onDeleteBack: () => change(value.slice(0, -1)),
  })

  function remove(tag: string) {
    change(value.filter((one) => one !== tag))
    input.current?.focus()
  }

  return (
    <FieldFrame {...frame}>
      <div className={styles.field}>
        <div className={styles.box} data-invalid={control['aria-invalid']}>
          {chosen.map(({ value: one, label }) => (
            <span key={one} className={styles.tag}>
              <span>{label}</span>
              <button
                className={styles.remove}
                type="button"
                aria-label={`Убрать: ${label}`}
                onClick={() => remove(one)}
              >
                <Icon name="close" size={16} />
              </button>
            </span>
          ))}
          <input
            {...control}
            {...list.input}
            ref={(element) => {
              input.current = element
              focusRef(element)
            }}
            className={styles.input}
            placeholder={chosen.length === 0 ? placeholder : 'Добавить…'}
            value={list.typed}
            onChange={(event) => list.type(event.currentTarget.value)}
            onBlur={() => {
              list.leave()
              blur()
            }}
          />
        </div>
        {list.isOpen && <Suggestions label={field.label} list={list} />}
      </div>
      <p className="visually-hidden" role="status">
        {chosen.length === 0 ? 'Ничего не выбрано' : `Выбрано: ${chosen.map(({ label }) => label).join(', ')}`}
      </p>
    </FieldFrame>
  )
}

function Suggestions({ label, list }: { label: string; list: ReturnType<typeof useSuggestionList> }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: no action of its own, the focus stays in the field
    <div ref={intoView} className={styles.popup} onMouseDown={(event) => event.preventDefault()}>
      {list.suggestions.length === 0 ? (
        <p className={styles.empty} role="status">
          Не найдено
        </p>
      ) : (
        <div id={list.listId} className={styles.list} data-comes-up role="listbox" aria-label={label}>
          {list.suggestions.map((option, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has both
            <div
              key={option.value}
              id={list.optionId(index)}
              className={styles.option}
              role="option"
              aria-selected={index === list.active}
              onClick={() => list.choose(option)}
            >
              {option.label}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

function intoView(shown: HTMLElement | null): void {
  shown?.scrollIntoView({ block: 'nearest' })
}
