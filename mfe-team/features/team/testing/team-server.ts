import {
  dismissTeamMember,
  inviteToTeam,
  listTeam,
  listTeamInvitations,
  reinstateTeamMember,
  revokeTeamInvitation,
  sendTeamInvitation,
  type TeamInvitation,
  type TeamMember,
} from '@portal/contracts/team'
import { stub } from '@portal/shared/testing/http-stub'
import { testEmployee } from '@portal/shared/testing/render-page'

export const member = (change: Partial<TeamMember> & { name: string }): TeamMember => ({
  id: `employee-${change.phone_last2 ?? '07'}`,
  photo_url: null,
  roles: [],
  phone_last2: '07',
  default: false,
  manager: false,
  signed_in: true,
  blocked: false,
  ...change,
})

export const invitation = (change: Partial<TeamInvitation> = {}): TeamInvitation => ({
  id: 'i1',
  link: 'https://tips.example/i/abcdefghijklmnop',
  phone_masked: null,
  name: null,
  manager: false,
  uses: 0,
  max_uses: 1,
  expires_at: '2026-11-30T14:05:00+03:00',
  ...change,
})

export type Team = {
  members: TeamMember[]
  /** Whom a manager has dismissed in the last day. */
  dismissed: TeamMember[]
  invitations: TeamInvitation[]
  messages: string[]
}

function move(id: string, from: TeamMember[], to: TeamMember[]): void {
  const index = from.findIndex((each) => each.id === id)
  if (index >= 0) to.push(...from.splice(index, 1))
}

/** Stubs the API with a team that changes as the page requests it. Returns it. */
export function stubTeam(change: Partial<Team> = {}): Team {
  const own = member({ id: testEmployee.id, name: 'Анна Смирнова', manager: true })
  const team: Team = { members: [own], dismissed: [], invitations: [], messages: [], ...change }
  stub(listTeam, () => ({ items: team.members, dismissed: team.dismissed }))
  stub(listTeamInvitations, () => ({ items: team.invitations }))
  stub(inviteToTeam, ({ body: { phone, name = null, max_uses = 1 } }) => {
    const made = invitation({ id: `i${team.invitations.length + 1}`, max_uses, name })
    // The same phone has the same invitation.
    const known = team.invitations.find(({ phone_masked }) => phone && phone_masked?.endsWith(phone.slice(-2)))
    if (known) return known
    if (phone) made.phone_masked = `+7 (916) •••-••-${phone.slice(-2)}`
    team.invitations = [made, ...team.invitations]
    return made
  })
  stub(sendTeamInvitation, ({ params }) => {
    team.messages.push(params.id)
    return undefined
  })
  stub(revokeTeamInvitation, ({ params }) => {
    team.invitations = team.invitations.filter(({ id }) => id !== params.id)
    return undefined
  })
  stub(dismissTeamMember, ({ params }) => {
    move(params.id, team.members, team.dismissed)
    return undefined
  })
  stub(reinstateTeamMember, ({ params }) => {
    move(params.id, team.dismissed, team.members)
    return undefined
  })
  return team
}
