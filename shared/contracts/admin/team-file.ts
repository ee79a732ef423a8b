import type { TeamRow } from './team-import.ts'

const columns = ['name', 'phone', 'external_id', 'manager'] as const
const required = ['name', 'phone'] as const

/** Why a file has no team. The message is for the operator. */
export class TeamFileError extends Error {
  override readonly name = 'TeamFileError'
}

/**
 * Reads a team from CSV with commas, semicolons or tabs. The header names `name`, `phone` and optionally `external_id`
 * and `manager`, in any order.
 * @throws TeamFileError without the required columns, or for a quote in the wrong place
 */
export function parseTeamFile(text: string): TeamRow[] {
  const [header, ...records] = parseCsv(text.replaceAll('\r\n', '\n'))
  const names = header?.fields.map((name) => name.trim().toLowerCase()) ?? []
  const missing = required.filter((name) => !names.includes(name))
  const unknown = names.filter((name) => !(columns as readonly string[]).includes(name))
  if (missing.length > 0) {
    throw new TeamFileError(`В файле нет столбца ${missing.join(', ')}. Назовите столбцы в первой строке.`)
  }
  if (unknown.length > 0) {
    throw new TeamFileError(`Лишний столбец в файле: ${unknown.join(', ')}. Бывают ${columns.join(', ')}.`)
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

type CsvRecord = { line: number; fields: string[] }

/**
 * Parses CSV as RFC 4180 defines it, without empty records. `line` is the line on which the record begins.
 * @throws TeamFileError for a quote in the wrong place
 */
function parseCsv(text: string): CsvRecord[] {
  const [firstLine = ''] = text.split('\n', 1)
  const delimiter = [';', '\t'].find((sign) => firstLine.includes(sign)) ?? ','
  const field = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^"${delimiter}\n]*))(${delimiter}|\n|$)`, 'y')
  const records: CsvRecord[] = []
  let record: CsvRecord = { line: 1, fields: [] }
  let line = 1
  while (field.lastIndex < text.length) {
    const match = field.exec(text)
    if (!match) {
      throw new TeamFileError(
        `Ошибка в кавычках в строке ${record.line} файла. Закройте кавычку, а внутри текста удвойте её.`,
      )
    }
    const [whole, quoted, plain = '', end] = match
    record.fields.push(quoted?.replaceAll('""', '"') ?? plain)
    line += whole.split('\n').length - 1
    if (end === delimiter) continue
    records.push(record)
    record = { line, fields: [] }
  }
  return [...records, record].filter(({ fields }) => fields.some((text) => text.trim() !== ''))
}
