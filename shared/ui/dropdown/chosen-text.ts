import type { DropdownProps } from './dropdown.tsx'

/** What stands in the closed box. */
export function chosenText<T extends string>({
  multiple,
  value,
  options,
  placeholder = 'Не выбрано',
}: Pick<DropdownProps<T>, 'multiple' | 'value' | 'options' | 'placeholder'>): string {
  if (multiple) return value && value.length > 0 ? `Выбрано: ${value.length}` : placeholder
  return options.find((option) => option.value === value)?.label ?? placeholder
}
