import { UsageError } from '@portal/command/declaration'
import { auditActions, listAuditEvents } from '@portal/contracts/admin/audit'
import { parseChoice, positiveNumber } from './options.ts'
import { type Noun, verb } from './verb.ts'

export const audit: Noun = {
  about: 'The audit trail: who did what, when and why. It is never changed.',
  verbs: {
    list: verb({
      about: 'Lists lines of the audit trail, newest first.',
      options: {
        subject: {
          type: 'string',
          value: '<id>',
          about: 'what was changed: the id of a restaurant, an employee, a user, a payout …',
        },
        actor: { type: 'string', value: '<name>', about: 'who did it: an operator’s name, or a user’s id' },
        action: {
          type: 'string',
          value: '<action>',
          about: 'what was done, such as user_blocked; a wrong one lists all',
        },
        since: {
          type: 'string',
          value: '<day>',
          about: 'a day such as 2026-11-01, or a time such as 2026-11-01T12:00:00Z',
        },
        before: { type: 'string', value: '<id>', about: 'only lines before this one, such as the last of a list' },
        limit: { type: 'string', value: '<number>', about: 'up to 1000; default: 100' },
      },
      columns: {
        id: 'id',
        at: 'at',
        'actor.id': 'actor',
        action: 'action',
        'subject.type': 'what',
        'subject.id': 'subject',
        reason: 'reason',
        before: 'before',
        after: 'after',
      },
      run: async ({ call, values: { subject, actor, action, since, before, limit } }) => {
        const query = {
          subject,
          actor,
          action: action === undefined ? undefined : parseChoice('action', auditActions, action),
          since: since === undefined ? undefined : parseTime(since),
          before: positiveNumber('before', before),
          limit: positiveNumber('limit', limit),
        }
        return (await call(listAuditEvents, { query })).items
      },
    }),
  },
}

/** A day begins in the time zone of this machine. */
function parseTime(text: string): string {
  const date = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text)
  if (Number.isNaN(+date)) throw new UsageError(`${text} is no day, such as 2026-11-01`)
  return date.toISOString()
}
