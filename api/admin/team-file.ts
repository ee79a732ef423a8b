import { parseTeamFile, TeamFileError } from '@portal/contracts/admin/team-file'
import type { TeamRow } from '@portal/contracts/admin/team-import'
import { Rejected } from './client.ts'

/**
 * Reads a team from a file in UTF-8 or windows-1251, as spreadsheets in Russia write it.
 * @throws Rejected for a file that is no team
 */
export function readTeamFile(bytes: Uint8Array): TeamRow[] {
  try {
    return parseTeamFile(decode(bytes))
  } catch (error) {
    throw error instanceof TeamFileError ? new Rejected(error.message) : error
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}
