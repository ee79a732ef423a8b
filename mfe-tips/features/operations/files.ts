import type { DayRange } from '@portal/contracts/day'
import { exportOperations } from '@portal/contracts/operation'
import { operationsFileName } from '@portal/contracts/operations-file'
import { certificateFileName, getIncomeCertificate, getStatement, statementFileName } from '@portal/contracts/statement'
import type { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { useMutation } from '@portal/shared/query'
import { type SavedFile, saveFile } from '@portal/shared/save-file'
import { today } from '@portal/shared/session/today'
import type { OperationsFilter } from './operations-filter.ts'

type Workplace = { restId: string; restaurant: string }

/** Fetches a file and saves it. A link would save its failure as the file, or leave the page. */
export function useDownload() {
  return useMutation<SavedFile, ApiError, () => Promise<SavedFile>>({
    mutationFn: (fetchFile) => fetchFile(),
    onSuccess: saveFile,
  })
}

export async function fetchCsv(
  { restId, restaurant }: Workplace,
  filter: Omit<OperationsFilter, 'page'>,
): Promise<SavedFile> {
  const { type, from, to, q } = filter
  const csv = await call(exportOperations, {
    query: { restId, ...(type && { type }), ...(from && { from }), ...(to && { to }), ...(q && { q }) },
  })
  return {
    name: operationsFileName({ ...filter, restaurant, today: today() }),
    type: 'text/csv;charset=utf-8',
    content: withByteOrderMark(csv),
  }
}

export async function fetchStatement({ restId, restaurant }: Workplace, range: DayRange): Promise<SavedFile> {
  const pdf = await call(getStatement, { query: { restId, ...range } })
  return pdfFile(statementFileName({ restaurant, ...range }), pdf)
}

export async function fetchIncomeCertificate(year: number): Promise<SavedFile> {
  return pdfFile(certificateFileName(year), await call(getIncomeCertificate, { query: { year } }))
}

/** Each character is a byte. */
function pdfFile(name: string, text: string): SavedFile {
  return { name, type: 'application/pdf', content: Uint8Array.from(text, (byte) => byte.charCodeAt(0)) }
}

/** The browser removed the byte order mark of the response; Excel needs it to read Cyrillic. */
const byteOrderMark = '\uFEFF'

function withByteOrderMark(csv: string): string {
  return csv.startsWith(byteOrderMark) ? csv : byteOrderMark + csv
}
