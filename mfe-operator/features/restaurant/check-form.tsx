import { parseTeamFile, TeamFileError } from '@portal/contracts/admin/team-file'
import type { TeamRow } from '@portal/contracts/admin/team-import'
import { useField } from '@portal/shared/forms/field'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { TextareaField } from '@portal/shared/forms/textarea-field'
import { required } from '@portal/shared/rules/values'
import { Button } from '@portal/shared/ui/button'
import * as z from '@portal/shared/zod'
import { useRef } from 'react'
import { errorTexts } from '../../change/error-texts.ts'
import styles from '../../operator.module.css'

const MAX_CHARACTERS = 100_000
const MAX_ROWS = 1_000

const List = z.object({
  text: z.string().check(
    required('Вставьте список или выберите файл'),
    z.check(({ value, issues }) => {
      const message = value.trim() && listFault(value)
      if (message) issues.push({ code: 'custom', input: value, message })
    }),
  ),
})

function listFault(text: string): string | undefined {
  try {
    const { length } = parseTeamFile(text)
    if (length === 0) return 'Под заголовком нет ни одного человека'
    return length > MAX_ROWS ? `В списке больше ${MAX_ROWS} человек. Разделите его` : undefined
  } catch (error) {
    if (error instanceof TeamFileError) return error.message
    throw error
  }
}

type CheckFormProps = { text: string; onCheck: (text: string, rows: TeamRow[]) => Promise<void> }

/** The list as it is typed, pasted or read from a file. */
export function CheckForm({ text, onCheck }: CheckFormProps) {
  const form = useZodForm(List, { defaultValues: { text } })
  return (
    <Form form={form} onSubmit={({ text }) => onCheck(text, parseTeamFile(text))} errorTexts={errorTexts}>
      <p>
        Первая строка называет столбцы: name, phone и, если нужно, external_id и manager (да или нет). Дальше по строке
        на человека:
      </p>
      <pre className={styles.muted}>{'name;phone;external_id;manager\nАнна Смирнова;89161234567;17;да'}</pre>
      <TextareaField name="text" label="Список команды" limit={MAX_CHARACTERS} />
      <FileButton />
      <SubmitButton>Проверить</SubmitButton>
    </Form>
  )
}

/** Puts the text of a file into the form. */
function FileButton() {
  const { change } = useField<string>({ name: 'text', label: 'Файл' })
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        hidden
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-label="Файл со списком"
        onChange={async ({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // Lets the user choose the same file again after a correction.
          if (file) change(decode(await file.arrayBuffer()))
          if (input.current) input.current.value = ''
        }}
      />
      <Button full variant="secondary" icon="document" onClick={() => input.current?.click()}>
        Выбрать файл CSV
      </Button>
    </>
  )
}

/** Reads UTF-8, or windows-1251 as spreadsheets in Russia write it. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}
