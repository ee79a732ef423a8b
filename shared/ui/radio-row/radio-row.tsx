import { type ReactNode, type Ref, useId } from 'react'

export type RadioOption<T> = { value: T; label: ReactNode }

export type RadioRowProps<T extends string | number> = {
  /** The name of the group for assistive technology. */
  label: string
  value: T | null
  onChange: (value: T) => void
  options: readonly RadioOption<T>[]
  disabled?: boolean | undefined
}

/** One choice of a few, on native radio buttons: arrows, focus and forms work as everywhere. The caller styles it. */
export function RadioRow<T extends string | number>({
  label,
  value,
  onChange,
  options,
  disabled,
  className,
  ref,
}: RadioRowProps<T> & { className: string | undefined; ref?: Ref<HTMLDivElement> }) {
  const name = useId()
  return (
    <div ref={ref} className={className} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            disabled={disabled}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
