import type { Db } from '../../db/connect.ts'
import type { Bank } from './bank.ts'

export function sandboxBank(_db: Db): Bank {
  throw new Error('not yet')
}
