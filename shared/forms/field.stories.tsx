import { FieldFrame, type FieldProps, useField } from '@portal/shared/forms/field'
import { InForm } from '../gallery/in-form.tsx'
import type { Stories } from '../gallery/stories.ts'

/** A control that only one page has, with the label, the hint and the error of all fields. */
function OwnControl({ hint }: Pick<FieldProps, 'hint'>) {
  const { value, change, blur, focusRef, control, frame } = useField<string>({ name: 'field', label: 'Час', hint })
  return (
    <FieldFrame {...frame}>
      <input
        {...control}
        type="range"
        min={0}
        max={23}
        value={value}
        ref={focusRef}
        onChange={({ target }) => change(target.value)}
        onBlur={blur}
        style={{ minHeight: 48 }}
      />
    </FieldFrame>
  )
}

export const stories: Stories = {
  'A control of its own': (
    <InForm value="9">
      <OwnControl />
    </InForm>
  ),
  'Error and hint': (
    <InForm value="9" error="В этот час ресторан закрыт">
      <OwnControl hint="По времени ресторана" />
    </InForm>
  ),
}
