import { CommandError } from '@portal/command/command'
import { isUuid } from '@portal/contracts/uuid'

/** `a,b` → the ids of restaurants. @throws CommandError that quotes the wrong id and says where to find the ids */
export function restaurantIds(text: string | undefined): string[] {
  return idsIn(text, 'A restaurant is named here by its id, which operators read: `npm run admin -- restaurant list`')
}

/** `a,b` → the ids of users. @throws CommandError that quotes the wrong id and says where to find the ids */
export function accountIds(text: string | undefined): string[] {
  return idsIn(text, 'A user is named here by the id, which operators read: `npm run admin -- user show <phone>`')
}

function idsIn(text = '', suggestion: string): string[] {
  const ids = text.split(',').filter((id) => id !== '')
  const invalid = ids.find((id) => !isUuid(id))
  if (invalid) throw new CommandError(`${invalid} is no id. ${suggestion}`)
  // Portal servers compare these ids with ids of the database as text.
  return ids.map((id) => id.toLowerCase())
}
