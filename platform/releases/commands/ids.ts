import { CommandError } from '@portal/command/command'
import { isUuid } from '@portal/contracts/uuid'

/** `a,b` → the ids of restaurants. @throws CommandError that names the text that is no id, and where the ids are found */
export function restaurantIds(text: string | undefined): string[] {
  return idsIn(text, 'A restaurant is named here by its id: `npm run admin -- restaurant list`')
}

/** Like `restaurantIds`, for users. */
export function accountIds(text: string | undefined): string[] {
  return idsIn(text, 'A user is named here by the id: `npm run admin -- user show <phone>`')
}

function idsIn(text = '', suggestion: string): string[] {
  const ids = text.split(',').filter((id) => id !== '')
  const invalid = ids.find((id) => !isUuid(id))
  if (invalid) throw new CommandError(`${invalid} is no id. ${suggestion}`)
  // Portal servers compare them with those of the database, as texts.
  return ids.map((id) => id.toLowerCase())
}
