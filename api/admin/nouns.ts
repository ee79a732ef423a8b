import { audit } from './audit.ts'
import { employee } from './employee.ts'
import { invitation } from './invitation.ts'
import { ledger } from './ledger.ts'
import { payout } from './payout.ts'
import { proposal } from './proposal.ts'
import { reconciliation } from './reconciliation.ts'
import { restaurant } from './restaurant.ts'
import { user } from './user.ts'
import type { Noun } from './verb.ts'

/** The nouns of `npm run admin -- <noun> <verb>`. */
export const nouns: Record<string, Noun> = {
  restaurant,
  invitation,
  employee,
  user,
  payout,
  ledger,
  reconciliation,
  proposal,
  audit,
}
