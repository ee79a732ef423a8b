import type { TeamRow } from '@portal/contracts/admin/team-import'
import { CsvError, type Info, parse } from 'csv-parse/sync'
import { Rejected } from './client.ts'

const columns = ['name', 'phone', 'external_id', 'manager'] as const
const required = ['name', 'phone'] as const

/**
 * Reads a team from CSV with commas or semicolons, in UTF-8 or windows-1251, as spreadsheets in Russia write it.
 * The header names `name`, `phone` and optionally `external_id` and `manager`, in any order.
 * @throws Rejected for a file without the required columns
 */
export function readTeamFile(bytes: Uint8Array): TeamRow[] {
  const [header, ...records] = parseCsv(decode(bytes))
  const names = header?.fields.map((name) => name.trim().toLowerCase()) ?? []
  const missing = required.filter((name) => !names.includes(name))
  const unknown = names.filter((name) => !(columns as readonly string[]).includes(name))
  if (missing.length > 0) {
    throw new Rejected(`В файле нет столбца ${missing.join(', ')}. Назовите столбцы в первой строке.`)
  }
  if (unknown.length > 0) {
    throw new Rejected(`Лишний столбец в файле: ${unknown.join(', ')}. Бывают ${columns.join(', ')}.`)
  }
  return records.map(({ line, fields }) => {
    const field = (name: (typeof columns)[number]) => fields[names.indexOf(name)]
    const [external_id, manager] = [field('external_id'), field('manager')]
    return {
      line,
      name: field('name') ?? '',
      phone: field('phone') ?? '',
      ...(external_id !== undefined && { external_id }),
      ...(manager !== undefined && { manager }),
    }
  })
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}

type CsvRecord = { line: number; fields: string[] }
type ParsedRecord = { record: string[]; raw: string; info: Info }

/**
 * Parses CSV as RFC 4180 defines it, without empty lines. `line` is the line on which the record begins.
 * @throws Rejected for a quote in the wrong place
 */
function parseCsv(text: string): CsvRecord[] {
  const delimiter = text.split('\n', 1)[0]?.includes(';') ? ';' : ','
  const emptyLines = { skip_empty_lines: true, skip_records_with_empty_values: true }
  const options = { delimiter, info: true, raw: true, relax_column_count: true, ...emptyLines }
  try {
    // The types of the library leave out what `info` and `raw` add.
    const records = parse(text.replaceAll('\r\n', '\n'), options) as unknown as ParsedRecord[]
    return records.map(({ record, raw, info }) => ({ line: firstLine(info.lines, raw), fields: record }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = firstLine(Number(error.lines), String(error.raw))
    throw new Rejected(`Ошибка в кавычках в строке ${line} файла. Закройте кавычку, а внутри текста удвойте её.`)
  }
}

/** `raw`: the text up to the last line of the record, perhaps after empty lines. */
function firstLine(lastLine: number, raw: string): number {
  return lastLine - raw.trim().split('\n').length + 1
}
