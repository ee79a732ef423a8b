import * as contract from '@portal/contracts/admin/employee'
import { createInvitation } from '@portal/contracts/admin/invitation'
import { importTeam, type TeamRowProblem, type TeamRowResult } from '@portal/contracts/admin/team-import'
import { Rejected, readInput } from './client.ts'
import { phoneOption, positiveNumber } from './options.ts'
import { qrOptions, showQr } from './qr.ts'
import { readTeamFile } from './team-file.ts'
import { decision, type Noun, optionalReason, verb } from './verb.ts'

const columns = {
  id: 'id',
  external_id: 'external id',
  name: 'name',
  phone_masked: 'phone',
  'restaurant.name': 'restaurant',
  default: 'default',
  manager: 'manager',
  last_seen_at: 'seen',
  dismissed_at: 'dismissed',
  blocked_at: 'blocked',
  user_id: 'user',
}

const takes = '<employee>'
const days = { type: 'string', value: '<number>', about: 'lifetime of the invitation, up to 90; default: 7' } as const

const lineProblems: Record<TeamRowProblem, string> = {
  name: 'the name is missing or too long',
  phone: 'the phone is no Russian mobile number',
  external_id: 'the external id has a wrong format',
  manager: 'manager is neither yes nor no',
  repeated: 'an earlier line has the same phone or external id',
  external_id_taken: 'another employee or invitation has this external id',
  dismissed: 'the user was dismissed; use `employee reinstate`',
}

export const employee: Noun = {
  about:
    'Employees: one user at one restaurant. `<employee>` is the id, or an external id that no other restaurant uses.',
  verbs: {
    list: verb({
      about: 'Lists the employees of a restaurant, including dismissed ones.',
      takes: '<restaurant>',
      columns,
      run: async ({ call, positionals: [id = ''] }) => (await call(contract.listStaff, { params: { id } })).items,
    }),
    show: verb({
      about: 'Shows an employee.',
      takes,
      columns,
      run: ({ call, positionals: [id = ''] }) => call(contract.getStaffMember, { params: { id } }),
    }),
    invite: verb({
      about: 'Invites one user by phone. Nobody else can use the link. Repeating it prints the same link.',
      takes: '<restaurant>',
      writes: true,
      options: {
        phone: { type: 'string', value: '<phone>', about: 'who may join', required: true },
        name: { type: 'string', value: '<text>', about: 'the name in the list of invitations' },
        'external-id': { type: 'string', value: '<id>', about: 'the id of the user in the restaurant’s own systems' },
        manager: { type: 'boolean', about: 'makes the user a manager, who sees the team and invites colleagues' },
        days,
        ...qrOptions,
        ...optionalReason,
      },
      columns: { id: 'id', state: 'state', name: 'name', phone_masked: 'phone', expires_at: 'expires', link: 'link' },
      run: async ({ call, note, positionals: [id = ''], values }) => {
        const { phone, name, 'external-id': external_id, manager, reason, qr, 'qr-file': qrFile } = values
        const days = positiveNumber('days', values.days)
        const body = { phone: phoneOption(phone), name, external_id, manager, days, reason }
        const invitation = await call(createInvitation, { params: { id }, body })
        await showQr(invitation.link, { qr, qrFile }, note)
        return invitation
      },
    }),
    import: verb({
      about:
        'Invites a team from a CSV file with the columns name and phone, and optionally external_id and manager (yes or no). Repeating it changes nothing. Exit code 1 if a line is rejected.',
      takes: '<restaurant> <file.csv>',
      writes: true,
      options: { days, ...optionalReason },
      columns: { line: 'line', result: 'result', name: 'name', what: 'problem', link: 'link' },
      fails: (result) => (result as TeamRowResult[]).some((row) => row.result === 'rejected'),
      run: async ({ call, positionals: [id = '', file = ''], values }) => {
        const rows = readTeamFile(await readInput(file))
        if (rows.length === 0)
          throw new Rejected(`${file} has no line with a user. Add a line for each below the header.`)
        const body = { rows, days: positiveNumber('days', values.days), reason: values.reason }
        const { items } = await call(importTeam, { params: { id }, body })
        return items.map((row) => ({ ...row, what: row.problem && lineProblems[row.problem] }))
      },
    }),
    default: verb({
      about:
        'Makes an employee the default one of the restaurant, who holds the team’s shared tips and is the only one who may transfer. Another operator must confirm it with the same command.',
      takes,
      writes: true,
      options: {
        off: {
          type: 'boolean',
          about: 'makes the employee an ordinary one; the restaurant then has no default employee',
        },
        ...optionalReason,
      },
      columns,
      run: ({ call, positionals: [id = ''], values: { off, reason } }) =>
        call(contract.changeEmployee, { params: { id }, body: { default: !off, reason } }),
    }),
    manager: verb({
      about: 'Makes an employee a manager, who sees the team and invites colleagues.',
      takes,
      writes: true,
      options: { off: { type: 'boolean', about: 'makes the employee an ordinary one' }, ...optionalReason },
      columns,
      run: ({ call, positionals: [id = ''], values: { off, reason } }) =>
        call(contract.changeEmployee, { params: { id }, body: { manager: !off, reason } }),
    }),
    change: verb({
      about: 'Changes the external id of an employee.',
      takes,
      writes: true,
      options: {
        'external-id': { type: 'string', value: '<id>', about: 'the new external id, or `none`', required: true },
        ...optionalReason,
      },
      columns,
      run: ({ call, positionals: [id = ''], values: { 'external-id': external_id, reason } }) =>
        call(contract.changeEmployee, {
          params: { id },
          body: { external_id: external_id === 'none' ? null : external_id, reason },
        }),
    }),
    dismiss: decision(contract.dismissEmployee, {
      about: 'Dismisses an employee, who can still see the balance and withdraw it. Automatic withdrawals continue.',
      takes,
    }),
    reinstate: decision(contract.reinstateEmployee, {
      about: 'Reinstates a dismissed employee.',
      takes,
    }),
  },
}
