/** Titles of columns by the names of fields, in the order of the table. `restaurant.name` is a field of a field. */
export type Columns = Readonly<Record<string, string>>

const MAX_CELL_LENGTH = 80

/** Returns the lines of a table: `ID    NAME`. */
export function formatTable(rows: readonly object[], columns: Columns = defaultColumns(rows[0] ?? {})): string[] {
  if (rows.length === 0) return ['Ничего нет.']
  const lines = [
    Object.values(columns).map((title) => title.toUpperCase()),
    ...rows.map((row) => Object.keys(columns).map((field) => cell(fieldValue(row, field)))),
  ]
  const widths = Object.keys(columns).map((_, column) =>
    Math.max(...lines.map((line) => [...(line[column] ?? '')].length)),
  )
  return lines.map((line) =>
    line
      .map((text, column) => pad(text, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Returns `name  Берёзка`, a line for each field. */
export function formatLines(record: object, columns: Columns = defaultColumns(record)): string[] {
  const width = Math.max(...Object.values(columns).map((title) => [...title].length))
  return Object.entries(columns).map(
    ([field, title]) => `${pad(title, width)}  ${cell(fieldValue(record, field), 1_000)}`,
  )
}

function defaultColumns(row: object): Columns {
  return Object.fromEntries(Object.keys(row).map((field) => [field, field.replaceAll('_', ' ')]))
}

function fieldValue(row: object, field: string): unknown {
  return field.split('.').reduce<unknown>((value, name) => {
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  }, row)
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** Texts of the database are printed without control characters, which a terminal would obey. */
function cell(value: unknown, maxLength = MAX_CELL_LENGTH): string {
  if (value === null || value === undefined) return '—'
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const plain = (time.test(text) ? timeText(text) : text).replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
  return [...plain].length > maxLength ? `${[...plain].slice(0, maxLength - 1).join('')}…` : plain
}

/** `2026-11-21T12:00:00.000Z` → `2026-11-21 15:00`, in the time zone of this machine. */
function timeText(text: string): string {
  return new Date(text).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' })
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - [...text].length))
}
