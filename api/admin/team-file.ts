import type { TeamRow } from '@portal/contracts/admin/team-import'
import { Rejected } from './client.ts'

const columns = ['name', 'phone', 'external_id', 'manager'] as const
const required = ['name', 'phone'] as const

/**
 * Reads a team from CSV: a header with `name`, `phone` and, where wanted, `external_id` and `manager` in any order; separated by commas
 * or, as spreadsheets write it here, semicolons; UTF-8 or windows-1251. @throws Rejected for a file without these columns
 */
export function readTeamFile(bytes: Uint8Array): TeamRow[] {
  const [header, ...records] = parseCsv(decode(bytes))
  const names = header?.fields.map((name) => name.trim().toLowerCase()) ?? []
  const missing = required.filter((name) => !names.includes(name))
  const unknown = names.filter((name) => !(columns as readonly string[]).includes(name))
  if (missing.length > 0) throw new Rejected(`The file has no column ${missing.join(', ')}; its first line names them`)
  if (unknown.length > 0) throw new Rejected(`The file has an unknown column: ${unknown.join(', ')}`)
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

/** RFC 4180. `line`: where the record begins. Empty lines are skipped. @throws Rejected for a quote that does not end */
function parseCsv(text: string): CsvRecord[] {
  const separator = text.split('\n', 1)[0]?.includes(';') ? ';' : ','
  const records: CsvRecord[] = []
  let record: CsvRecord = { line: 1, fields: [] }
  let line = 1
  let field = ''
  let isQuoted = false

  function endRecord(): void {
    record.fields.push(field)
    if (record.fields.some((text) => text.trim() !== '')) records.push(record)
    record = { line, fields: [] }
    field = ''
  }

  const signs = text.replaceAll('\r\n', '\n')
  for (let at = 0; at < signs.length; at += 1) {
    const sign = signs[at]
    if (sign === '\n') line += 1
    if (sign === '"' && isQuoted && signs[at + 1] === '"') {
      field += sign
      at += 1
    } else if (sign === '"') {
      isQuoted = !isQuoted
    } else if (isQuoted || (sign !== separator && sign !== '\n')) {
      field += sign
    } else if (sign === '\n') {
      endRecord()
    } else {
      record.fields.push(field)
      field = ''
    }
  }
  if (isQuoted) throw new Rejected(`Line ${record.line} of the file has a quote that does not end`)
  endRecord()
  return records
}
